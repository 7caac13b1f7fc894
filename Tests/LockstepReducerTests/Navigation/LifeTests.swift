// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Tests that the store finds added and removed children by reading only, without copies, until nothing changes.
@Suite struct LifeTests {
  // MARK: By reading only

  /// A state that counts how often its parts are set.
  private struct Sealed: Equatable, Sendable {
    enum Destination: Equatable, Sendable {
      case sheet(Int)
      case alert
    }

    struct Part: Equatable, Identifiable, Sendable { var id = 1 }

    var destination: Destination? = .alert
    var sets = 0
    var observed: Int? = 1 { didSet { sets += 1 } }
    var path: StackState<Int> = [1] { didSet { sets += 1 } }
    var part = Part() { didSet { sets += 1 } }

    /// The sheet, or `nil` while an alert is presented.
    var sheet: Int? {
      get { if case .sheet(let sheet) = destination { sheet } else { nil } }
      set {
        sets += 1
        destination = newValue.map { .sheet($0) }
      }
    }
  }

  private enum SealedAction: Sendable {
    case sheet(PresentationAction<Int>)
    case observed(PresentationAction<Int>)
    case optional(Int)
    case path(StackAction<Int, Int>)
    case part(Int)
    case nothing
  }

  @Test func `a turn without changes sets no properties`() {
    let child = Reducer<Int, Int, Void>.empty.onMount { _, _ in .none }.onUnmount { _, _ in .none }
    let part = Reducer<Sealed.Part, Int, Void>.empty.onUnmount { _, _ in .none }
    let reducer = Reducer<Sealed, SealedAction, Void>.combine(
      child.forEach(stack: \.path, action: /SealedAction.path),
      part.pullback(state: \.part, action: /SealedAction.part),
      child.pullback(
        state: OptionalPath<Sealed, Int>(\.sheet),
        action: /SealedAction.optional
      )
    )
    .presenting(\.sheet, action: /SealedAction.sheet, child)
    .presenting(\.observed, action: /SealedAction.observed, child)
    let store = ManualStore(initialState: Sealed(), reducer: reducer, environment: ())
    for _ in 0..<10 { store.send(.nothing) }
    #expect(store.store.state == Sealed())
    // If nothing is presented, a dismissal also changes nothing.
    store.send(.sheet(.dismiss))
    store.send(.path(.popFrom(id: 0)))
    #expect(store.store.sets == 1)
    #expect(store.store.destination == .alert)
  }

  @Test func `a parent's change for an output is stored at every kind of place`() {
    struct Middle: Equatable, Sendable {
      var child: Int? = 1
      var received = 0
    }
    struct Outer: Equatable, Sendable {
      var stored = Middle()
      var observed = Middle() { didSet {} }
      var optional: Middle? = Middle()
      var path: StackState<Middle> = [Middle()]
    }
    enum MiddleAction: Sendable {
      case child(PresentationAction<LodgerAction>)
      case take
    }
    enum Action: Sendable {
      case stored(MiddleAction)
      case observed(MiddleAction)
      case optional(PresentationAction<MiddleAction>)
      case path(StackAction<Middle, MiddleAction>)
    }
    let middle = Reducer<Middle, MiddleAction, Void> { state, action, _ in
      if case .take = action { state.child = nil }
      return .none
    }
    .presenting(
      \.child,
      action: /MiddleAction.child,
      Reducer<Int, LodgerAction, Void>.empty.onUnmount { _, _ in .output(.hello("")) }
    )
    .onOutput(of: LodgerAction.self) { _, state, _, _ in
      state.received += 1
      return .none
    }
    let reducer = Reducer<Outer, Action, Void>.combine(
      middle.pullback(state: \.stored, action: /Action.stored),
      middle.pullback(state: \.observed, action: /Action.observed),
      middle.forEach(stack: \.path, action: /Action.path)
    )
    .presenting(\.optional, action: /Action.optional, middle)
    let store = ManualStore(initialState: Outer(), reducer: reducer, environment: ())
    store.send(.stored(.take))
    store.send(.observed(.take))
    store.send(.optional(.presented(.take)))
    store.send(.path(.element(id: 0, action: .take)))
    let childless = Middle(child: nil, received: 1)
    var expected = Outer(stored: childless, observed: childless, optional: childless)
    expected.path[id: 0] = childless
    #expect(store.store.state == expected)
  }

