// SPDX-License-Identifier: MIT

// Page: Sources/Lockstep/Lockstep.docc/Articles/StoresAndValuesByTask.md

import Foundation
import Lockstep
import LockstepTesting
import Testing

/// The code of the page about stores and values, which `Scripts/check-lookup` writes from it.
@Suite @MainActor struct StoreLines {
  struct Item: Equatable, Identifiable, Comparable {
    let id: Int
    var name = ""

    static func < (left: Self, right: Self) -> Bool { left.name < right.name }
  }

  enum ItemAction: Equatable {
    case renamed(String)
  }

  enum Screen: Equatable {
    case list
    case detail(Item)
  }

  struct App: Equatable {
    var count = 0
    var item = Item(id: 0)
    var sheet: Item?
    var items: IdentifiedArrayOf<Item> = [Item(id: 0)]
    var screen = Screen.detail(Item(id: 0))
    var path: StackState<Item> = [Item(id: 0)]
  }

  enum AppAction: Equatable {
    case counted
    case item(ItemAction)
    case items(Int, ItemAction)
    case sheet(PresentationAction<ItemAction>)
    case path(StackAction<Item, ItemAction>)
  }

  typealias AppStore = Store<App, AppAction>

  private let reducer = Reducer<App, AppAction, Void> { state, action, _ in
    switch action {
    case .counted: state.count += 1
    case .item(.renamed(let name)): state.item.name = name
    case .items(let id, .renamed(let name)): state.items[id: id]?.name = name
    case .sheet(.presented(.renamed(let name))): state.sheet?.name = name
    case .sheet(.dismiss): state.sheet = nil
    case .path(.push(let item)): state.path.append(item)
    case .path(.popFrom(let id)): state.path.pop(from: id)
    case .path(.element(let id, .renamed(let name))): state.path[id: id]?.name = name
    }
    return .none
  }

  private func makeStore(_ state: App = App()) -> AppStore {
    Store(initialState: state, reducer: reducer, environment: ())
  }

  // ## Make a store

  actor Engine {
    let reducer: Reducer<App, AppAction, Void>

    // Store
    var store: Store<App, AppAction>?

    init(_ reducer: Reducer<App, AppAction, Void>) { self.reducer = reducer }

    func start() -> Int? {
      // Store.init(initialState:reducer:environment:actionLimit:isolation:)
      store = Store(initialState: App(), reducer: reducer, environment: (), isolation: self)
      return store?.count
    }
  }

  @Test func `a store is made`() async {
    // Store.init(initialState:reducer:environment:actionLimit:)
    let store = Store(initialState: App(), reducer: reducer, environment: ())
    #expect(store.count == 0)
    #expect(await Engine(reducer).start() == 0)
  }

  // ## Send actions

  @Test func `actions are sent`() async {
    let store = makeStore()
    // Store.send(_:), StoreTask
    let task: StoreTask = store.send(.counted)
    // StoreTask.finish
    await task.finish()
    // StoreTask.cancel
    task.cancel()
    // Store.send(_:animation:)
    store.send(.counted, animation: .default)
    // Store.sender, StoreSender
    let sender: StoreSender<AppAction> = store.sender
    // StoreSender.send(_:animation:)
    sender.send(.counted)
    for await state in store.states where state.count == 3 { break }
    #expect(store.count == 3)
  }

  // ## Read a store

