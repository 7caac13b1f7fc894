// SPDX-License-Identifier: MIT

import Lockstep

private struct BookState: Equatable, Sendable {
  var counter = CounterState()
  var sheet: CounterState?
}

private enum BookAction: FeatureAction {
  case counter(CounterAction)
  case sheet(PresentationAction<CounterAction>)

  enum Output: Sendable { case closed }
}

private let ownReducer = Reducer<BookState, BookAction, Void> { state, action, _ in
  if case .counter = action { state.counter.count &+= 1 }
  return .none
}

private let bookReducer = ownReducer.presenting(
  \.sheet,
  action: /BookAction.sheet,
  counterReducer
)

private let listeningReducer = ownReducer.onOutput(of: BookAction.self) { _, _, _, _ in .none }

/// A closure for the book's own actions, around that of the sheet.
private func makeBareBook() -> (inout BookState, BookAction) -> AnyObject? {
  let sheet = makeBareCounter()
  let own: (inout BookState, BookAction) -> AnyObject? = opaque { state, action in
    if case .counter = action { state.counter.count &+= 1 }
    return nil
  }
  return opaque { state, action in
    guard case .sheet(.presented(let sheetAction)) = action else { return own(&state, action) }
    guard var presented = state.sheet else { return nil }
    _ = sheet(&presented, sheetAction)
    state.sheet = presented
    return own(&state, action)
  }
}

private let times = 5_000

@BenchmarkActor private func book(
  _ reference: String,
  _ reducer: Reducer<BookState, BookAction, Void>,
  _ action: BookAction,
  _ bare: @escaping (inout BookState, BookAction) -> AnyObject?
) -> Work {
  let (reducer, action) = (opaque(reducer), opaque(action))
  let isCounted = { (state: BookState) in [state.sheet?.count, state.counter.count].contains(times)
  }
  return Work(
    reference: reference,
    operations: times,
    subject: { _ in
      var state = BookState(sheet: CounterState())
      for _ in 0..<times { _ = reducer.run(&state, action, ()) }
      precondition(isCounted(state))
    },
    bare: { _ in
      var state = BookState(sheet: CounterState())
      for _ in 0..<times where bare(&state, action) != nil { return }
      precondition(isCounted(state))
    }
  )
}

@BenchmarkActor func presentingAnotherAction() -> Work {
  book("two closures", bookReducer, .counter(.increment), makeBareBook())
}

@BenchmarkActor func presentingItsAction() -> Work {
  book("two closures", bookReducer, .sheet(.presented(.increment)), makeBareBook())
}

/// Beside the reducer itself.
@BenchmarkActor func noOutput() -> Work {
  let reducer = opaque(ownReducer)
  return book("the reducer", listeningReducer, .counter(.increment)) { state, action in
    _ = reducer.run(&state, action, ())
    return nil
  }
}

// MARK: A stack

private struct PathState: Sendable {
  var path = StackState((0..<100).map { _ in CounterState() })
}

private enum PathAction: Sendable {
  case path(StackAction<CounterState, CounterAction>)
  case other
}

private let pathReducer = counterReducer.forEach(
  stack: \PathState.path,
  action: /PathAction.path
)

/// A screen in the middle of a hundred, by its id.
@BenchmarkActor func screenOfAHundred() -> Work {
  let reducer = opaque(pathReducer)
  let counter = makeBareCounter()
  let action = opaque(PathAction.path(.element(id: 41, action: .increment)))
  return Work(
    reference: "a closure, an array",
    operations: times,
    subject: { _ in
      var state = PathState()
      for _ in 0..<times { _ = reducer.run(&state, action, ()) }
      precondition(state.path[id: 41]?.count == times)
    },
    bare: { _ in
      var screens = (0..<100).map { (id: $0, state: CounterState()) }
      for _ in 0..<times {
        guard case .path(.element(let id, let action)) = action,
          let index = screens.firstIndex(where: { $0.id == id }),
          counter(&screens[index].state, action) == nil
        else { return }
      }
      precondition(screens[41].state.count == times)
    }
  )
}
