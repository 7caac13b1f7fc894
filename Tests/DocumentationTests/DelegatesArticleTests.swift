// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Synchronization
import Testing

// The blocks of `Sources/Lockstep/Lockstep.docc/Articles/Delegates.md`.

protocol BarcodeScannerDelegate: AnyObject, Sendable {
  func scanner(_ scanner: BarcodeScanner, didFind code: String)
  func scannerDidFail(_ scanner: BarcodeScanner)
  func scannerShouldBeep(_ scanner: BarcodeScanner) -> Bool
}

final class BarcodeScanner: Sendable {
  private struct Status {
    var beeps = 0
    weak var delegate: (any BarcodeScannerDelegate)?
    var isRunning = false
  }

  private let status = Mutex(Status())

  var beeps: Int { status.withLock { $0.beeps } }
  var delegate: (any BarcodeScannerDelegate)? { status.withLock { $0.delegate } }
  var isRunning: Bool { status.withLock { $0.isRunning } }

  func setDelegate(_ delegate: (any BarcodeScannerDelegate)?) {
    status.withLock { $0.delegate = delegate }
  }

  func start() { status.withLock { $0.isRunning = true } }
  func stop() { status.withLock { $0.isRunning = false } }

  /// Called by the hardware; `nil` if it cannot be reached.
  func hold(_ code: String?) {
    guard isRunning, let delegate else { return }
    guard let code else { return delegate.scannerDidFail(self) }
    if delegate.scannerShouldBeep(self) { status.withLock { $0.beeps += 1 } }
    delegate.scanner(self, didFind: code)
  }
}

struct ScannerClient: Sendable {
  enum Event: Equatable {
    case failed
    case found(String)
  }

  var scan: @Sendable (_ beeps: Bool) -> Effect<Event, Never>
}

extension ScannerClient {
  static let failing = Self(scan: { _ in .failing("ScannerClient.scan is unimplemented") })

  static func live(_ scanner: BarcodeScanner) -> Self {
    Self(scan: { beeps in
      .run(name: "scan") { subscriber in
        let delegate = ScannerDelegate(beeps: beeps, send: subscriber.send)
        scanner.setDelegate(delegate)
        scanner.start()
        return AnyCancellable {
          scanner.stop()
          withExtendedLifetime(delegate) { scanner.setDelegate(nil) }
        }
      }
    })
  }
}

final class ScannerDelegate: BarcodeScannerDelegate {
  private let beeps: Bool
  private let send: @Sendable (ScannerClient.Event) -> Void

  init(beeps: Bool, send: @escaping @Sendable (ScannerClient.Event) -> Void) {
    self.beeps = beeps
    self.send = send
  }

  func scanner(_ scanner: BarcodeScanner, didFind code: String) { send(.found(code)) }
  func scannerDidFail(_ scanner: BarcodeScanner) { send(.failed) }
  func scannerShouldBeep(_ scanner: BarcodeScanner) -> Bool { beeps }
}

// Bad: nothing keeps the delegate.
func scanForAMoment(_ scanner: BarcodeScanner) -> Effect<ScannerClient.Event, Never> {
  .run { subscriber in
    scanner.setDelegate(ScannerDelegate(beeps: true, send: subscriber.send))
    scanner.start()
    return AnyCancellable { scanner.stop() }
  }
}

enum Checkout {
  struct State: Equatable {
    var codes: [String] = []
    var isScanning = false
    var message: String?

    /// Whether each code is confirmed by a sound; `nil` while the scanner is off.
    var beeps: Bool? { isScanning ? true : nil }
  }

  enum Action: Equatable {
    case scanButtonTapped
    case scanner(ScannerClient.Event)
  }

  static let reducer = Reducer<State, Action, ScannerClient>.withoutEffects { checkout, action in
    switch action {
    case .scanButtonTapped:
      checkout.isScanning.toggle()
    case .scanner(.failed):
      checkout.isScanning = false
      checkout.message = "The scanner cannot be reached."
    case .scanner(.found(let code)):
      checkout.codes.append(code)
    }
  }
  .subscription(to: \.beeps) { beeps, scanner in
    scanner.scan(beeps).map(Action.scanner)
  }
}

struct SharedScannerClient: Sendable {
  var events: @Sendable () -> Effect<ScannerClient.Event, Never>
  var start: @Sendable () -> Void
  var stop: @Sendable () -> Void
}

extension SharedScannerClient {
  static func live(_ scanner: BarcodeScanner) -> Self {
    let events = Subject<ScannerClient.Event, Never>(name: "scanner")
    let delegate = ScannerDelegate(beeps: true, send: events.send)
    scanner.setDelegate(delegate)
    return Self(
      events: { events.effect },
      start: { withExtendedLifetime(delegate) { scanner.start() } },
      stop: { scanner.stop() }
    )
  }
}

