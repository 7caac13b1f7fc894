// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Lockstep
import LockstepTerminal
import LockstepTesting
import Testing

@testable import MeetingsExample

/// Tests the terminal app with key presses.
@MainActor @Suite struct MeetingsProgramTests {
  private typealias Session = MemoryTerminal<MeetingsProgram.State, MeetingsProgram.Action>

  private let queue = DispatchQueue.test
  private let storage = StorageClient.inMemory()

  /// The error that each save throws, or nil if saving succeeds.
  private let problem = Recorder<SavingError?>(nil)

  private func makeSession(
    _ meetings: MeetingArray? = nil,
    size: Screen.Size = Screen.Size(rows: 24, columns: 80)
  ) throws -> Session {
    var disturbed = storage
    disturbed.save = { [problem, storage] data throws(SavingError) in
      if let error = problem.value { throw error }
      try storage.save(data)
    }
    var app = try MeetingsApp.State(from: storage)
    if let meetings { app.meetings = Undoable(meetings) }
    return MemoryTerminal(
      MeetingsProgram.program,
      ManualStore(
        initialState: MeetingsProgram.State(app: app),
        reducer: MeetingsProgram.reducer,
        environment: AppEnvironment(
          mainQueue: queue,
          uuid: .incrementing,
          date: .constant(.end),
          storage: disturbed
        )
      ),
      clock: queue,
      size: size
    )
  }

  private nonisolated static let sizes = [
    Screen.Size(rows: 24, columns: 80), Screen.Size(rows: 12, columns: 40),
  ]

  @Test(arguments: sizes)
  func `a meeting can be added, edited, recorded, deleted and restored`(size: Screen.Size) throws {
    let session = try makeSession(size: size)
    func expect(_ texts: String..., at location: SourceLocation = #_sourceLocation) {
      for text in texts {
        #expect(session.screen.plainText.contains(text), sourceLocation: location)
      }
    }
    expect("> Design: 1 minute, 3 attendees", "[Enter] Open")
    session.type("n\n")
    expect("New meeting", "Enter a title.", "Enter the name of an attendee.")
    session.type("ประชุม")
    session.press(.tab)
    session.press(.control("u"))
    session.type("3")
    session.press(.tab)
    session.type("คึกฤทธิ์")
    session.press(.control("n"))
    session.type("Ann\n")
    expect("> ประชุม: 3 minutes, 2 attendees", "• ", "[u] Undo")
    session.type("\n")
    expect("ประชุม", "คึกฤทธิ์", "Ann", "[r] Record")
    session.type("e")
    session.press(.end)
    session.type("!\n")
    expect("ประชุม!")
    session.type("r")
    session.advance(by: 91)
    expect("1:31 elapsed", "1:29 left", "✓ คึกฤทธิ์", "▶ Ann")
    session.type("e")
    expect("End this meeting?", "[k] Keep the record")
    session.type("k")
    for _ in 0..<20 { session.press(.down) }
    expect("1970-01-12 13:46 UTC, 1:31", "/meetings/")
    session.type("d")
    expect("Delete this meeting?")
    session.type("d")
    #expect(session.screen.plainText.contains("ประชุม") == false)
    session.type("u")
    expect("ประชุม!: 3 minutes, 2 attendees", "[y] Redo")
    session.advance(by: 1)
    #expect(session.screen.plainText.contains("• ") == false)
    session.type("q")
    #expect(session.ending == .finished)
    let loaded = try MeetingsApp.State(from: storage)
    #expect(loaded.meetings.value.last?.records.map(\.seconds) == [91])
  }

  @Test(arguments: sizes)
  func `a form with many attendees shows the attendee with the focus`(size: Screen.Size) throws {
    let session = try makeSession(size: size)
    session.type("n")
    for number in 1...30 {
      session.press(.control("n"))
      session.type("Attendee \(number)")
    }
    #expect(session.screen.plainText.contains("Attendee 30"))
    for _ in 0..<40 { session.press(.up) }
    #expect(session.screen.plainText.contains("Title"))
    for _ in 0..<40 { session.press(.down) }
    session.press(.control("x"))
    #expect(session.screen.plainText.contains("Attendee 30") == false)
    #expect(session.screen.plainText.contains("Attendee 29"))
    // Typing continues in the attendee above the removed one.
    session.type("th\n")
    session.type("\n")
    #expect(session.store.store.state.app.list.form?.showsProblems == true)
  }

