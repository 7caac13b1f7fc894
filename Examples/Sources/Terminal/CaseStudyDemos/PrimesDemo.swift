// SPDX-License-Identifier: MIT

// A counter, a question about its number, and a list that two features share and save in a file.

internal import CaseStudies
internal import DemoSupport
internal import DependencyClients
internal import Foundation
internal import Lockstep
internal import LockstepTerminal

extension CaseStudyProgram {
  package static let primes = Self(
    "primes",
    about: "Counts, tells primes, and keeps the ones you like in a file.",
    keepsFiles: true
  ) { options in .primes(options) }
}

struct PrimesDemoState: Equatable, Sendable {
  var counter = PrimeCounterState()
  var hasClosed = false
  /// A message about the file.
  var notice: String?
  var selection = 0

  /// The favorites as tabs; the selected one can be deleted.
  var favorites: Tabs {
    get { Tabs(counter.favoritePrimes.map { "\($0)" }, selection: selection) }
    set { selection = newValue.selection }
  }

  /// The index of the selected favorite; nil if the list is empty.
  fileprivate var selected: Int? {
    counter.favoritePrimes.isEmpty ? nil : min(selection, counter.favoritePrimes.count - 1)
  }
}

enum PrimesDemoAction: Equatable {
  case appeared
  case closeButtonTapped
  case counter(PrimeCounterAction)
  case favorites(FavoritePrimesAction)
  case fileWritten(isComplete: Bool)
  case tabs(Tabs.Action)
}

struct PrimesDemoEnvironment: Sendable {
  var favorites: FavoritePrimesEnvironment
  /// The result of each attempt to write a file.
  var writes: Effect<Bool, Never>
}

typealias PrimesDemo = Demo<PrimesDemoState, PrimesDemoAction, PrimesDemoEnvironment>

let primesDemoReducer = Reducer<
  PrimesDemoState, PrimesDemoAction, PrimesDemoEnvironment
>.combine(
  primeCounterReducer.pullback(
    state: \.counter,
    action: /PrimesDemoAction.counter
  ),
  // The list is part of the counter's state, so both features share the favorites.
  favoritePrimesReducer
    .environment { $0.favorites }
    .pullback(state: \.counter.favoritePrimes, action: /PrimesDemoAction.favorites),
  Tabs.reducer.pullback(
    state: \.favorites,
    action: /PrimesDemoAction.tabs
  ),
  Reducer { state, action, environment in
    struct WritesID: Hashable {}

    switch action {
    case .appeared:
      return environment.writes.map(PrimesDemoAction.fileWritten).cancellable(id: WritesID())

    case .closeButtonTapped:
      state.hasClosed = true
      return .cancel(id: WritesID())

    case .counter, .favorites(.deleteFavoritePrimes):
      state.notice = nil

    case .favorites(.loadButtonTapped):
      // The message remains unless a saved list loads, which happens at once.
      state.notice = "There is no saved list."

    case .favorites(.loadedFavoritePrimes):
      state.notice = "This is the list that was saved."

    case .favorites(.saveButtonTapped):
      break

    case .fileWritten(let isComplete):
      state.notice = isComplete ? "The list is saved." : "The list could not be saved."

    case .tabs:
      break
    }
    return .none
  }
)

extension PrimesDemo {
  static func primes(_ options: CaseStudyOptions = CaseStudyOptions()) -> Self {
    Self(
      initialState: PrimesDemoState(),
      reducer: primesDemoReducer,
      environment: { _ in
        let writes = Subject<Bool, Never>(name: "writes")
        var fileClient = options.fileClient
        fileClient.save = { [save = fileClient.save] name, data in
          save(name, data).handleEvents(receiveCompletion: { completion in
            if case .finished = completion { writes.send(true) } else { writes.send(false) }
          })
        }
        return PrimesDemoEnvironment(
          favorites: FavoritePrimesEnvironment(fileClient: fileClient),
          writes: writes.effect
        )
      },
      appeared: .appeared,
      program: TerminalProgram(
        keys: { state, _ in state.keys },
        screen: { state, size, help in state.screen(size: size, help: help) }
      ),
      farewell: { $0.hasClosed ? "You have left the primes." : nil }
    )
  }
}

