// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

// The blocks of `Sources/Lockstep/Lockstep.docc/Articles/Alerts.md`.

enum Album {
  struct State: Equatable {
    var alert: AlertState<AlertAction>?
    var isUploading = false
    var photos = ["Sea", "Wood"]
  }

  enum AlertAction: Equatable {
    case deleteButtonTapped
    case retryButtonTapped
  }

  enum Action: Equatable {
    case alert(PresentationAction<AlertAction>)
    case deleteAllButtonTapped
    case uploadButtonTapped
    case uploadResponse(isDone: Bool)
  }

  struct Environment: Sendable {
    var upload: @Sendable ([String]) async -> Bool
  }

  static let reducer = Reducer<State, Action, Environment> { album, action, environment in
    switch action {
    case .alert(.presented(.deleteButtonTapped)):
      album.photos = []
    case .alert(.presented(.retryButtonTapped)), .uploadButtonTapped:
      album.isUploading = true
      let photos = album.photos
      return .task { .uploadResponse(isDone: await environment.upload(photos)) }
    case .alert(.dismiss):
      break
    case .deleteAllButtonTapped:
      album.alert = .deleteAll(count: album.photos.count)
    case .uploadResponse(let isDone):
      album.isUploading = false
      if isDone == false { album.alert = .uploadFailed }
    }
    return .none
  }
  .presenting(dialog: \.alert, action: /Action.alert)
}

extension AlertState where Action == Album.AlertAction {
  static func deleteAll(count: Int) -> Self {
    Self(
      title: "Delete \(count) photos?",
      message: "This cannot be undone.",
      style: .confirmationDialog,
      buttons: [.destructive("Delete", send: .deleteButtonTapped), .cancel()]
    )
  }

  static var uploadFailed: Self {
    Self(
      title: "The photos were not uploaded.",
      primaryButton: .default("Try again", send: .retryButtonTapped),
      secondaryButton: .cancel()
    )
  }
}

enum Notices {
  struct State: Equatable {
    var alert: AlertState<AlertAction>?
    var waiting: [AlertState<AlertAction>] = []
  }

  enum AlertAction: Equatable {
    case openButtonTapped
  }

  enum Action: Equatable {
    case alert(PresentationAction<AlertAction>)
    case noticeArrived(String)
  }

  // Bad: a notice replaces the one that is being read.
  static let replacingReducer = Reducer<State, Action, Void>.withoutEffects { state, action in
    guard case .noticeArrived(let text) = action else { return }
    state.alert = AlertState(title: TextState(text))
  }
  .presenting(dialog: \.alert, action: /Action.alert)

  // Good: notices are shown one after the other.
  static let reducer = Reducer<State, Action, Void>.withoutEffects { state, action in
    guard case .noticeArrived(let text) = action else { return }
    state.waiting.append(AlertState(title: TextState(text)))
  }
  .presenting(dialog: \.alert, action: /Action.alert)
  .combined(
    with: Reducer.withoutEffects { state, _ in
      if state.alert == nil, state.waiting.isEmpty == false {
        state.alert = state.waiting.removeFirst()
      }
    }
  )
}

enum Gallery {
  struct State: Equatable {
    var album: Album.State?
    var deletions = 0
  }

  enum Action: Equatable {
    case album(PresentationAction<Album.Action>)
  }

  static let reducer = Reducer<State, Action, Album.Environment>.withoutEffects { state, action in
    if case .album(.presented(.alert(.presented(.deleteButtonTapped)))) = action {
      state.deletions += 1
    }
  }
  .presenting(\.album, action: /Action.album, Album.reducer)
}

@Suite struct AlertsArticleTests {
  @Test func `all photos are deleted after a confirmation`() {
    let store = TestStore(
      initialState: Album.State(),
      reducer: Album.reducer,
      environment: Album.Environment(
        upload: unimplemented("Album.Environment.upload", placeholder: true)
      )
    )
    store.send(.deleteAllButtonTapped) { $0.alert = .deleteAll(count: 2) }
    store.send(.alert(.dismiss)) { $0.alert = nil }

    store.send(.deleteAllButtonTapped) { $0.alert = .deleteAll(count: 2) }
    store.send(.alert(.presented(.deleteButtonTapped))) {
      $0.alert = nil
      $0.photos = []
    }
  }