  // MARK: Without copies

  @Test func `a state changed by its own reducer is not copied`() {
    struct Large: Equatable { var numbers = Array(repeating: 0, count: 10_000) }
    struct Parent: Equatable {
      var presented: Large? = Large()
      var stack: StackState<Large> = [Large()]
    }
    enum Action: Sendable {
      case presented(PresentationAction<Int>)
      case stack(StackAction<Large, Int>)
    }
    let addresses = Recorder<Set<Int>>([])
    let large = Reducer<Large, Int, Void> { state, index, _ in
      state.numbers[index] += 1
      let address = state.numbers.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
      addresses.update { $0.insert(address) }
      return .none
    }
    .onUnmount { _, _ in .none }
    let reducer = large.forEach(
      stack: \Parent.stack,
      action: /Action.stack
    )
    .presenting(\.presented, action: /Action.presented, large)
    let store = ManualStore(initialState: Parent(), reducer: reducer, environment: ())
    for index in 0..<30 {
      store.send(.presented(.presented(index)))
      store.send(.stack(.element(id: 0, action: index)))
    }
    // The first state was copied when the store took it, and both are one buffer until then.
    #expect(addresses.value.count == 2)
  }

  @Test func `a part that always exists is not copied when its parent changes it`() {
    struct Part: Equatable { var numbers = Array(repeating: 0, count: 10_000) }
    struct Parent: Equatable { var part = Part() }
    let addresses = Recorder<Set<Int>>([])
    let reducer = Reducer<Parent, Int, Void>.combine(
      Reducer<Part, Int, Void>.empty.onUnmount { _, _ in .none }
        .pullback(state: \.part, action: .`self`),
      Reducer { state, index, _ in
        state.part.numbers[index] += 1
        let address = state.part.numbers.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
        addresses.update { $0.insert(address) }
        return .none
      }
    )
    let store = ManualStore(initialState: Parent(), reducer: reducer, environment: ())
    for index in 0..<30 { store.send(index) }
    #expect(addresses.value.count == 1)
  }

  // MARK: Lives

  private struct Nest: Equatable, Sendable {
    var ticks = 0
    var lodger: Lodger? = Lodger()
  }

  private enum NestAction: FeatureAction {
    case lodger(PresentationAction<LodgerAction>)
    case tick

    typealias Output = String
  }

  @Test func `a child presented again for its output has no effects of the previous child`() {
    struct Tree: Equatable, Sendable {
      var presented: Nest? = Nest()
      var optional: Nest? = Nest()
    }
    enum Action: Sendable {
      case presented(PresentationAction<NestAction>)
      case optional(NestAction)
      case clear
      case nothing
    }
    let (ticks, notes) = (Subject<Void, Never>(), Subject<Void, Never>())
    let nest = Reducer<Nest, NestAction, Register> { state, action, _ in
      if case .tick = action { state.ticks += 1 }
      return .none
    }
    .presenting(\.lodger, action: /NestAction.lodger, lodgerReducer)
    .onMount { _, _ in ticks.effect.map { .tick } }
    .onUnmount { _, _ in .output("unmounted") }
    let reducer = Reducer<Tree, Action, Register>.combine(
      nest.optional().pullback(state: \.optional, action: /Action.optional),
      Reducer { state, action, _ in
        if case .clear = action { state = Tree(presented: nil, optional: nil) }
        return .none
      }
    )
    .presenting(\.presented, action: /Action.presented, nest)
    .onOutput(of: NestAction.self) { _, state, _, _ in
      state = Tree()
      return .none
    }
    let register = Register(onMount: { _ in notes.effect.map { .note(1) } })
    let store = ManualStore(initialState: Tree(), reducer: reducer, environment: register)
    func advance() {
      ticks.send(())
      notes.send(())
      store.send(.nothing)
    }
    advance()
    let once = Nest(ticks: 1, lodger: Lodger(notes: [1]))
    #expect(store.store.state == Tree(presented: once, optional: once))
    store.send(.clear)
    #expect(store.store.state == Tree())
    advance()
    advance()
    let twice = Nest(ticks: 2, lodger: Lodger(notes: [1, 1]))
    #expect(store.store.state == Tree(presented: twice, optional: twice))
  }

