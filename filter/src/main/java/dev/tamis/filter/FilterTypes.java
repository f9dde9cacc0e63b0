package dev.tamis.filter;

/** Which class reads which type of serialized filter. */
final class FilterTypes {
  private FilterTypes() {}

  static MembershipFilter read(byte[] bytes) throws FilterFormatException {
    int type = FilterHeader.decode(bytes).header().type();
    return switch (type) {
      case BlockedBloomFilter.TYPE -> BlockedBloomFilter.fromBytes(bytes);
      case BloomFilter.TYPE -> BloomFilter.fromBytes(bytes);
      case CountingBloomFilter.TYPE -> CountingBloomFilter.fromBytes(bytes);
      case ScalableBloomFilter.TYPE -> ScalableBloomFilter.fromBytes(bytes);
      case CuckooFilter.TYPE -> CuckooFilter.fromBytes(bytes);
      case RibbonFilter.TYPE -> RibbonFilter.fromBytes(bytes);
      case StableBloomFilter.TYPE ->
          throw new FilterFormatException(
              "type", "one without false negatives", type + ", a stable Bloom filter");
      default -> throw new FilterFormatException("type", "1 to 7", Integer.toString(type));
    };
  }
}
