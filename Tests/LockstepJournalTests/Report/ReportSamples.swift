// SPDX-License-Identifier: MIT

@testable import LockstepJournal

/// The runs that tests and Scripts/check-report show.
enum ReportSample: String, CaseIterable {
  case dropped
  case empty
  case hostile
  case large
  case shop

  var diagram: Diagram {
    switch self {
    case .dropped: .dropped
    case .empty: .empty
    case .hostile: .hostile
    case .large: .large
    case .shop: .shop
    }
  }
}

extension Diagram {
  /// A short run of an app with a search, a cart and a clock.
  static var shop: Diagram {
    var run = RunSketch("Shop: an order of two items")
    let clock = run.start("clock", in: nil, kind: "subscription", line: 18)
    let appeared = run.call(
      "appeared",
      changes: ["  ShopState(", "-   isLoading: false,", "+   isLoading: true,", "  )"]
    )
    let load = run.start("load", in: appeared)
    run.time = .milliseconds(300)
    let items = (1...60).map {
      "+     [\($0)]: Item(id: \($0), title: \"Item \($0)\", price: \($0 * 3).50),"
    }
    run.sent(
      by: load,
      "loadResponse",
      ".loadResponse(.success([Item(id: 1, title: \"Item 1\", price: 3.50), … 59 more]))",
      changes: [
        "  ShopState(", "-   isLoading: true,", "+   isLoading: false,", "-   items: []",
        "+   items: [",
      ]
        + items + ["+   ]", "  )"]
    )
    run.end(load)
    run.time = .seconds(1)
    run.sent(by: clock, "clockTicked", changes: ["- clock: 0", "+ clock: 1"])
    var search: Int?
    for text in ["t", "te", "tea"] {
      let typed = run.call(
        "search.queryChanged",
        ".search(.queryChanged(\"\(text)\"))",
        from: "binding at Shop/SearchField.swift:12",
        changes: [
          "  ShopState(", "    search: SearchState(", "-     query: \"\(text.dropLast())\",",
          "+     query: \"\(text)\",", "    )", "  )",
        ]
      )
      if let search { run.end(search, .cancelled, in: typed) }
      search = run.start("search", in: typed, line: 52)
    }
    run.time = .milliseconds(1_300)
    if let search {
      run.sent(
        by: search,
        "search.response",
        ".search(.response(.success([\"Green tea\", \"Tea pot\"])))",
        changes: [
          "    search: SearchState(", "-     results: [],",
          "+     results: [\"Green tea\", \"Tea pot\"],", "    )",
        ]
      )
      run.end(search)
    }
    let tapped = run.call("item.addButtonTapped", ".item(id: 7, .addButtonTapped)")
    let added = run.follow(
      from: tapped,
      "cart.itemAdded",
      ".cart(.itemAdded(Item(id: 7, title: \"Green tea\", price: 21.50)))",
      changes: [
        "  cart: CartState(", "-   items: []",
        "+   items: [Item(id: 7, title: \"Green tea\", price: 21.50)]", "  )",
      ]
    )
    run.follow(
      from: added,
      "cart.totalChanged",
      ".cart(.totalChanged(21.50))",
      changes: ["- total: 0.00", "+ total: 21.50"]
    )
    let save = run.start("save cart", in: added, line: 77)
    run.end(save)
    run.time = .seconds(2)
    run.sent(by: clock, "clockTicked", changes: ["- clock: 1", "+ clock: 2"])
    let opened = run.call(
      "checkout.opened",
      changes: ["- checkout: nil", "+ checkout: CheckoutState(step: .address)"]
    )
    let progress = run.start("progress", in: opened, kind: "stream", line: 91)
    for step in 1...4 {
      run.time += .milliseconds(50)
      run.sent(
        by: progress,
        "checkout.progressed",
        ".checkout(.progressed(0.\(step * 2)))",
        changes: ["- progress: 0.\(step * 2 - 2)", "+ progress: 0.\(step * 2)"]
      )
    }
    let paid = run.call("checkout.payButtonTapped", changes: nil)
    let pay = run.start("pay", in: paid, line: 104)
    run.time = .milliseconds(2_450)
    let response = run.sent(
      by: pay,
      "checkout.payResponse",
      ".checkout(.payResponse(.success(Receipt(id: 812))))",
      outputs: ["output .paid(Receipt(id: 812))", "dismissal of checkout"],
      changes: ["- isPaying: true", "+ isPaying: false"]
    )
    run.end(pay)
    let closed = run.follow(
      from: response,
      "checkout.closed",
      changes: ["- checkout: CheckoutState(step: .paying)", "+ checkout: nil"]
    )
    run.end(progress, .endedWithState, in: closed)
    run.time = .seconds(3)
    run.sent(by: clock, "clockTicked", changes: ["- clock: 2", "+ clock: 3"])
    _ = run.start("socket", in: closed, kind: "subscription", line: 120)
    return run.diagram
  }

