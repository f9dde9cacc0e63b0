package dev.tamis.filter.gate;

/** Why a gate should be rebuilt. */
public enum RebuildReason {
  /** There is no filter yet: every answer is "maybe". */
  NO_FILTER,
  /** More keys were committed since the snapshot than may be held; every answer is "maybe". */
  RECENT_KEYS_OVERFLOWED,
  /** The version is older than the source's safe watermark; every answer is "maybe". */
  BEHIND_WATERMARK,
  /** Half as many keys were committed since the snapshot as may be held. */
  MANY_RECENT_KEYS,
  /** The filter is older than it may become; keys deleted since then still look present. */
  TOO_OLD,
  /** The filter holds more keys than it was made for, so it lets too much through. */
  OVERFILLED
}