extension BarcodeScanner {
  func events() -> AsyncStream<ScannerClient.Event> {
    AsyncStream { continuation in
      let delegate = ScannerDelegate(beeps: true, send: { continuation.yield($0) })
      setDelegate(delegate)
      start()
      continuation.onTermination = { _ in
        self.stop()
        withExtendedLifetime(delegate) { self.setDelegate(nil) }
      }
    }
  }
}

@Suite struct DelegatesArticleTests {
  @Test func `a code is found, and then the scanner fails`() {
    let scanner = Subject<ScannerClient.Event, Never>()
    let store = TestStore(
      initialState: Checkout.State(),
      reducer: Checkout.reducer,
      environment: ScannerClient(scan: { _ in scanner.effect })
    )
    store.send(.scanButtonTapped) { $0.isScanning = true }
    scanner.send(.found("4006381"))
    store.receive(.scanner(.found("4006381"))) { $0.codes = ["4006381"] }
    scanner.send(.failed)
    store.receive(.scanner(.failed)) {
      $0.isScanning = false
      $0.message = "The scanner cannot be reached."
    }
  }

  @Test func `the scanner runs as long as the effect`() {
    let scanner = BarcodeScanner()
    let events = Recorder<[ScannerClient.Event]>([])
    let work = ScannerClient.live(scanner).scan(true)
      .sink { event in events.update { $0.append(event) } }
    scanner.hold("4006381")
    scanner.hold(nil)
    #expect(events.value == [.found("4006381"), .failed])
    #expect(scanner.beeps == 1)

    work.cancel()
    scanner.hold("4006382")
    #expect(events.value.count == 2)
    #expect(scanner.delegate == nil)
    #expect(scanner.isRunning == false)
  }

  @Test func `a scan button starts and stops the live scanner`() {
    let scanner = BarcodeScanner()
    let store = TestStore(
      initialState: Checkout.State(),
      reducer: Checkout.reducer,
      environment: .live(scanner)
    )
    store.send(.scanButtonTapped) { $0.isScanning = true }
    #expect(scanner.isRunning)
    scanner.hold("1")
    store.receive(.scanner(.found("1"))) { $0.codes = ["1"] }
    store.send(.scanButtonTapped) { $0.isScanning = false }
    #expect(scanner.isRunning == false)
  }

  @Test func `a delegate that nothing retains receives no events`() {
    let scanner = BarcodeScanner()
    let events = Recorder<[ScannerClient.Event]>([])
    let work = scanForAMoment(scanner).sink { event in events.update { $0.append(event) } }
    #expect(scanner.isRunning)
    #expect(scanner.delegate == nil)
    scanner.hold("1")
    #expect(events.value == [])
    work.cancel()
  }

  @Test func `a second scan replaces the delegate of the first`() {
    let scanner = BarcodeScanner()
    let client = ScannerClient.live(scanner)
    let first = Recorder<[ScannerClient.Event]>([])
    let second = Recorder<[ScannerClient.Event]>([])
    let works = [
      client.scan(true).sink { event in first.update { $0.append(event) } },
      client.scan(false).sink { event in second.update { $0.append(event) } },
    ]
    scanner.hold("1")
    #expect(first.value == [])
    #expect(second.value == [.found("1")])
    #expect(scanner.beeps == 0)
    for work in works { work.cancel() }
  }

  @Test func `a scan through a failing client is reported`() {
    let issues = withReportedIssues {
      let store = TestStore(
        initialState: Checkout.State(),
        reducer: Checkout.reducer,
        environment: .failing
      )
      store.send(.scanButtonTapped) { $0.isScanning = true }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.hasPrefix("ScannerClient.scan is unimplemented") == true)
  }

  @Test func `two features listen to one scanner`() {
    let scanner = BarcodeScanner()
    let client = SharedScannerClient.live(scanner)
    let codes = Recorder<[String]>([])
    func listen(_ name: String) -> Effect<Void, Never> {
      client.events().map { event in codes.update { $0.append("\(name): \(event)") } }
    }
    let work = Effect.merge(
      listen("Till"),
      listen("Shelf"),
      .fireAndForget { client.start() }
    )
    .sink { _ in }
    scanner.hold("1")
    #expect(codes.value == ["Till: found(\"1\")", "Shelf: found(\"1\")"])
    work.cancel()
  }

  @Test func `a sequence of events becomes an effect`() async {
    let scanner = BarcodeScanner()
    let codes = Effect(scanner.events()).prefix(1)
    scanner.hold("4006381")
    #expect(await codes.value() == .found("4006381"))
  }
}
