// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

// The blocks of `Sources/Lockstep/Lockstep.docc/Articles/Alerts.md`.

struct AlbumState: Equatable {
  var alert: AlertState<AlbumAlertAction>?
  var isUploading = false
  var photos = ["Sea", "Wood"]
}

enum AlbumAlertAction: Equatable {
  case deleteButtonTapped
  case retryButtonTapped
}

enum AlbumAction: Equatable {
  case alert(PresentationAction<AlbumAlertAction>)
  case deleteAllButtonTapped
  case uploadButtonTapped
  case uploadResponse(isDone: Bool)
}

struct AlbumEnvironment: Sendable {
  var upload: @Sendable ([String]) async -> Bool
}

let albumReducer = Reducer<AlbumState, AlbumAction, AlbumEnvironment> {
  album,
  action,
  environment in
  switch action {
  case .alert(.presented(.deleteButtonTapped)):
    album.photos = []
    return .none
  case .alert(.presented(.retryButtonTapped)), .uploadButtonTapped:
    album.isUploading = true
    let photos = album.photos
    return .task { .uploadResponse(isDone: await environment.upload(photos)) }
  case .alert(.dismiss):
    return .none
  case .deleteAllButtonTapped:
    album.alert = .deleteAll(count: album.photos.count)
    return .none
  case .uploadResponse(let isDone):
    album.isUploading = false
    if isDone == false { album.alert = .uploadFailed }
    return .none
  }
}
.presenting(dialog: \.alert, action: /AlbumAction.alert)

extension AlertState where Action == AlbumAlertAction {
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

struct NoticesState: Equatable {
  var alert: AlertState<NoticeAlertAction>?
  var waiting: [AlertState<NoticeAlertAction>] = []
}

enum NoticeAlertAction: Equatable {
  case openButtonTapped
}

enum NoticesAction: Equatable {
  case alert(PresentationAction<NoticeAlertAction>)
  case noticeArrived(String)
}

// Bad: a notice replaces the one that is being read.
let replacingNoticesReducer = Reducer<NoticesState, NoticesAction, Void> { state, action, _ in
  guard case .noticeArrived(let text) = action else { return .none }
  state.alert = AlertState(title: TextState(text))
  return .none
}
.presenting(dialog: \.alert, action: /NoticesAction.alert)

// Good: notices are shown one after the other.
let noticesReducer = Reducer<NoticesState, NoticesAction, Void> { state, action, _ in
  guard case .noticeArrived(let text) = action else { return .none }
  state.waiting.append(AlertState(title: TextState(text)))
  return .none
}
.presenting(dialog: \.alert, action: /NoticesAction.alert)
.combined(
  with: Reducer { state, _, _ in
    if state.alert == nil, state.waiting.isEmpty == false {
      state.alert = state.waiting.removeFirst()
    }
    return .none
  }
)

struct GalleryState: Equatable {
  var album: AlbumState?
  var deletions = 0
}

enum GalleryAction: Equatable {
  case album(PresentationAction<AlbumAction>)
}

let galleryReducer = Reducer<GalleryState, GalleryAction, AlbumEnvironment> { state, action, _ in
  if case .album(.presented(.alert(.presented(.deleteButtonTapped)))) = action {
    state.deletions += 1
  }
  return .none
}
.presenting(\.album, action: /GalleryAction.album, albumReducer)

@Suite struct AlertsArticleTests {
  @Test func `all photos are deleted after a confirmation`() {
    let store = TestStore(
      initialState: AlbumState(),
      reducer: albumReducer,
      environment: AlbumEnvironment(
        upload: unimplemented("AlbumEnvironment.upload", placeholder: true)
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

  @Test func `an equal alert that a handler shows again stays`() {
    struct Page: Equatable {
      var alert: AlertState<NoticeAlertAction>?
    }
    let notice = AlertState<NoticeAlertAction>(
      title: "Rain",
      dismissButton: .default("Open", send: .openButtonTapped)
    )
    let store = TestStore(
      initialState: Page(alert: notice),
      reducer: Reducer<Page, PresentationAction<NoticeAlertAction>, Void> { page, action, _ in
        if case .presented = action {
          page.alert = AlertState(
            title: "Rain",
            dismissButton: .default("Open", send: .openButtonTapped)
          )
        }
        return .none
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

  @Test func `the report of an unhandled answer is the one in the article`() throws {
    let issues = withReportedIssues {
      let store = TestStore(
        initialState: AlbumState(),
        reducer: albumReducer,
        environment: AlbumEnvironment(upload: { _ in true })
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

  @Test func `a notice waits until the one before was read`() {
    let store = TestStore(initialState: NoticesState(), reducer: noticesReducer, environment: ())
    store.send(.noticeArrived("Rain")) { $0.alert = AlertState(title: "Rain") }
    store.send(.noticeArrived("Snow")) { $0.waiting = [AlertState(title: "Snow")] }
    store.send(.alert(.dismiss)) {
      $0.alert = AlertState(title: "Snow")
      $0.waiting = []
    }
    store.send(.alert(.dismiss)) { $0.alert = nil }

    let replacing = TestStore(
      initialState: NoticesState(alert: AlertState(title: "Rain")),
      reducer: replacingNoticesReducer,
      environment: ()
    )
    replacing.send(.noticeArrived("Snow")) { $0.alert = AlertState(title: "Snow") }
  }

  @Test func `the alert of an album goes with the album`() {
    let store = TestStore(
      initialState: GalleryState(album: AlbumState()),
      reducer: galleryReducer,
      environment: AlbumEnvironment(upload: { _ in true })
    )
    let album = store.presented(\.album, /GalleryAction.album)
    album.send(.deleteAllButtonTapped) { $0.alert = .deleteAll(count: 2) }
    album.send(
      .alert(.presented(.deleteButtonTapped)),
      { $0 = AlbumState(photos: []) },
      parent: { $0.deletions = 1 }
    )
    album.send(.deleteAllButtonTapped) { $0.alert = .deleteAll(count: 0) }
    store.send(.album(.dismiss)) { $0.album = nil }
  }

  @Test func `an upload fails twice`() {
    let store = TestStore(
      initialState: AlbumState(),
      reducer: albumReducer,
      environment: AlbumEnvironment(upload: { _ in false })
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
