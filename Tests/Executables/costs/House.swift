// SPDX-License-Identifier: MIT

internal import Lockstep

struct House: Equatable, Sendable {
  var room0 = CounterState()
  var room1 = CounterState()
  var room2 = CounterState()
  var room3 = CounterState()
  var room4 = CounterState()
  var room5 = CounterState()
  var room6 = CounterState()
  var room7 = CounterState()
  var room8 = CounterState()
  var room9 = CounterState()
  var room10 = CounterState()
  var room11 = CounterState()
  var room12 = CounterState()
  var room13 = CounterState()
  var room14 = CounterState()
  var room15 = CounterState()
  var room16 = CounterState()
  var room17 = CounterState()
  var room18 = CounterState()
  var room19 = CounterState()
}

enum HouseAction: Sendable {
  case room0(CounterAction)
  case room1(CounterAction)
  case room2(CounterAction)
  case room3(CounterAction)
  case room4(CounterAction)
  case room5(CounterAction)
  case room6(CounterAction)
  case room7(CounterAction)
  case room8(CounterAction)
  case room9(CounterAction)
  case room10(CounterAction)
  case room11(CounterAction)
  case room12(CounterAction)
  case room13(CounterAction)
  case room14(CounterAction)
  case room15(CounterAction)
  case room16(CounterAction)
  case room17(CounterAction)
  case room18(CounterAction)
  case room19(CounterAction)
}

let houseReducer = Reducer<House, HouseAction, Void>.combine(
  counterReducer.pullback(state: \.room0, action: /HouseAction.room0),
  counterReducer.pullback(state: \.room1, action: /HouseAction.room1),
  counterReducer.pullback(state: \.room2, action: /HouseAction.room2),
  counterReducer.pullback(state: \.room3, action: /HouseAction.room3),
  counterReducer.pullback(state: \.room4, action: /HouseAction.room4),
  counterReducer.pullback(state: \.room5, action: /HouseAction.room5),
  counterReducer.pullback(state: \.room6, action: /HouseAction.room6),
  counterReducer.pullback(state: \.room7, action: /HouseAction.room7),
  counterReducer.pullback(state: \.room8, action: /HouseAction.room8),
  counterReducer.pullback(state: \.room9, action: /HouseAction.room9),
  counterReducer.pullback(state: \.room10, action: /HouseAction.room10),
  counterReducer.pullback(state: \.room11, action: /HouseAction.room11),
  counterReducer.pullback(state: \.room12, action: /HouseAction.room12),
  counterReducer.pullback(state: \.room13, action: /HouseAction.room13),
  counterReducer.pullback(state: \.room14, action: /HouseAction.room14),
  counterReducer.pullback(state: \.room15, action: /HouseAction.room15),
  counterReducer.pullback(state: \.room16, action: /HouseAction.room16),
  counterReducer.pullback(state: \.room17, action: /HouseAction.room17),
  counterReducer.pullback(state: \.room18, action: /HouseAction.room18),
  counterReducer.pullback(state: \.room19, action: /HouseAction.room19)
)
