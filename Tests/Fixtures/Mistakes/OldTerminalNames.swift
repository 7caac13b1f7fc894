import LockstepTerminal
import LockstepTerminalTesting

struct Entry: ListElement {
  let id: Int
  let title: String
}

func oldPrograms(_ program: TerminalProgram<Parent, ParentAction>) {
  _ = program.takesText
  _ = program.isOver
  _ = TerminalProgram<Parent, ParentAction>(
    takesText: { _ in false },
    isOver: { $0.name.isEmpty },
    screen: { _, size, _ in LockstepTerminal.Screen(size: size) }
  )
  _ = TerminalProgram<Parent, ParentAction>.Ending.over
}

func oldLists(_ list: inout List<Entry>) {
  _ = list.takesText
  list.keepsFilter = true
  _ = List<Entry>([], keepsFilter: true)
}

@MainActor func oldSnapshots(_ terminal: MemoryTerminal<Parent, ParentAction>) {
  assertFrames(of: terminal, script: "", matches: ExpectedFrames.text(""))
}
