package dev.tamis.bench.ycsb;

import java.util.List;

/** YCSB's core workloads with their published proportions. */
enum YcsbWorkload {
  /** Update heavy. */
  A("0.5", "0.5", "0", "0", "0", "zipfian"),
  /** Read mostly. */
  B("0.95", "0.05", "0", "0", "0", "zipfian"),
  /** Read only. */
  C("1", "0", "0", "0", "0", "zipfian"),
  /** Read latest. */
  D("0.95", "0", "0.05", "0", "0", "latest"),
  /** Short ranges, of 1 to 100 records. */
  E("0", "0", "0.05", "0.95", "0", "zipfian"),
  /** Read, modify, write. */
  F("0.5", "0", "0", "0", "0.5", "zipfian");

  private final String reads;
  private final String updates;
  private final String inserts;
  private final String scans;
  private final String readModifyWrites;
  private final String distribution;

  YcsbWorkload(
      String reads,
      String updates,
      String inserts,
      String scans,
      String readModifyWrites,
      String distribution) {
    this.reads = reads;
    this.updates = updates;
    this.inserts = inserts;
    this.scans = scans;
    this.readModifyWrites = readModifyWrites;
    this.distribution = distribution;
  }

  /** YCSB's properties, each {@code name=value}. */
  List<String> properties() {
    return List.of(
        "workload=site.ycsb.workloads.CoreWorkload",
        "readallfields=true",
        "readproportion=" + reads,
        "updateproportion=" + updates,
        "insertproportion=" + inserts,
        "scanproportion=" + scans,
        "readmodifywriteproportion=" + readModifyWrites,
        "requestdistribution=" + distribution,
        "maxscanlength=100",
        "scanlengthdistribution=uniform");
  }
}
