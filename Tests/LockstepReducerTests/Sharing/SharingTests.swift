// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Tests a value that is stored once and shared by several features.
@Suite struct SharingTests {
  private typealias ArchiveTestStore = TestStore<Archive, ArchiveAction, ArchiveWorld>

  private func makeStore(_ world: ArchiveWorld) -> ManualStore<Archive, ArchiveAction> {
    ManualStore(
      initialState: Archive(pages: Array(0..<10_000)),
      reducer: archiveReducer,
      environment: world
    )
  }

  @Test func `the shared value keeps its address at every place`() {
    let world = ArchiveWorld()
    let store = makeStore(world)
    let subject = Subject<PageEditorAction, Never>()
    store.send(.set { $0.path = [.editor(PageEditor(page: 1)), .list(PageList())] })
    // While effects run, the store checks for the children after each turn.
    store.send(.path(.element(id: 0, action: .editor(.start(subject.effect)))))
    store.send(.list(.editTapped(2)))
    store.send(.path(.element(id: 1, action: .list(.editTapped(3)))))
    for _ in 0..<10 {
      store.send(.list(.turn(0)))
      store.send(.list(.editor(.presented(.add(1)))))
      store.send(.path(.element(id: 0, action: .editor(.add(1)))))
      store.send(.path(.element(id: 1, action: .list(.turn(0)))))
      store.send(.path(.element(id: 1, action: .list(.editor(.presented(.add(1)))))))
      subject.send(.add(1))
      store.send(.pageAdded)
    }
    // The archive receives the output that a removed editor sends, and changes the value.
    store.send(.list(.editor(.presented(.doneTapped))))
    store.send(.path(.element(id: 1, action: .list(.editor(.presented(.doneTapped))))))
    #expect(world.addresses.value.count == 1)
    let state = store.store.state
    #expect(Array(state.pages[0..<5]) == [30, 21, 1_012, 1_013, 4])
    #expect(state.done == [2, 3])
    #expect(state.list == PageList(turned: 10))
  }

  @Test func `a change is asserted once and exhaustively`() {
    let world = ArchiveWorld()
    let store = ArchiveTestStore(
      initialState: Archive(path: [.list(PageList())], pages: [0, 0, 0]),
      reducer: archiveReducer,
      environment: world
    )
    store.send(.list(.turn(1))) {
      $0.list.turned = 1
      $0.pages[1] = 1
    }
    store.send(.path(.element(id: 0, action: .list(.turn(1))))) {
      $0.path[id: 0] = .list(PageList(turned: 1))
      $0.pages[1] = 2
    }
    withKnownIssue {
      store.send(.list(.turn(2))) { $0.list.turned = 2 }
    } matching: { issue in
      "\(issue)".contains("pages: [")
    }
    // The wrong part of the assertion is as it is in the state from here on.
    store.send(.list(.turn(2))) {
      $0.list.turned = 3
      $0.pages[2] = 2
    }
  }

  @Test func `a feature is tested with its local state and the shared value`() {
    let store = TestStore(
      initialState: Sharing(PageList(), [0, 0]),
      reducer: pageListReducer,
      environment: ArchiveWorld()
    )
    store.send(.turn(1)) {
      $0.turned = 1
      $0.shared = [0, 1]
    }
    store.send(.turn(0)) {
      $0.local.turned = 2
      $0.shared[0] = 1
    }
  }

  /// Shared values are not global, so several runs of the test do not interfere.
  @Test(arguments: 0..<16) func `tests with a shared value run in parallel`(number: Int) {
    let store = ArchiveTestStore(
      initialState: Archive(pages: [number]),
      reducer: archiveReducer,
      environment: ArchiveWorld()
    )
    for turn in 1...20 {
      store.send(.list(.turn(0))) {
        $0.list.turned = turn
        $0.pages[0] = number + turn
      }
    }
  }

  // MARK: Children that appear and go

