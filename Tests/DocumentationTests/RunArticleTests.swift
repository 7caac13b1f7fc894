// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Lockstep
import LockstepJournal
import LockstepTesting
import Testing

// The blocks of `Sources/LockstepJournal/LockstepJournal.docc/Articles/LookingAtARun.md`.

/// Writes the report of the run whenever an empty cart has a total.
func watchTotals(
  of store: Store<TeaShop.State, TeaShop.Action>,
  in folder: URL
) -> StoreObservation {
  let journal = store.journal(keeping: .last(200))
  return store.record { turn, shop in
    guard shop.cart.products.isEmpty, shop.cart.total != 0 else { return }
    let report = journal.html(title: "An empty cart has a total after turn \(turn.number)")
    let file = folder.appending(path: "turn-\(turn.number).html")
    do {
      try report.write(to: file, atomically: true, encoding: .utf8)
    } catch {
      print("The report of the run could not be written: \(error)")
    }
  }
}

/// The texts of the article are those that its blocks print, and its screenshot can be drawn.
@Suite struct RunArticleTests {
  private static let article =
    "Sources/LockstepJournal/LockstepJournal.docc/Articles/LookingAtARun.md"
  private static let report = ProcessInfo.processInfo.environment["LOCKSTEP_RUN_REPORT"]

  private let console = Console()
  private let manual: ManualStore<TeaShop.State, TeaShop.Action>
  private let journal: StoreJournal<TeaShop.State>
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "RunArticleTests-\(UUID())", directoryHint: .isDirectory)

  private func print(_ values: Any...) { console.print(values) }

  /// The run of the screenshot: a search in several steps, and an order that leaves a total.
  init() {
    let queue = DispatchQueue.test
    manual = ManualStore(
      initialState: TeaShop.State(),
      reducer: TeaShop.reducer,
      environment: .sample(queue)
    )
    journal = manual.store.journal(clock: queue.clock)
    let type = { [manual] (query: String, wait: Double) in
      manual.send(.queryChanged(query))
      queue.advance(by: .seconds(wait))
    }
    let add = { [manual] (product: String, wait: Double) in
      manual.send(.cart(.addButtonTapped(product)))
      queue.advance(by: .seconds(wait))
    }
    type("M", 0.2)
    type("Mint", 0.9)
    add("Mint tea", 0.3)
    type("tea", 0.5)
    type("Green", 0.9)
    add("Green tea", 0.3)
    manual.send(.cart(.orderButtonTapped))
    queue.advance(by: 0.4)
    type("", 0.1)
  }

  @Test(.enabled(if: report != nil, "Scripts/draw-report says where to"))
  func `a test writes the report in the screenshot`() throws {
    let file = URL(filePath: try #require(Self.report))
    try Data(journal.html(title: "Tea shop").utf8).write(to: file)
  }

  @Test func `the printed texts match the article`() throws {
    print(journal.text(width: 80, maxLines: 12))
    let texts = [console.lines.joined(separator: "\n")]
    let blocks = try MarkdownFile(Self.article).blocks(in: "text")
    for (text, block) in zip(texts, blocks) { #expect(text == block) }
    #expect(texts.count == blocks.count)
  }

  @Test func `a report and a trace are written`() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "run.html")
    try journal.html(title: "Tea shop").write(to: url, atomically: true, encoding: .utf8)
    #expect(try Data(contentsOf: url).count < 100_000)

    let trace = folder.appending(path: "run.json")
    try journal.traceEvents(title: "Tea shop").write(to: trace, atomically: true, encoding: .utf8)
    #expect(try JSONSerialization.jsonObject(with: Data(contentsOf: trace)) is [String: Any])
  }

  @Test func `a report is attached`() {
    let queue = DispatchQueue.test
    let store = TestStore(
      initialState: TeaShop.State(),
      reducer: TeaShop.reducer,
      environment: .sample(queue)
    )
    store.send(.queryChanged("tea")) { $0.query = "tea" }
    queue.advance(by: 0.8)
    store.receive(.resultsLoaded(["Green tea", "Mint tea"])) {
      $0.results = ["Green tea", "Mint tea"]
    }
    Attachment.record(store.journal.html(title: "Searching"), named: "searching.html")
  }

  @Test func `a report is written when an empty cart has a total`() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let observation = watchTotals(of: manual.store, in: folder)
    manual.send(.cart(.addButtonTapped("Mint tea")))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    manual.send(.cart(.orderButtonTapped))
    manual.send(.cart(.priceLoaded(4)))
    let number = try #require(journal.turns.last?.number)
    let file = folder.appending(path: "turn-\(number).html")
    let report = try String(contentsOf: file, encoding: .utf8)
    #expect(report.contains("An empty cart has a total after turn \(number)"))
    #expect(report.contains("priceLoaded"))
    withExtendedLifetime(observation) {}
  }
}