  /// The end of a longer run, whose first turns were dropped.
  static var dropped: Diagram {
    var run = RunSketch("The end of a long run", droppedCount: 1_200)
    let early = run.start("download", in: 1_100)
    let earlier = run.start(nil, in: 1_150, kind: "stream")
    run.add("queue.advanced", sender: "a value, made at Shop/Queue.swift:9", cause: 1_199)
    let downloaded = run.sent(by: early, "downloaded")
    run.end(early, .finished, in: downloaded)
    run.number += 3
    run.follow(from: downloaded, "stored", changes: ["- isStored: false", "+ isStored: true"])
    run.sent(by: earlier, "received")
    return run.diagram
  }

  /// Texts that try to inject markup, scripts or control characters.
  static let hostileTexts = [
    "</script><script>window.hacked = 1; alert(1)</script>",
    "<!--<script>", "--> ]]> </style><style>*{display:none}</style>",
    "<img src=x onerror=\"window.hacked = 2\">", "&lt;b&gt; &amp; &#60;",
    "'\"`${window.hacked = 3}`\"'", "\\u003cscript\\u003e \\", "\"", "'",
    "nul \u{0} bell \u{7} escape \u{1B}[31m delete \u{7F} return \r\n tab \t next line \u{85}",
    "line \u{2028} paragraph \u{2029} mark \u{FEFF}", "👩‍👩‍👧‍👦 🇹🇭 e\u{301} \u{E9}",
    "ภาษาไทย กำลังโหลด", "العربية עברית", "admin\u{202E}txt.exe\u{2066}", "__proto__",
    "constructor", "javascript:window.hacked=4", "",
  ]

  /// A run with a hostile text in every field.
  static var hostile: Diagram {
    var run = RunSketch(hostileTexts[0])
    for text in hostileTexts {
      let first = run.call(
        text,
        "action \(text)",
        from: "sender \(text)",
        outputs: [text],
        changes: ["+ \(text)", "- \(text)"]
      )
      let effect = run.start(text, in: first)
      run.sent(by: effect, "\(text).\(text)", text)
    }
    return run.diagram
  }

  /// A run of 10,000 turns, 2,000 of them at the same time, and several thousand effects.
  static let large: Diagram = {
    var run = RunSketch("Ten thousand turns")
    let clock = run.start("clock", in: nil, kind: "subscription", line: 18)
    var search: Int?
    var round = 0
    while run.diagram.turns.count < 9_990 {
      round += 1
      if round < 300 || round > 550 { run.time += .milliseconds(40 + round % 7 * 10) }
      let query = "query \(round)"
      let typed = run.call(
        "search.queryChanged",
        ".search(.queryChanged(\"\(query) that someone typed into the field, and then went on to change\"))",
        from: "binding at Shop/SearchField.swift:12",
        changes: largeChanges(round, "query", "\"\(query)\"")
      )
      if let search { run.end(search, .cancelled, in: typed) }
      search = run.start("search", in: typed, line: 52)
      let response = run.sent(
        by: search ?? 0,
        "search.response",
        ".search(.response(.success([Item(id: \(round), title: \"Item \(round)\"), Item(id: \(round + 1), title: \"Item \(round + 1)\")])))",
        changes: largeChanges(round, "results", "[Item(id: \(round), title: \"Item \(round)\")]")
      )
      if round % 3 == 0 {
        run.end(search ?? 0)
        search = nil
      }
      for step in 0..<3 {
        let tapped = run.call(
          "item.addButtonTapped",
          ".item(id: UUID(\(round)-\(step)), .addButtonTapped(at: Point(x: \(round % 390), y: \(round % 844)), count: \(step)))",
          changes: largeChanges(round, "selection", "\(step)")
        )
        let save = run.start("save cart \(step)", in: tapped, line: 77)
        run.follow(
          from: tapped,
          "cart.itemAdded",
          ".cart(.itemAdded(Item(id: \(round * 3 + step), title: \"Item \(round * 3 + step)\", price: \(round).50, tags: [.new, .sale])))",
          changes: largeChanges(round, "total", "\(round * 3 + step).50")
        )
        run.end(save, step == 2 ? .endedWithState : .finished)
      }
      run.sent(
        by: clock,
        "clockTicked",
        ".clockTicked(Date(timeIntervalSince1970: \(1_700_000_000 + round)))",
        changes: largeChanges(round, "clock", "\(round)")
      )
      if round % 10 == 0 {
        run.follow(
          from: response,
          "analytics.sent",
          ".analytics(.sent(\(round)))",
          changes: round % 20 == 0 ? nil : []
        )
      }
    }
    while run.diagram.turns.count < 10_000 { run.call("ended") }
    return run.diagram
  }()

  private static func largeChanges(_ round: Int, _ name: String, _ value: String) -> [String] {
    [
      "  ShopState(", "    session: Session(id: 4711),", "    \(name)State(",
      "-     \(name): the value before round \(round)", "+     \(name): \(value)", "    )",
    ]
  }
}
