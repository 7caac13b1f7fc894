// SPDX-License-Identifier: MIT

import Lockstep

private struct AppState {
  var feature0 = CounterState()
  var feature1 = CounterState()
  var feature2 = CounterState()
  var feature3 = CounterState()
  var feature4 = CounterState()
  var feature5 = CounterState()
  var feature6 = CounterState()
  var feature7 = CounterState()
  var feature8 = CounterState()
  var feature9 = CounterState()
  var feature10 = CounterState()
  var feature11 = CounterState()
  var feature12 = CounterState()
  var feature13 = CounterState()
  var feature14 = CounterState()
  var feature15 = CounterState()
  var feature16 = CounterState()
  var feature17 = CounterState()
  var feature18 = CounterState()
  var feature19 = CounterState()
}

private enum AppAction: Sendable {
  case feature0(CounterAction)
  case feature1(CounterAction)
  case feature2(CounterAction)
  case feature3(CounterAction)
  case feature4(CounterAction)
  case feature5(CounterAction)
  case feature6(CounterAction)
  case feature7(CounterAction)
  case feature8(CounterAction)
  case feature9(CounterAction)
  case feature10(CounterAction)
  case feature11(CounterAction)
  case feature12(CounterAction)
  case feature13(CounterAction)
  case feature14(CounterAction)
  case feature15(CounterAction)
  case feature16(CounterAction)
  case feature17(CounterAction)
  case feature18(CounterAction)
  case feature19(CounterAction)
}

private let appReducer = Reducer<AppState, AppAction, Void>.combine(
  counterReducer.pullback(state: \.feature0, action: /AppAction.feature0),
  counterReducer.pullback(state: \.feature1, action: /AppAction.feature1),
  counterReducer.pullback(state: \.feature2, action: /AppAction.feature2),
  counterReducer.pullback(state: \.feature3, action: /AppAction.feature3),
  counterReducer.pullback(state: \.feature4, action: /AppAction.feature4),
  counterReducer.pullback(state: \.feature5, action: /AppAction.feature5),
  counterReducer.pullback(state: \.feature6, action: /AppAction.feature6),
  counterReducer.pullback(state: \.feature7, action: /AppAction.feature7),
  counterReducer.pullback(state: \.feature8, action: /AppAction.feature8),
  counterReducer.pullback(state: \.feature9, action: /AppAction.feature9),
  counterReducer.pullback(state: \.feature10, action: /AppAction.feature10),
  counterReducer.pullback(state: \.feature11, action: /AppAction.feature11),
  counterReducer.pullback(state: \.feature12, action: /AppAction.feature12),
  counterReducer.pullback(state: \.feature13, action: /AppAction.feature13),
  counterReducer.pullback(state: \.feature14, action: /AppAction.feature14),
  counterReducer.pullback(state: \.feature15, action: /AppAction.feature15),
  counterReducer.pullback(state: \.feature16, action: /AppAction.feature16),
  counterReducer.pullback(state: \.feature17, action: /AppAction.feature17),
  counterReducer.pullback(state: \.feature18, action: /AppAction.feature18),
  counterReducer.pullback(state: \.feature19, action: /AppAction.feature19)
)

/// Twenty closures, each of which looks whether the action is its own.
private func makeBareReducers() -> [(inout AppState, AppAction) -> AnyObject?] {
  let counter = makeBareCounter()
  return opaque([
    { if case .feature0(let action) = $1 { counter(&$0.feature0, action) } else { nil } },
    { if case .feature1(let action) = $1 { counter(&$0.feature1, action) } else { nil } },
    { if case .feature2(let action) = $1 { counter(&$0.feature2, action) } else { nil } },
    { if case .feature3(let action) = $1 { counter(&$0.feature3, action) } else { nil } },
    { if case .feature4(let action) = $1 { counter(&$0.feature4, action) } else { nil } },
    { if case .feature5(let action) = $1 { counter(&$0.feature5, action) } else { nil } },
    { if case .feature6(let action) = $1 { counter(&$0.feature6, action) } else { nil } },
    { if case .feature7(let action) = $1 { counter(&$0.feature7, action) } else { nil } },
    { if case .feature8(let action) = $1 { counter(&$0.feature8, action) } else { nil } },
    { if case .feature9(let action) = $1 { counter(&$0.feature9, action) } else { nil } },
    { if case .feature10(let action) = $1 { counter(&$0.feature10, action) } else { nil } },
    { if case .feature11(let action) = $1 { counter(&$0.feature11, action) } else { nil } },
    { if case .feature12(let action) = $1 { counter(&$0.feature12, action) } else { nil } },
    { if case .feature13(let action) = $1 { counter(&$0.feature13, action) } else { nil } },
    { if case .feature14(let action) = $1 { counter(&$0.feature14, action) } else { nil } },
    { if case .feature15(let action) = $1 { counter(&$0.feature15, action) } else { nil } },
    { if case .feature16(let action) = $1 { counter(&$0.feature16, action) } else { nil } },
    { if case .feature17(let action) = $1 { counter(&$0.feature17, action) } else { nil } },
    { if case .feature18(let action) = $1 { counter(&$0.feature18, action) } else { nil } },
    { if case .feature19(let action) = $1 { counter(&$0.feature19, action) } else { nil } },
  ])
}

@BenchmarkActor func combineOfTwentyPullbacks() -> Work {
  let reducer = opaque(appReducer)
  let bare = makeBareReducers()
  return Work(
    reference: "20 closures",
    operations: 5_000,
    subject: { _ in
      var state = AppState()
      for _ in 0..<5_000 { _ = reducer.run(&state, .feature19(.increment), ()) }
      precondition(state.feature19.count == 5_000)
    },
    bare: { _ in
      var state = AppState()
      for _ in 0..<5_000 {
        for reduce in bare where reduce(&state, .feature19(.increment)) != nil { return }
      }
      precondition(state.feature19.count == 5_000)
    }
  )
}