  @Test func `onMount and onUnmount see the current shared value`() {
    let world = ArchiveWorld()
    let store = makeStore(world)
    store.send(.set { $0.path = [.editor(PageEditor(page: 5)), .list(PageList())] })
    store.send(.list(.turn(5)))
    store.send(.path(.element(id: 1, action: .list(.editTapped(5)))))
    store.send(.list(.turn(5)))
    // The list is popped with the editor that it presents.
    store.send(.path(.popFrom(id: 1)))
    store.send(.list(.turn(5)))
    store.send(.set { $0.path.removeAll() })
    #expect(world.notes.value == ["begin 5: 5", "begin 5: 6", "end 5: 7", "end 5: 8"])
    #expect(world.addresses.value.count == 1)
  }

  @Test func `effects end when the screen that shares the value is removed`() {
    let store = makeStore(ArchiveWorld())
    let subject = Subject<PageEditorAction, Never>()
    store.send(.set { $0.path = [.list(PageList(editor: PageEditor(page: 1)))] })
    store.send(
      .path(.element(id: 0, action: .list(.editor(.presented(.start(subject.effect))))))
    )
    subject.send(.add(5))
    store.send(.pageAdded)
    #expect(store.store.state.pages[1] == 6)
    store.send(.path(.element(id: 0, action: .list(.editor(.presented(.leave))))))
    subject.send(.add(5))
    store.send(.pageAdded)
    #expect(store.store.state.pages[1] == 6)
  }

  @Test func `an action for a missing child is reported with its path`() {
    let store = makeStore(ArchiveWorld())
    store.send(.set { $0.path = [.list(PageList())] })
    let issues = withReportedIssues {
      store.send(.path(.element(id: 0, action: .editor(.add(1)))))
      store.send(.list(.editor(.presented(.add(1)))))
    }
    #expect(issues.count == 2)
    #expect(issues[0].message.contains("its state was in another case"))
    #expect(issues[0].message.contains("Path: \\Archive.path .. /PageScreen.editor"))
    #expect(issues[1].message.contains("its state was 'nil'"))
    let path = "Path: \\Archive.list .. \\Sharing<PageList, Array<Int>>.local.editor"
    #expect(issues[1].message.contains(path))
    #expect(store.store.state.pages == Array(0..<10_000))
  }

  @Test func `a reducer at the end of an optional path also shares the value`() {
    let reducer: Reducer<Sharing<PageScreen, Pages>, PageScreenAction, ArchiveWorld> =
      pageEditorReducer.pullback(
        state: OptionalPath(/PageScreen.editor),
        action: /PageScreenAction.editor
      )
    var state = Sharing(PageScreen.editor(PageEditor(page: 1)), [0, 0])
    _ = reducer.run(&state, .editor(.add(2)), ArchiveWorld())
    #expect(state == Sharing(PageScreen.editor(PageEditor(page: 1, edits: 1)), [0, 2]))
    let issues = withReportedIssues {
      var state = Sharing(PageScreen.list(PageList()), [0, 0])
      _ = reducer.run(&state, .editor(.add(2)), ArchiveWorld())
    }
    #expect(issues.map { $0.message.contains("its state was missing") } == [true])
  }

  // MARK: Identity

  private struct Row: Equatable, Identifiable {
    var id: Int
    var sum = 0
  }

  private enum RowAction: Sendable {
    case start(Effect<RowAction, Never>)
    case add(Int)
  }

  private struct Table: Equatable {
    var row: Row
    var sum = 0
  }

  private enum TableAction: Sendable {
    case row(RowAction)
    case show(Int)
  }

  @Test func `a state with another identity is a new child`() {
    let row = Reducer<Sharing<Row, Int>, RowAction, Void> { state, action, _ in
      switch action {
      case .start(let effect): return effect
      case .add(let number):
        state.sum += number
        state.shared += number
        return .none
      }
    }
    let reducer = Reducer<Table, TableAction, Void>.combine(
      row.pullback(state: \.row, sharing: \.sum, action: /TableAction.row),
      Reducer { state, action, _ in
        if case .show(let id) = action { state.row = Row(id: id) }
        return .none
      }
    )
    let store = ManualStore(
      initialState: Table(row: Row(id: 1)),
      reducer: reducer,
      environment: ()
    )
    let subject = Subject<RowAction, Never>()
    store.send(.row(.start(subject.effect)))
    subject.send(.add(1))
    store.send(.row(.add(2)))
    #expect(store.store.state == Table(row: Row(id: 1, sum: 3), sum: 3))
    store.send(.show(2))
    subject.send(.add(4))
    store.send(.row(.add(8)))
    #expect(store.store.state == Table(row: Row(id: 2, sum: 8), sum: 11))
  }