extension PrimesDemoState {
  /// While the question is open, only its answers apply.
  var keys: [KeyBinding<PrimesDemoAction>] {
    let quit = KeyBinding<PrimesDemoAction>.quit("q", .control("c"))
    if let question { return question.keys.shownElsewhere() + [quit] }
    var keys: [KeyBinding<PrimesDemoAction>] = [
      KeyBinding(.up, "Count", .counter(.incrementButtonTapped)),
      KeyBinding(.down, "Count", .counter(.decrementButtonTapped)),
      KeyBinding("p", "Is it prime?", .counter(.isPrimeButtonTapped)),
    ]
    if let selected {
      let prime = counter.favoritePrimes[selected]
      keys += favorites.keys.map { $0.map(PrimesDemoAction.tabs) }
      keys.append(
        KeyBinding("d", "Delete \(prime)", .favorites(.deleteFavoritePrimes([selected])))
      )
    }
    return keys + [
      KeyBinding("s", "Save", .favorites(.saveButtonTapped)),
      KeyBinding("l", "Load", .favorites(.loadButtonTapped)),
      KeyBinding("c", "Close", .closeButtonTapped), quit,
    ]
  }

  /// The question about the number; nil while it is closed.
  private var question: Dialog<PrimesDemoAction>? {
    guard counter.isPrimeModalShown else { return nil }
    let answer = counter.primeModal
    var keys: [KeyBinding<PrimesDemoAction>] = [
      KeyBinding(["b", .escape], "Back", .counter(.primeModalDismissed))
    ]
    if answer.isFavorite {
      let action = PrimesDemoAction.counter(.primeModal(.removeFavoritePrimeTapped))
      keys.insert(KeyBinding("f", "Not my favorite", action), at: 0)
    } else if answer.isPrime {
      let action = PrimesDemoAction.counter(.primeModal(.saveFavoritePrimeTapped))
      keys.insert(KeyBinding("f", "Make it a favorite", action), at: 0)
    }
    return Dialog(
      answer.isPrime ? "Yes, \(counter.count) is a prime." : "No, \(counter.count) is none.",
      message: answer.isFavorite ? "It is one of your favorites." : "",
      keys: keys
    )
  }

  func screen(size: Screen.Size, help: HelpLine) -> Screen {
    var (screen, _, content) = Screen.framed("Favorite primes", size: size)
    var lines = StyledLines()
    lines.add("Count to a prime that you like.")
    lines.add()
    lines.add("\(counter.count)", style: Style(.yellow, bold: true))
    lines.add()
    lines.add("Your favorites", style: Style(bold: true))
    let needed = lines.leastRows(columns: content.columns) + 2
    let main = screen.footer(help, in: content, below: needed)
    let gap = main.rows < 10 ? 0 : 1
    let parts = main.rows([
      .fixed(gap), .fixed(min(main.rows - 2, lines.rows(columns: main.columns))), .fixed(1),
      .flexible(), .fixed(1),
    ])
    lines.draw(in: parts[1], on: &screen)
    if counter.favoritePrimes.isEmpty {
      screen.put("none yet", in: parts[2], alignment: .center)
    } else {
      let width = favorites.titles.map { $0.count + 3 }.reduce(0, +)
      screen.draw(favorites, in: parts[2].centered(rows: 1, columns: min(width, main.columns)))
    }
    if let notice {
      screen.put(notice, in: parts[4], alignment: .center, style: Style(.green))
    }
    if let question {
      screen.restyle(main) { $0.dim = true }
      screen.draw(question, in: main, style: Style(.magenta, bold: true))
    }
    return screen
  }
}
