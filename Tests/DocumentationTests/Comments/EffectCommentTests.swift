// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Lockstep
import LockstepTesting
import Synchronization
import Testing

/// The examples in the comments of `Sources/Lockstep/Effects`: what effects are made from, and how they
/// are run.
@Suite struct EffectCommentTests {
  struct MessageEnvironment: Sendable {
    var messages: @Sendable () -> Effect<String, Never>
  }

  private let console = Console()

  @Test func `values of an effect are printed`() {
    let console = console
    @Sendable func print(_ values: Any...) { console.print(values) }
    let environment = MessageEnvironment(messages: { Effect(value: "Hello") })
    var cancellables: Set<AnyCancellable> = []
    environment.messages()
      .sink { print($0) }
      .store(in: &cancellables)
    #expect(console.lines == ["Hello"])
    #expect(cancellables.count == 1)
  }

  struct PlayerEnvironment: Sendable {
    var player: @Sendable () -> Effect<String, CancellationError>
  }

  @Test func `a sink prints the values of an effect and its completion`() {
    let console = console
    @Sendable func print(_ values: Any...) { console.print(values) }
    let environment = PlayerEnvironment(player: { Effect(value: "Blob") })
    let cancellable = environment.player()
      .sink(receiveCompletion: { print("ended:", $0) }, receiveValue: { print($0) })
    #expect(console.lines == ["Blob", "ended: finished"])
    cancellable.cancel()
  }

  @Test func `a loop awaits the values of an effect`() async {
    let console = console
    @Sendable func print(_ values: Any...) { console.print(values) }
    let environment = MessageEnvironment(messages: {
      .merge(Effect(value: "Hello"), Effect(value: "World"))
    })
    for await message in environment.messages().values() {
      print(message)
    }
    #expect(console.lines == ["Hello", "World"])
  }

  struct CurrentPlayerEnvironment: Sendable {
    var currentPlayer: @Sendable () -> Effect<String, CancellationError>
  }

  @Test func `a task awaits the single value of an effect`() async throws {
    let environment = CurrentPlayerEnvironment(currentPlayer: { Effect(value: "Blob") })
    let player = try await environment.currentPlayer().value()
    #expect(player == "Blob")
  }

  final class LocationManager: Sendable {
    typealias Observer = @Sendable (String) -> Void
    private let observers = Mutex<[Int: Observer]>([:])

    func observe(_ observer: @escaping Observer) -> Int {
      observers.withLock {
        $0[$0.count] = observer
        return $0.count - 1
      }
    }

    func remove(_ key: Int) {
      observers.withLock { $0[key] = nil }
    }

    func move(to place: String) {
      for observer in observers.withLock({ Array($0.values) }) { observer(place) }
    }
  }

  @Test func `an effect wraps an API that calls back several times`() {
    let locationManager = LocationManager()
    let places = Recorder<[String]>([])
    let cancellable = locations(locationManager).sink { place in
      places.update { $0.append(place) }
    }
    locationManager.move(to: "Berlin")
    cancellable.cancel()
    locationManager.move(to: "Hamburg")
    #expect(places.value == ["Berlin"])
  }

  private func locations(_ locationManager: LocationManager) -> Effect<String, Never> {
    .run { subscriber in
      let observer = locationManager.observe { subscriber.send($0) }
      return AnyCancellable { locationManager.remove(observer) }
    }
  }

  final class NotificationCenter: Sendable {
    func requestAuthorization(_ completion: @Sendable (Bool) -> Void) {
      completion(true)
    }
  }

  @Test func `a future wraps an API that calls back once`() async {
    #expect(await authorization(NotificationCenter()).value() == true)
  }

  private func authorization(_ notificationCenter: NotificationCenter) -> Effect<Bool, Never> {
    .future { callback in
      notificationCenter.requestAuthorization { callback(.success($0)) }
    }
  }

  @Test func `cancelling a cancellable ends its activity`() {
    let isRunning = Recorder(true)
    cancellable(StoppableManager { isRunning.set(false) }).cancel()
    #expect(isRunning.value == false)
  }

  struct StoppableManager: Sendable {
    var stop: @Sendable () -> Void
  }

  private func cancellable(_ manager: StoppableManager) -> AnyCancellable {
    let locationManager = manager
    return AnyCancellable { locationManager.stop() }
  }

  enum Status: Equatable, Sendable {
    case busy
    case done
  }

  struct StatusEnvironment: Sendable {
    var status: @Sendable () -> Effect<Status, Never>
  }