  // MARK: Several values and nesting

  private struct Common: Equatable {
    var names: [String] = []
    var count = 0
  }

  private struct Inner: Equatable { var calls = 0 }

  private struct Outer: Equatable {
    var inner = Inner()
    var calls = 0
  }

  private struct Whole: Equatable {
    var outer = Outer()
    var common = Common()
  }

  private enum InnerAction: Sendable { case name(String) }
  private enum OuterAction: Sendable {
    case inner(InnerAction)
    case count
  }
  private enum WholeAction: Sendable { case outer(OuterAction) }

  @Test func `a parent shares a part of its shared value with a child`() {
    // Needs the names alone.
    let inner = Reducer<Sharing<Inner, [String]>, InnerAction, Void> { state, action, _ in
      guard case .name(let name) = action else { return .none }
      state.calls += 1
      state.shared.append(name)
      return .none
    }
    let outer = Reducer<Sharing<Outer, Common>, OuterAction, Void>.combine(
      inner.pullback(state: \.local.inner, sharing: \.shared.names, action: /OuterAction.inner),
      Reducer { state, action, _ in
        guard case .count = action else { return .none }
        state.calls += 1
        state.shared.count += 1
        return .none
      }
    )
    let whole = outer.pullback(
      state: \Whole.outer,
      sharing: \.common,
      action: /WholeAction.outer
    )
    let store = TestStore(initialState: Whole(), reducer: whole, environment: ())
    store.send(.outer(.inner(.name("Ann")))) {
      $0.outer.inner.calls = 1
      $0.common.names = ["Ann"]
    }
    store.send(.outer(.count)) {
      $0.outer.calls = 1
      $0.common.count = 1
    }
  }

  @Test func `a computed local state is copied and set`() {
    struct Computed: Equatable {
      var halves = 0
      var shared = 0
      var local: Int {
        get { halves * 2 }
        set { halves = newValue / 2 }
      }
    }
    enum Action: Sendable { case child(Int) }
    let reducer = Reducer<Sharing<Int, Int>, Int, Void> { state, number, _ in
      state.local += number
      state.shared += number
      return .none
    }
    .pullback(state: \Computed.local, sharing: \.shared, action: /Action.child)
    var state = Computed()
    _ = reducer.run(&state, .child(4), ())
    #expect(state == Computed(halves: 2, shared: 4))
  }

  // MARK: Recursion and reducers by hand

  private struct Node: Equatable {
    var name: String
    var visits = 0
    private var boxes: [Node] = []

    init(_ name: String, _ child: Node? = nil) {
      self.name = name
      self.child = child
    }

    var child: Node? {
      get { boxes.first }
      set { boxes = newValue.map { [$0] } ?? [] }
    }
  }

  private indirect enum NodeAction: Equatable, Sendable {
    case visit
    case child(PresentationAction<NodeAction>)
    case close
  }

