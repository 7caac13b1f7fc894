// SPDX-License-Identifier: MIT

public import Metrics
internal import Synchronization

/// Metrics in memory, with a text representation for Prometheus.
///
/// Meters and recorders become gauges. Timers become summaries in seconds, without quantiles. Dots in labels become
/// underscores. Each combination of label values adds a line, so label values must not come from clients.
///
/// ```swift
/// let metrics = PrometheusMetrics()
/// Counter(label: "games", dimensions: [("mode", "timed")], factory: metrics).increment()
/// print(metrics.text)
/// ```
///
/// This prints `# TYPE games_total counter` and `games_total{mode="timed"} 1`. With `MetricsSystem.bootstrap(metrics)`,
/// it collects the metrics of the whole process.
///
/// Isolation: any thread.
///
/// Source: [Prometheus text format 0.0.4](https://prometheus.io/docs/instrumenting/exposition_formats/)
public final class PrometheusMetrics: MetricsFactory {
  private enum Kind: String {
    case counter, gauge, summary
  }

  private struct Family {
    var kind: Kind
    var values: [String: Value] = [:]
  }

  private struct Value {
    var count = 0
    var sum = 0.0
    var longest = 0.0
  }

  private let families = Mutex<[String: Family]>([:])

  /// Creates an empty collection of metrics.
  public init() {}

  /// All metrics, sorted by name, each with its type.
  public var text: String {
    let families = families.withLock { $0 }
    var lines: [String] = []
    for (name, family) in families.sorted(by: { $0.key < $1.key }) {
      lines.append("# TYPE \(name) \(family.kind.rawValue)")
      for (labels, value) in family.values.sorted(by: { $0.key < $1.key }) {
        switch family.kind {
        case .counter: lines.append("\(name)\(labels) \(value.count)")
        case .gauge: lines.append("\(name)\(labels) \(value.sum)")
        case .summary:
          lines.append("\(name)_sum\(labels) \(value.sum)")
          lines.append("\(name)_count\(labels) \(value.count)")
        }
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Returns the summaries of a label: the number of values, their mean, and the largest value, in seconds.
  public func summaries(
    of label: String
  ) -> [(labels: String, count: Int, mean: Double, longest: Double)] {
    let values = families.withLock { $0[Self.name(label, .summary)]?.values } ?? [:]
    return values.sorted { $0.key < $1.key }.map { labels, value in
      (labels, value.count, value.sum / Double(max(1, value.count)), value.longest)
    }
  }

  private static func name(_ label: String, _ kind: Kind) -> String {
    let name = String(label.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    return switch kind {
    case .counter: name + "_total"
    case .gauge: name
    case .summary: name + "_seconds"
    }
  }

  private func handler(_ label: String, _ dimensions: [(String, String)], _ kind: Kind) -> Handler {
    let labels = dimensions.map { name, value in
      let value = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        .replacing("\n", with: "\\n")
      return "\(name)=\"\(value)\""
    }
    return Handler(
      metrics: self,
      name: Self.name(label, kind),
      labels: labels.isEmpty ? "" : "{\(labels.joined(separator: ","))}",
      kind: kind
    )
  }

  private final class Handler: CounterHandler, MeterHandler, RecorderHandler, TimerHandler {
    let metrics: PrometheusMetrics
    let name: String
    let labels: String
    let kind: Kind

    init(metrics: PrometheusMetrics, name: String, labels: String, kind: Kind) {
      self.metrics = metrics
      self.name = name
      self.labels = labels
      self.kind = kind
    }

    private func update(_ body: (inout Value) -> Void) {
      metrics.families.withLock { families in
        body(&families[name, default: Family(kind: kind)].values[labels, default: Value()])
      }
    }

    func increment(by amount: Int64) {
      update { $0.count = $0.count.addingReportingOverflow(Int(amount)).partialValue }
    }

    func reset() { update { $0 = Value() } }
    func set(_ value: Int64) { update { $0.sum = Double(value) } }
    func set(_ value: Double) { update { $0.sum = value } }
    func increment(by amount: Double) { update { $0.sum += amount } }
    func decrement(by amount: Double) { update { $0.sum -= amount } }
    func record(_ value: Int64) { update { $0.sum = Double(value) } }
    func record(_ value: Double) { update { $0.sum = value } }

    func recordNanoseconds(_ duration: Int64) {
      update { value in
        let seconds = Double(duration) / 1_000_000_000
        value.count += 1
        value.sum += seconds
        value.longest = max(value.longest, seconds)
      }
    }
  }

  // MARK: MetricsFactory

  /// Creates a counter.
  public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    handler(label, dimensions, .counter)
  }

  /// Creates a gauge that can increase and decrease.
  public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    handler(label, dimensions, .gauge)
  }

  /// Creates a gauge that shows the last recorded value.
  public func makeRecorder(
    label: String,
    dimensions: [(String, String)],
    aggregate: Bool
  ) -> any RecorderHandler {
    handler(label, dimensions, .gauge)
  }

  /// Creates a summary in seconds.
  public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    handler(label, dimensions, .summary)
  }

  /// Keeps the value of a discarded counter.
  public func destroyCounter(_ handler: any CounterHandler) {}

  /// Keeps the value of a discarded meter.
  public func destroyMeter(_ handler: any MeterHandler) {}

  /// Keeps the value of a discarded recorder.
  public func destroyRecorder(_ handler: any RecorderHandler) {}

  /// Keeps the value of a discarded timer.
  public func destroyTimer(_ handler: any TimerHandler) {}
}