  @Test func `a new form focuses the title`() throws {
    let session = try makeSession()
    for _ in 0..<2 {
      session.type("n")
      session.press(.tab)
      session.press(.tab)
      session.press(.escape)
    }
    session.type("nT")
    #expect(session.store.store.state.app.list.form?.meeting.title == "T")
  }

  @Test func `the minutes field accepts only digits`() throws {
    let session = try makeSession()
    session.type("n")
    session.press(.tab)
    session.press(.control("u"))
    session.send(.paste(" 3\n"))
    session.type("x0 ")
    session.press(.left)
    session.type("x5")
    #expect(session.screen.plainText.contains("350"))
    session.press(.tab)
    #expect(session.store.store.state.app.list.form?.meeting.minutes == 350)
    #expect(session.screen.plainText.contains("350"))
  }

  @Test(arguments: sizes)
  func `a long list and a long screen can be scrolled`(size: Screen.Size) throws {
    var meetings = MeetingArray(
      (1...100).map { Meeting(id: Meeting.ID(UUID($0)), title: "No. \($0)") }
    )
    for row in meetings.indices {
      meetings[row].records = IdentifiedArray(
        (1...50).map { Record(id: Record.ID(UUID($0)), date: .end, seconds: $0) }
      )
    }
    let session = try makeSession(meetings, size: size)
    for _ in 0..<120 { session.press(.down) }
    #expect(session.screen.plainText.contains("> No. 100: "))
    session.type("\n")
    for _ in 0..<200 { session.press(.down) }
    #expect(session.screen.plainText.contains("/meetings/"))
    session.type("b")
    session.press(.up)
    session.type("\n")
    #expect(
      session.screen.plainText.contains("No. 99\n") || session.screen.plainText.contains("No. 99 ")
    )
  }

  @Test(arguments: sizes)
  func `a recording with many attendees shows the current speaker`(size: Screen.Size) throws {
    var meeting = Meeting.standup
    meeting.attendees = IdentifiedArray(
      (1...60).map { Attendee(id: Attendee.ID(UUID($0)), name: "No. \($0)") }
    )
    let session = try makeSession([meeting], size: size)
    session.type("\nr")
    for number in 1...60 {
      #expect(session.screen.plainText.contains("▶ No. \(number)"))
      session.type("n")
    }
  }

  @Test func `marks and keys show the directions in which a screen can scroll`() throws {
    var meeting = Meeting.standup
    meeting.attendees = IdentifiedArray(
      (1...60).map { Attendee(id: Attendee.ID(UUID($0)), name: "No. \($0)") }
    )
    let session = try makeSession([meeting])
    func expect(_ texts: [String], at location: SourceLocation = #_sourceLocation) {
      let shown = ["▲", "▼", "[↓] Scroll", "[↑] Scroll", "[↑↓] Scroll"].filter {
        session.screen.plainText.contains($0)
      }
      #expect(shown == texts, sourceLocation: location)
    }
    session.type("\n")
    expect(["▼", "[↓] Scroll"])
    session.press(.down)
    expect(["▲", "▼", "[↑↓] Scroll"])
    for _ in 0..<100 { session.press(.down) }
    expect(["▲", "[↑] Scroll"])
  }

  @Test func `the undo and redo keys appear only if there is a step`() throws {
    let session = try makeSession()
    func expect(_ texts: [String], at location: SourceLocation = #_sourceLocation) {
      let shown = ["[u] Undo", "[y] Redo"].filter { session.screen.plainText.contains($0) }
      #expect(shown == texts, sourceLocation: location)
    }
    expect([])
    session.type("\ndd")
    expect(["[u] Undo"])
    session.type("u")
    expect(["[y] Redo"])
    session.type("y")
    expect(["[u] Undo"])
  }

  @Test func `the elapsed time does not change during the question`() throws {
    let session = try makeSession()
    session.type("\nr")
    session.advance(by: 10)
    session.press(.escape)
    session.advance(by: 100)
    session.press(.escape)
    session.advance(by: 1)
    #expect(session.screen.plainText.contains("0:11 elapsed"))
    session.type("p")
    session.advance(by: 100)
    #expect(session.screen.plainText.contains("0:11 elapsed"))
    #expect(session.screen.plainText.contains("[p] Resume"))
    // The quit key is disabled, because quitting would lose the recording.
    session.type("q")
    #expect(session.ending == nil)
  }

  @Test(arguments: [(0, 0), (1, 1), (3, 5), (10, 20), (12, 40), (24, 80), (60, 200)])
  func `screens of any size can be drawn`(rows: Int, columns: Int) throws {
    let session = try makeSession(size: Screen.Size(rows: rows, columns: columns))
    for keys in ["", "\n", "d", "k", "e", "\n", "r", "e", "r", "n", "b"] {
      session.type(keys)
      #expect(session.screen.size == Screen.Size(rows: rows, columns: columns))
    }
  }

  @Test func `a small screen shows the key that goes back`() throws {
    let session = try makeSession(size: Screen.Size(rows: 9, columns: 30))
    session.type("\nrek")
    #expect(session.screen.plainText.contains("[b/Esc] Back"))
    session.type("e")
    session.press(.tab)
    session.press(.tab)
    #expect(session.screen.plainText.contains("[Esc] Cancel"))
  }

  @Test func `a problem is shown on every screen`() throws {
    let session = try makeSession()
    problem.set(SavingError(.failed, in: "The memory", reason: "it is full"))
    session.type("n")
    session.type("A")
    session.press(.tab)
    session.press(.tab)
    session.type("B\n")
    session.advance(by: 1)
    for keys in ["", "\n", "r", "e"] {
      session.type(keys)
      #expect(session.screen.plainText.contains("The memory: it is full."))
    }
  }

  @Test func `a key repeats a failed save`() throws {
    let session = try makeSession()
    #expect(session.screen.plainText.contains("[s] Save now") == false)
    problem.set(SavingError(.failed, in: "The memory", reason: "it is full"))
    session.type("\ndd")
    session.advance(by: 1)
    #expect(session.screen.plainText.contains("[s] Save now"))
    session.type("s")
    #expect(session.screen.plainText.contains("The memory: it is full."))
    problem.set(nil)
    session.type("\n")
    #expect(session.screen.plainText.contains("[s] Save now"))
    session.type("s")
    #expect(session.screen.plainText.contains("full") == false)
    #expect(session.screen.plainText.contains("• ") == false)
    #expect(session.screen.plainText.contains("[s] Save now") == false)
    #expect(try MeetingsApp.State(from: storage).meetings.value.map(\.title) == ["Engineering"])
  }

  // MARK: The command line

  @Test func `command-line options are parsed`() throws {
    let id = UUID(1)
    let options = try MeetingsOptions(["--file", "/tmp/m.json", "--link", "/meetings/\(id)/edit"])
    #expect(options.file.path == "/tmp/m.json")
    #expect(options.link == .edit(Meeting.ID(id)))
    #expect(try MeetingsOptions([]).file.lastPathComponent == "meetings.json")
    #expect(try MeetingsOptions(["-h"]).showsHelp)
  }

  @Test(
    arguments: [
      (["--file"], "option '--file' needs a file"),
      (["--file", ""], "option '--file' needs a file"),
      (["--link"], "option '--link' needs a link, such as /meetings/new"),
      (
        ["--link", "/x"],
        "'/x' is not a link of this program\nNot found: no route has the path \"/x\"."
      ),
      (["x"], "unknown argument 'x'; '--help' lists the options"),
    ] as [([String], String)]
  )
  func `invalid arguments throw a usage error`(arguments: [String], message: String) {
    #expect(throws: MeetingsOptions.UsageError(message: message)) {
      try MeetingsOptions(arguments)
    }
  }
}