  @Test func `an effect repeats itself`() async {
    let answers = Recorder<[Status]>([.done, .busy])
    let environment = StatusEnvironment(
      status: {
        .sync {
          var answer = Status.done
          answers.update { answer = $0.popLast() ?? .done }
          return answer
        }
      }
    )
    @Sendable func poll() -> Effect<Status, Never> {
      .concatenate(environment.status(), .lazy { poll() })
    }
    var found: [Status] = []
    for await status in poll().prefix(2).values() { found.append(status) }
    #expect(found == [.busy, .done])
  }

  struct AudioPlayer: Sendable {
    enum Sound: Equatable, Sendable {
      case win
    }

    var play: @Sendable (Sound) -> Effect<Never, Never>
  }

  struct AudioEnvironment: Sendable {
    var audioPlayer: AudioPlayer
  }

  @Test func `a fire-and-forget effect sends no value`() async {
    let played = Recorder<AudioPlayer.Sound?>(nil)
    let environment = AudioEnvironment(
      audioPlayer: AudioPlayer(play: { sound in .fireAndForget { played.set(sound) } })
    )
    #expect(await win(environment).value() == nil)
    #expect(played.value == .win)
  }

  private func win(_ environment: AudioEnvironment) -> Effect<Int, Never> {
    environment.audioPlayer.play(.win).fireAndForget()
  }

  @Test func `a failing dependency reports its name`() {
    let issues = withReportedIssues {
      let cancellable = StoreKitClient.failing.requestReview().sink { _ in }
      cancellable.cancel()
    }
    #expect(
      issues.map(\.message) == [
        "StoreKitClient.requestReview is unimplemented - A failing effect ran."
      ]
    )
  }

  struct FactEnvironment: Sendable {
    var fact: @Sendable (Int) async -> String
  }

  @Test func `a task effect sends one value`() async {
    let environment = FactEnvironment(fact: { "\($0) is a good number." })
    #expect(await fact(of: 2, environment).value() == "2 is a good number.")
  }

  private func fact(of count: Int, _ environment: FactEnvironment) -> Effect<String, Never> {
    .task { await environment.fact(count) }
  }

  enum ChatAction: Equatable {
    case messageReceived(String)
  }

  struct ChatEnvironment: Sendable {
    var messages: @Sendable () -> AsyncStream<String>
  }

  @Test func `a task sends many values`() async {
    let environment = ChatEnvironment(
      messages: {
        AsyncStream {
          $0.yield("Hello")
          $0.yield("World")
          $0.finish()
        }
      }
    )
    var actions: [ChatAction] = []
    for await action in chat(environment).values() { actions.append(action) }
    #expect(actions == [.messageReceived("Hello"), .messageReceived("World")])
  }

  private func chat(_ environment: ChatEnvironment) -> Effect<ChatAction, Never> {
    .run { send in
      for await message in environment.messages() {
        send(.messageReceived(message))
      }
    }
  }

  enum LoadAction: Equatable {
    case showLoading
    case loaded(String)
  }

  struct LoadEnvironment: Sendable {
    var load: @Sendable () async -> String
  }

  @Test func `a sent value may be animated`() async {
    let environment = LoadEnvironment(load: { "Blob" })
    var actions: [LoadAction] = []
    for await action in load(environment).values() { actions.append(action) }
    #expect(actions == [.showLoading, .loaded("Blob")])
  }

  private func load(_ environment: LoadEnvironment) -> Effect<LoadAction, Never> {
    .run { send in
      send(.showLoading, animation: .easeIn)
      send(.loaded(await environment.load()))
    }
  }

  struct SocketEnvironment: Sendable {
    var connect: @Sendable (_ receive: @escaping @Sendable (String) -> Void) -> Socket
  }

  struct Socket: Sendable {
    var close: @Sendable () -> Void
    var waitForEnd: @Sendable () async -> Void
  }

  enum SocketAction: Equatable {
    case received(String)
  }

  @Test func `open resources are closed when an effect ends`() async {
    let (ends, end) = AsyncStream<Void>.makeStream()
    let environment = SocketEnvironment { receive in
      receive("Hello")
      return Socket(close: { end.finish() }, waitForEnd: {})
    }
    var actions: [SocketAction] = []
    for await action in listen(environment).values() { actions.append(action) }
    #expect(actions == [.received("Hello")])
    for await _ in ends {}
  }

  private func listen(_ environment: SocketEnvironment) -> Effect<SocketAction, Never> {
    .run { send in
      let socket = environment.connect { send(.received($0)) }
      send.onTermination { socket.close() }
      await socket.waitForEnd()
    }
  }
}

private struct StoreKitClient: Sendable {
  var requestReview: @Sendable () -> Effect<Never, Never>

  static let failing = Self(
    requestReview: { .failing("StoreKitClient.requestReview is unimplemented") }
  )
}