  @Test func `a recursive reducer shares the value with each level`() {
    let node = Reducer<Sharing<Node, [String]>, NodeAction, Void>.recursive { node in
      Reducer { state, action, _ in
        switch action {
        case .visit:
          state.visits += 1
          state.shared.append(state.name)
          return .none
        case .child: return .none
        case .close: return .dismiss
        }
      }
      .presenting(\.local.child, sharing: \.shared, action: /NodeAction.child, node)
      .onUnmount { state, _ in
        .fireAndForget { #expect(state.shared.count == 4) }
      }
    }
    let store = TestStore(
      initialState: Sharing(Node("a", Node("b", Node("c"))), []),
      reducer: node,
      environment: ()
    )
    store.send(.child(.presented(.child(.presented(.visit))))) {
      $0.local.child?.child?.visits = 1
      $0.shared = ["c"]
    }
    store.send(.child(.presented(.visit))) {
      $0.local.child?.visits = 1
      $0.shared = ["c", "b"]
    }
    store.send(.visit) {
      $0.visits = 1
      $0.shared = ["c", "b", "a"]
    }
    store.send(.visit) {
      $0.visits = 2
      $0.shared = ["c", "b", "a", "a"]
    }
    store.send(.child(.presented(.close)))
    store.receive(.child(.dismiss)) { $0.local.child = nil }
    // Both levels are removed, the inner level first.
    store.fireAndForget()
    store.fireAndForget()
  }

  @Test func `a reducer can run another reducer by hand on the same shared value`() {
    let inner = Reducer<Sharing<Int, [Int]>, Int, Void> { state, number, _ in
      state.local += number
      state.shared.append(number)
      return .none
    }
    let outer = Reducer<Sharing<Int, [Int]>, Int, Void> { state, number, _ in
      _ = inner.run(&state, number, ())
      _ = inner.run(&state, number + 1, ())
      state.local *= 2
      return .none
    }
    struct Pair: Equatable {
      var sum = 0
      var numbers: [Int] = []
    }
    enum PairAction: Sendable { case add(Int) }
    let reducer = outer.pullback(state: \Pair.sum, sharing: \.numbers, action: /PairAction.add)
    var state = Pair()
    _ = reducer.run(&state, .add(1), ())
    #expect(state == Pair(sum: 6, numbers: [1, 2]))
  }

  @Test func `local and shared values are released once`() {
    final class Token: Sendable {
      let count: Recorder<Int>
      init(_ count: Recorder<Int>) {
        self.count = count
        count.update { $0 += 1 }
      }
      deinit { count.update { $0 -= 1 } }
    }
    struct Holder {
      var local: Token?
      var shared: [Token]
    }
    enum HolderAction: Sendable {
      case replace
      case drop
    }
    let count = Recorder(0)
    let reducer = Reducer<Sharing<Token?, [Token]>, HolderAction, Void> { state, action, _ in
      switch action {
      case .replace:
        state.local = Token(count)
        state.shared.append(Token(count))
      case .drop:
        state.local = nil
        state.shared = []
      }
      return .none
    }
    enum Action: Sendable { case holder(HolderAction) }
    let whole = reducer.pullback(state: \Holder.local, sharing: \.shared, action: /Action.holder)
    var state = Holder(local: Token(count), shared: [Token(count)])
    for round in 1...10 {
      _ = whole.run(&state, .holder(.replace), ())
      #expect(count.value == 2 + round)
    }
    _ = whole.run(&state, .holder(.drop), ())
    #expect(count.value == 0)
  }

  // MARK: No update is lost

  /// The value in a box, as an archive with references would share it.
  private final class Box: Sendable {
    let value = Recorder(0)
  }

  @Test func `a shared value does not lose updates that a reference loses`() {
    // A reads, waits, and writes; B writes in between. With a reference, A works on a value that is no longer true.
    enum Step: Sendable {
      case read
      case write
    }
    let box = Box()
    var readByA = 0
    let byReference: (Step, _ isA: Bool) -> Void = { step, isA in
      switch step {
      case .read: readByA = box.value.value
      case .write: box.value.update { $0 = (isA ? readByA : $0) + 1 }
      }
    }
    byReference(.read, true)
    byReference(.write, false)
    byReference(.write, true)
    #expect(box.value.value == 1, "one of two updates is lost")

    // With `Sharing`, a feature has exclusive access to the value while its reducer runs.
    struct Both: Equatable {
      var first = 0
      var second = 0
      var value = 0
    }
    enum Action: Sendable {
      case first
      case second
    }
    let counter = Reducer<Sharing<Int, Int>, Void, Void> { state, _, _ in
      state.local += 1
      state.shared += 1
      return .none
    }
    let both = Reducer<Both, Action, Void>.combine(
      counter.pullback(state: \.first, sharing: \.value, action: /Action.first),
      counter.pullback(state: \.second, sharing: \.value, action: /Action.second)
    )
    let store = TestStore(initialState: Both(), reducer: both, environment: ())
    store.send(.first) { $0 = Both(first: 1, value: 1) }
    store.send(.second) { $0 = Both(first: 1, second: 1, value: 2) }
  }

  // MARK: Misuse

  private struct Overlap: Equatable {
    struct Pair: Equatable {
      var left = 0
      var right = 0
    }
    var pair = Pair()
    var array = [0]
    var empty: Void { () }
    var computed: Int {
      get { pair.left }
      set { pair.left = newValue }
    }
    var child: Int?
    var stack: StackState<Int> = []
    var none = None()
    struct None: Equatable {}
  }

  private enum OverlapAction: Sendable {
    case child(Int)
    case presented(PresentationAction<Int>)
    case stack(StackAction<Int, Int>)
  }

  private func child<Local, Shared>() -> Reducer<Sharing<Local, Shared>, Int, Void> {
    Reducer { _, _, _ in
      Issue.record("the reducer was not left out")
      return .none
    }
  }

  private func expectRefusal(
    of composition: String,
    _ state: String,
    _ shared: String,
    isComputed: Bool = false,
    _ make: () -> Reducer<Overlap, OverlapAction, Void>,
    _ action: OverlapAction = .child(1)
  ) {
    let problem =
      isComputed
      ? "A shared value must be a stored property."
      : "The child's state overlaps the value that its parent shares."
    let remedy =
      isComputed
      ? "Share a stored property without observers."
      : "Use two separate stored properties."
    var reducer: Reducer<Overlap, OverlapAction, Void>?
    let issues = withReportedIssues { reducer = make() }
    #expect(
      issues.map(\.message) == [
        """
        \(problem)

        Composition: \(composition)
        State: \(state)
        Shared: \(shared)

        \(remedy) The reducer was not added.
        """
      ]
    )
    var state = Overlap(child: 1, stack: [1])
    let before = state
    _ = reducer?.run(&state, action, ())
    #expect(state == before)
  }