  @Test func `a row of a recursive reducer is independent of the enclosing row`() {
    struct Folder: Equatable, Identifiable, Sendable {
      var id: Int
      var editor: String?
      var folders: IdentifiedArrayOf<Folder> = []
      var rows: [Folder] = []
    }
    enum FolderAction: Sendable {
      indirect case folder(id: Int, action: FolderAction)
      indirect case row(Int, FolderAction)
      case editor(PresentationAction<String>)
    }
    let drafts = Recorder<[String]>([])
    let reducer = Reducer<Folder, FolderAction, Void>.recursive { folder in
      Reducer.combine(
        folder.forEach(state: \.folders, action: /FolderAction.folder),
        folder.forEach(state: \.rows, action: /FolderAction.row),
        Reducer { state, action, _ in
          switch action {
          case .folder(_, .editor(.presented("last"))), .row(_, .editor(.presented("last"))):
            state.editor = nil
          default: break
          }
          return .none
        }
      )
      .presenting(
        \.editor,
        action: /FolderAction.editor,
        Reducer<String, String, Void> { state, text, _ in
          state = text
          return .none
        }
        .onUnmount { draft, _ in
          drafts.update { $0.append(draft) }
          return .none
        }
      )
    }
    for row in [
      FolderAction.folder(id: 1, action: .editor(.presented("last"))),
      .row(0, .editor(.presented("last"))),
    ] {
      let inner = Folder(id: 1, editor: "")
      let store = ManualStore(
        initialState: Folder(id: 0, editor: "", folders: [inner], rows: [inner]),
        reducer: reducer,
        environment: ()
      )
      store.send(.editor(.presented("whole")))
      store.send(row)
      #expect(drafts.value == ["whole"])
      drafts.set([])
    }
  }

  @Test func `children that keep replacing each other are reported`() {
    struct Page: Equatable, Identifiable, Sendable { var id: Int }
    enum PageAction: FeatureAction {
      case none

      typealias Output = Int
    }
    struct Book: Equatable, Sendable { var page: Page? }
    enum Action: Sendable {
      case page(PresentationAction<PageAction>)
      case open
    }
    let reducer = Reducer<Book, Action, Void> { state, action, _ in
      if case .open = action { state.page = Page(id: 1) }
      return .none
    }
    .presenting(
      \.page,
      action: /Action.page,
      Reducer<Page, PageAction, Void>.empty.onMount { state, _ in .output(state.id) }
    )
    .onOutput(of: PageAction.self) { id, state, _, _ in
      state.page = Page(id: id + 1)
      return .none
    }
    let issues = withReportedIssues {
      let store = ManualStore(initialState: Book(), reducer: reducer, environment: ())
      store.send(.open)
      #expect(store.store.page == Page(id: 101))
    }
    #expect(
      issues.map(\.message) == [
        """
        Children kept appearing and being removed within one turn.

        Children: \\Book.page

        After 100 rounds, a parent still added or removed children in response to outputs of 'onMount' or 'onUnmount'. \
        'onMount' of the last children may not have run. Do not present a child in 'onOutput' that sends the same \
        output again from 'onMount' or 'onUnmount'.
        """
      ]
    )
  }
}
