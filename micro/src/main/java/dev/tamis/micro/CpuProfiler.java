package dev.tamis.micro;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Processor time of the whole JVM for each operation, collector and compiler included: what an
 * operation costs also where other programs run. {@code -prof dev.tamis.micro.CpuProfiler}.
 */
public final class CpuProfiler implements InternalProfiler {
  /** Name of the figure. */
  static final String METRIC = "cpu";

  private final OperatingSystemMXBean system =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private long startNanos;

  @Override
  public String getDescription() {
    return "processor time of the JVM for each operation";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    startNanos = system.getProcessCpuTime();
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    double nanos = system.getProcessCpuTime() - startNanos;
    long operations = result.getMetadata().getAllOps();
    return List.of(new ScalarResult(METRIC, nanos / operations, "ns/op", AggregationPolicy.AVG));
  }
}