  @Test func `overlapping local and shared states are rejected with both paths`() {
    expectRefusal(of: "pullback(state:sharing:)", "\\Overlap.pair", "\\Overlap.pair") {
      self.child().pullback(state: \.pair, sharing: \.pair, action: /OverlapAction.child)
    }
    expectRefusal(of: "pullback(state:sharing:)", "\\Overlap.pair", "\\Overlap.pair.right") {
      self.child().pullback(state: \.pair, sharing: \.pair.right, action: /OverlapAction.child)
    }
    expectRefusal(of: "pullback(state:sharing:)", "\\Overlap.pair.right", "\\Overlap.pair") {
      self.child().pullback(state: \.pair.right, sharing: \.pair, action: /OverlapAction.child)
    }
    expectRefusal(of: "pullback(state:sharing:)", "\\Overlap.self", "\\Overlap.pair") {
      self.child().pullback(state: \.self, sharing: \.pair, action: /OverlapAction.child)
    }
    expectRefusal(
      of: "pullback(state:sharing:)",
      "\\Overlap.array.<computed Int>",
      "\\Overlap.array"
    ) {
      self.child().pullback(state: \.array[0], sharing: \.array, action: /OverlapAction.child)
    }
    expectRefusal(
      of: "forEach(stack:sharing:)",
      "\\Overlap.stack",
      "\\Overlap.stack",
      { self.child().forEach(stack: \.stack, sharing: \.stack, action: /OverlapAction.stack) },
      .stack(.element(id: 0, action: 1))
    )
    expectRefusal(
      of: "presenting(_:sharing:)",
      "\\Overlap.child",
      "\\Overlap.child",
      {
        Reducer.empty
          .presenting(\.child, sharing: \.child, action: /OverlapAction.presented, self.child())
      },
      .presented(.presented(1))
    )
  }

  @Test func `a computed shared value is rejected`() {
    expectRefusal(
      of: "pullback(state:sharing:)",
      "\\Overlap.array",
      "\\Overlap.<computed Int>",
      isComputed: true
    ) {
      self.child().pullback(state: \.array, sharing: \.computed, action: /OverlapAction.child)
    }
  }

  @Test func `adjacent and empty states do not overlap`() {
    let beside = Reducer<Sharing<Int, Int>, Int, Void> { state, number, _ in
      state.local += number
      state.shared -= number
      return .none
    }
    .pullback(state: \Overlap.pair.left, sharing: \.pair.right, action: /OverlapAction.child)
    var state = Overlap()
    _ = beside.run(&state, .child(2), ())
    #expect(state.pair == Overlap.Pair(left: 2, right: -2))
    let empty = Reducer<Sharing<Overlap.None, Overlap.None>, Int, Void> { _, _, _ in .none }
      .pullback(state: \Overlap.none, sharing: \.none, action: /OverlapAction.child)
    _ = empty.run(&state, .child(2), ())
  }
}