  @Test func `an alert stays if its handler presents an equal alert`() {
    struct Page: Equatable {
      var alert: AlertState<Notices.AlertAction>?
    }
    let notice = AlertState<Notices.AlertAction>(
      title: "Rain",
      dismissButton: .default("Open", send: .openButtonTapped)
    )
    let store = TestStore(
      initialState: Page(alert: notice),
      reducer: Reducer<Page, PresentationAction<Notices.AlertAction>, Void>.withoutEffects {
        page,
        action in
        if case .presented = action {
          page.alert = AlertState(
            title: "Rain",
            dismissButton: .default("Open", send: .openButtonTapped)
          )
        }
      }
      .presenting(dialog: \.alert, action: .self),
      environment: ()
    )
    store.send(.presented(.openButtonTapped))
    #expect(store.state.alert == notice)
    #expect(store.state.alert?.id != notice.id)
    store.send(.dismiss) { $0.alert = nil }
    store.send(.dismiss)
  }

  @Test func `the report of an unhandled answer matches the article`() throws {
    let issues = withReportedIssues {
      let store = TestStore(
        initialState: Album.State(),
        reducer: Album.reducer,
        environment: Album.Environment(upload: { _ in true })
      )
      // The reducer that presents the alert has run.
      store.send(.alert(.presented(.deleteButtonTapped))) { $0.photos = [] }
    }
    let article = try MarkdownFile("Sources/Lockstep/Lockstep.docc/Articles/Alerts.md")
    let line = /\.swift:\d+/
    #expect(
      issues.map { $0.message.replacing(line, with: ".swift") }
        == article.blocks(in: "text").map { $0.replacing(line, with: ".swift") }
    )
  }

  @Test func `a notice waits until the user dismisses the previous notice`() {
    let store = TestStore(initialState: Notices.State(), reducer: Notices.reducer, environment: ())
    store.send(.noticeArrived("Rain")) { $0.alert = AlertState(title: "Rain") }
    store.send(.noticeArrived("Snow")) { $0.waiting = [AlertState(title: "Snow")] }
    store.send(.alert(.dismiss)) {
      $0.alert = AlertState(title: "Snow")
      $0.waiting = []
    }
    store.send(.alert(.dismiss)) { $0.alert = nil }

    let replacing = TestStore(
      initialState: Notices.State(alert: AlertState(title: "Rain")),
      reducer: Notices.replacingReducer,
      environment: ()
    )
    replacing.send(.noticeArrived("Snow")) { $0.alert = AlertState(title: "Snow") }
  }

  @Test func `dismissing an album also dismisses its alert`() {
    let store = TestStore(
      initialState: Gallery.State(album: Album.State()),
      reducer: Gallery.reducer,
      environment: Album.Environment(upload: { _ in true })
    )
    let album = store.presented(\.album, /Gallery.Action.album)
    album.send(.deleteAllButtonTapped) { $0.alert = .deleteAll(count: 2) }
    album.send(
      .alert(.presented(.deleteButtonTapped)),
      { $0 = Album.State(photos: []) },
      parent: { $0.deletions = 1 }
    )
    album.send(.deleteAllButtonTapped) { $0.alert = .deleteAll(count: 0) }
    store.send(.album(.dismiss)) { $0.album = nil }
  }

  @Test func `an upload fails twice`() {
    let store = TestStore(
      initialState: Album.State(),
      reducer: Album.reducer,
      environment: Album.Environment(upload: { _ in false })
    )
    store.send(.uploadButtonTapped) { $0.isUploading = true }
    store.receive(.uploadResponse(isDone: false)) {
      $0.alert = .uploadFailed
      $0.isUploading = false
    }
    store.send(.alert(.presented(.retryButtonTapped))) {
      $0.alert = nil
      $0.isUploading = true
    }
    store.receive(.uploadResponse(isDone: false)) {
      $0.alert = .uploadFailed
      $0.isUploading = false
    }
  }
}