  @Test func `a store is read`() async {
    let store = makeStore()
    // Store.state
    #expect(store.state.count == 0)
    // Store.subscript(dynamicMember:)
    #expect(store.count == 0)
    // Store.states
    for await state in store.states.prefix(1) { #expect(state == App()) }
    var counts: [Int] = []
    // Store.observe(_:), StoreObservation
    let observation: StoreObservation = store.observe { state, change in counts.append(state.count)
    }
    // StoreChange
    func show(_ state: App, _ change: StoreChange) {
      // StoreChange.animation
      let animation = change.animation
      if animation == .default { counts.append(9) }
    }
    let isEqual: (App, App) -> Bool = { $0.items == $1.items }
    // Store.observe(removeDuplicates:_:): Calls a function after each turn that has changed a part of the state.
    let changes = store.observe(removeDuplicates: isEqual, show)
    let animated = store.observe(show)
    store.send(.counted, animation: .default)
    #expect(counts.sorted() == [0, 1, 9])
    // StoreObservation.cancel
    observation.cancel()
    changes.cancel()
    animated.cancel()
    store.send(.counted)
    #expect(counts.count == 3)
  }

  // ## Give a part of a store to a view

  @Test func `a store shows a part`() {
    let store = makeStore(App(sheet: Item(id: 7)))
    // Store.scope(state:)#KeyPath
    let item = store.scope(state: \.item)
    // Store.scope(state:)#(State)
    let text = store.scope { state in "\(state.count)" }
    // Store.scope(state:action:)#KeyPath
    let row = store.scope(state: \.item, action: AppAction.item)
    // Store.scope(state:action:)#(State)
    let rows = store.scope(state: { $0.items.elements }, action: AppAction.item)
    // Store.scope(ifLet:action:id:)
    let sheet = store.scope(ifLet: \.sheet, action: { AppAction.sheet(.presented($0)) })
    // Store.scope(presented:action:id:)
    let presented = store.scope(presented: \.sheet, action: AppAction.sheet)
    // Store.scope(element:of:action:)
    let first = store.scope(element: 0, of: \.items, action: AppAction.items)
    // Store.scope(forEach:action:_:)
    store.scope(forEach: \.items, action: AppAction.items) { row in row.send(.renamed("a")) }
    // Store.scope(screen:of:action:id:)
    let screen = store.scope(screen: 0, of: \.path, action: AppAction.path)
    let screens = store.scope(state: \.screen, action: AppAction.item)
    // Store.scope(ifCaseLet:action:id:)
    let detail = screens.scope(
      ifCaseLet: /Screen.detail,
      action: { (action: ItemAction) in action }
    )
    row.send(.renamed("b"))
    sheet?.send(.renamed("c"))
    screen?.send(.renamed("d"))
    #expect(item.name == "b")
    #expect(text.state == "0")
    #expect(rows.state == [Item(id: 0, name: "a")])
    #expect(presented?.name == "c")
    #expect(first?.name == "a")
    #expect(store.path.top?.name == "d")
    #expect(detail?.state == Item(id: 0))
  }

  @Test func `a view follows an optional part`() {
    let store = makeStore(App(sheet: Item(id: 7)))
    var shown: [String] = []
    let toSheet: (ItemAction) -> AppAction = { .sheet(.presented($0)) }
    let show: (Store<Item, ItemAction>) -> Void = { shown.append("\($0.id)") }
    let hide: () -> Void = { shown.append("hidden") }
    // Store.ifLet(_:action:id:then:else:)
    let sheet = store.ifLet(\.sheet, action: toSheet, then: show, else: hide)
    store.send(.sheet(.dismiss))
    let screens = store.scope(state: \.screen, action: AppAction.item)
    // Store.ifCaseLet(_:action:id:then:else:)
    let detail = screens.ifCaseLet(/Screen.detail, action: { $0 }, then: show, else: hide)
    #expect(shown == ["7", "hidden", "0"])
    sheet.cancel()
    detail.cancel()
  }

  @Test func `a view moves through a stack`() {
    let store = makeStore()
    let path = store.scope(state: \.path, action: AppAction.path)
    // Store.popScreens(toMatch:)
    path.popScreens(toMatch: [])
    #expect(store.path.isEmpty)
  }

  // ## Record turns

  @Test func `turns are recorded`() {
    let store = makeStore()
    var numbers: [Int] = []
    // Store.record: Calls a function after each turn, with the state that it has left.
    let recording = store.record { turn, state in numbers.append(turn.number) }
    let count: (StoreTurn, App) -> Void = { turn, state in numbers.append(state.count) }
    // Store.record
    let both = store.record(beforeTurn: count, afterTurn: count)
    var turns: [StoreTurn] = []
    let all = store.record { turn, _ in turns.append(turn) }
    store.send(.counted, animation: .default)
    // StoreTurn
    let turn: StoreTurn = turns[0]
    // StoreTurn.number
    #expect(turn.number == 1)
    // StoreTurn.action
    #expect(turn.action as? AppAction == .counted)
    // StoreTurn.animation
    #expect(turn.animation == .default)
    // StoreTurn.precedingTurn
    #expect(turn.precedingTurn == nil)
    // StoreTurn.sender
    let sender = turn.sender
    // StoreTurn.Sender
    let described: (StoreTurn.Sender) -> String = { $0.description }
    #expect(described(sender).isEmpty == false)
    // StoreTurn.Sender.isEffect
    #expect(sender.isEffect == false)
    // StoreTurn.Sender.startingTurn
    #expect(sender.startingTurn == nil)
    // StoreTurn.Sender.location, CodeLocation
    let location: CodeLocation? = sender.location
    #expect(location != nil)
    for observation in [recording, both, all] { observation.cancel() }
    #expect(numbers.sorted() == [0, 1, 1])
  }

  // ## Run a store by hand

  @Test func `a store is driven by its owner`() {
    // ManualStore.init(initialState:reducer:environment:actionLimit:), ManualStore
    let manual = ManualStore(initialState: App(), reducer: reducer, environment: ())
    // ManualStore.send(_:)
    manual.send(.counted)
    // ManualStore.run
    manual.run()
    // ManualStore.store
    #expect(manual.store.count == 1)
  }

  // ## Keep elements by their ids

  @Test func `an array finds elements by their ids`() {
    let elements = [Item(id: 1, name: "b"), Item(id: 2, name: "a")]
    // IdentifiedArray.init()
    var items = IdentifiedArrayOf<Item>()
    // IdentifiedArrayOf
    let literal: IdentifiedArrayOf<Item> = [Item(id: 1), Item(id: 2)]
    // IdentifiedArray.init(_:)
    items = IdentifiedArray(elements)
    // IdentifiedArray.init(uniqueElements:)
    items = IdentifiedArray(uniqueElements: elements)
    // IdentifiedArray.subscript(id:)
    items[id: 1]?.name = "c"
    // IdentifiedArray.modify(id:_:)
    items.modify(id: 1) { $0.name = "b" }
    // IdentifiedArray.index(id:)
    #expect(items.index(id: 2) == 1)
    // IdentifiedArray.ids
    #expect(items.ids == [1, 2])
    // IdentifiedArray.elements
    #expect(items.elements == elements)
    // IdentifiedArray.count
    #expect(items.count == 2)
    // IdentifiedArray.subscript(_:)#Int)
    #expect(items[0].id == 1)
    // IdentifiedArray.subscript(_:)#Range
    #expect(items[0..<1].map(\.id) == [1])
    // IdentifiedArray.filter(_:)
    #expect(items.filter { $0.id > 1 }.ids == [2])
    #expect(literal.ids == items.ids)
  }

  @Test func `an array is changed`() {
    var items: IdentifiedArrayOf<Item> = [Item(id: 1, name: "b"), Item(id: 2, name: "a")]
    // IdentifiedArray.append(_:)
    let (inserted, index) = items.append(Item(id: 3, name: "c"))
    #expect(inserted && index == 2)
    // IdentifiedArray.append(contentsOf:)
    items.append(contentsOf: [Item(id: 4), Item(id: 5)])
    // IdentifiedArray.insert(_:at:)
    items.insert(Item(id: 6), at: 0)
    // IdentifiedArray.updateOrAppend(_:)
    items.updateOrAppend(Item(id: 7))
    #expect(items.ids == [6, 1, 2, 3, 4, 5, 7])
    // IdentifiedArray.remove(id:)
    items.remove(id: 7)
    // IdentifiedArray.remove(at:)
    items.remove(at: 0)
    // IdentifiedArray.remove(atOffsets:)
    items.remove(atOffsets: [3, 4])
    #expect(items.ids == [1, 2, 3])
    // IdentifiedArray.sort()
    items.sort()
    #expect(items.ids == [2, 1, 3])
    // IdentifiedArray.sort(by:)
    items.sort { $0.id < $1.id }
    // IdentifiedArray.reverse
    items.reverse()
    // IdentifiedArray.swapAt(_:_:)
    items.swapAt(0, 2)
    // IdentifiedArray.move(fromOffsets:toOffset:)
    items.move(fromOffsets: [0], toOffset: 3)
    #expect(items.ids == [2, 3, 1])
    // IdentifiedArray.removeAll(where:)
    items.removeAll { $0.id == 2 }
    #expect(items.ids == [3, 1])
    // IdentifiedArray.removeAll(keepingCapacity:)
    items.removeAll()
    #expect(items.isEmpty)
  }

  struct Word: Equatable {
    var text: String
  }

  @Test func `an array identifies elements by a property`() {
    let words = [Word(text: "a"), Word(text: "b")]
    // IdentifiedArray.init(id:), IdentifiedArray
    let empty = IdentifiedArray<String, Word>(id: \.text)
    // IdentifiedArray.init(_:id:)
    let array = IdentifiedArray(words, id: \.text)
    // IdentifiedArray.init(uniqueElements:id:)
    let unique = IdentifiedArray(uniqueElements: words, id: \.text)
    #expect(empty.isEmpty)
    #expect(array == unique)
  }

  // ## Give values an id or a type of their own

  @Test func `values are identified`() {
    // Identified.init(_:id:)#id:ID
    var word = Identified(Word(text: "a"), id: 1)
    // Identified.init(_:id:)#KeyPath, Identified
    let other: Identified<String, Word> = Identified(Word(text: "a"), id: \.text)
    // Identified.id
    #expect(word.id == 1)
    // Identified.value
    word.value = Word(text: "b")
    // Identified.subscript(dynamicMember:)
    #expect(word.text == "b")
    #expect(other.id == "a")
    // Tagged, Tagged.init(_:)
    let id: Tagged<Item, Int> = Tagged(1)
    // Tagged.rawValue
    #expect(id.rawValue == 1)
  }

  // ## Depend on the date, on chance and on the system

  @Test func `dates are generated`() {
    let start = Date(timeIntervalSince1970: 0)
    // ValueProvider.advancing(from:by:)
    let date = ValueProvider<Date>.advancing(from: start, by: 60)
    #expect([date.current, date.current] == [start, start + 60])
    // ValueProvider.live#Date
    #expect(ValueProvider<Date>.live.current > start)
  }

  @Test func `identifiers are generated`() {
    let zero = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    let generators: [UUIDGenerator] = [
      // UUIDGenerator.incrementing
      UUIDGenerator.incrementing,
      // UUIDGenerator.incrementing(from:)
      UUIDGenerator.incrementing(from: 0),
      // UUIDGenerator.constant(_:)
      UUIDGenerator.constant(zero),
      // UUIDGenerator.init(_:), UUIDGenerator
      UUIDGenerator { zero },
    ]
    for uuid in generators {
      // UUIDGenerator.callAsFunction
      #expect(uuid() == zero)
    }
    // UUIDGenerator.live
    let uuid = UUIDGenerator.live
    #expect(uuid() != uuid())
    let issues = withReportedIssues {
      // UUIDGenerator.failing
      _ = UUIDGenerator.failing()
    }
    #expect(issues.count == 1)
  }

  @Test func `random numbers are generated`() {
    let generators: [RandomGenerator] = [
      // RandomGenerator.seeded(_:)
      RandomGenerator.seeded(1),
      // RandomGenerator.init(_:), SplitMix64, SplitMix64.init(seed:)
      RandomGenerator(SplitMix64(seed: 1)),
    ]
    let numbers = generators.map { random in
      // RandomGenerator.callAsFunction(_:)
      random { Int.random(in: 1...6, using: &$0) }
    }
    #expect(numbers[0] == numbers[1])
    // RandomGenerator.live, RandomGenerator
    let random: RandomGenerator = .live
    #expect((1...6).contains(random { Int.random(in: 1...6, using: &$0) }))
    let issues = withReportedIssues {
      // RandomGenerator.failing
      let failing = RandomGenerator.failing
      _ = failing { Bool.random(using: &$0) }
    }
    #expect(issues.count == 1)
  }

  @Test func `values of the system are provided`() {
    // ValueProvider.constant(_:), ValueProvider
    let timeZone: ValueProvider<TimeZone> = .constant(.gmt)
    // ValueProvider.current
    #expect(timeZone.current == .gmt)
    // ValueProvider.live#TimeZone, live
    let live = ValueProvider<TimeZone>.live
    #expect(live.current == .autoupdatingCurrent)
    let size = ValueProvider.constant(80)
    // ValueProvider.init(_:)
    let width = ValueProvider { 80 }
    #expect(size.current == width.current)
    let issues = withReportedIssues {
      // ValueProvider.failing: Reports each use and provides the same value on every machine.
      _ = ValueProvider<TimeZone>.failing.current
    }
    #expect(issues.count == 1)
  }

  // ## Stand in for a client that a test does not use

  @Test func `an endpoint that was not supplied reports calls`() async {
    let issues = await withReportedIssues {
      // unimplemented(_:placeholder:)#autoclosure()
      let name: String = unimplemented("Client.name", placeholder: "")
      // unimplemented(_:placeholder:)#Argument)->Value
      let save: @Sendable (Int) -> Void = unimplemented("Client.save")
      // unimplemented(_:placeholder:)#Argument)async->Value
      let load: @Sendable (Int) async -> String = unimplemented("Client.load", placeholder: "")
      // unimplemented(_:)#Argument)throws
      let parse: @Sendable (String) throws -> Int = unimplemented("Client.parse")
      // unimplemented(_:)#Argument)asyncthrows
      let fetch: @Sendable (Int) async throws -> String = unimplemented("Client.fetch")
      save(1)
      #expect(await load(1) == name)
      // UnimplementedError
      #expect(throws: UnimplementedError.self) { try parse("1") }
      await #expect(throws: UnimplementedError.self) { try await fetch(1) }
      do throws(UnimplementedError) {
        // unimplemented(_:)#throws(UnimplementedError)
        let _: Int = try unimplemented("Client.count")
      } catch {
        #expect(error.description == "Client.count is unimplemented")
      }
    }
    #expect(issues.count == 6)
  }

  // ## Report a misuse

  final class Reporter: IssueReporter {
    let messages = Recorder<[String]>([])

    // IssueReporter.report(_:), ReportedIssue
    func report(_ issue: ReportedIssue) {
      // ReportedIssue.message
      messages.update { $0.append(issue.message) }
    }

    // IssueReporter.note(_:)
    func note(_ note: ReportedIssue) {}
  }

  @Test func `misuses are reported`() async {
    func save() async { reportIssue("Nothing was saved.") }
    let collected = Reporter()
    // IssueReporter
    let reporter: any IssueReporter = collected
    // IssueReporting.withReporter(_:operation:)
    IssueReporting.withReporter(reporter) { reportIssue("Nothing was saved.") }
    // IssueReporting.withReporter(_:isolation:operation:)
    await IssueReporting.withReporter(reporter) { await save() }
    IssueReporting.withReporter(reporter) {
      // reportIssue(_:)
      reportIssue("Nothing was saved.")
      // IssueReporting.current, IssueReporter.bound
      let bound = IssueReporting.current.bound()
      // CodeLocation.init
      let location = CodeLocation()
      // ReportedIssue.init(_:at:evidence:)
      let issue = ReportedIssue("Nothing was loaded.", at: location)
      bound.report(issue)
      // ReportedIssue.location
      #expect(issue.location == location)
      // ReportedIssue.evidence
      #expect(issue.evidence == nil)
      // CodeLocation.fileID
      #expect("\(location.fileID)".hasSuffix("StoreLines.swift"))
      // CodeLocation.filePath
      #expect("\(location.filePath)".hasSuffix("StoreLines.swift"))
      // CodeLocation.line
      #expect(location.line > 1)
      // CodeLocation.column
      #expect(location.column > 1)
    }
    #expect(collected.messages.value.count == 4)
  }

  /// The reporter of a process is not replaced here: other tests run at the same time.
  private func start(_ reporter: any IssueReporter) {
    // IssueReporting.install(_:), IssueReporting
    IssueReporting.install(reporter)
  }

  // ## Show a value or a difference

  struct Point {
    var x = 1
  }

  @Test func `values are shown`() {
    // String.init(dumping:)
    let text = String(dumping: Point(x: 1))
    #expect(text == "Point(\n  x: 1\n)")
    // diff(_:_:)
    let difference = diff(Item(id: 1, name: "a"), Item(id: 1, name: "b"))
    #expect(difference?.contains("name") == true)
  }
}
