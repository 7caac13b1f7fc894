// SPDX-License-Identifier: MIT

extension Reducer {
  /// Returns a parent reducer with shared state that runs this one on a case of its state and its actions.
  ///
  /// It is like ``pullback(state:action:id:cancelsEffects:fileID:filePath:line:column:)->Reducer<Sharing<ParentLocal,Shared>,ParentAction,Environment>``,
  /// for a pair of cases that a ``ChildCase`` declares once.
  @inlinable
  public func pullback<Local, Shared, ParentLocal, ParentAction: Sendable>(
    _ child: ChildCase<ParentLocal, ParentAction, Local, Action>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Reducer<Sharing<ParentLocal, Shared>, ParentAction, Environment>
  where State == Sharing<Local, Shared> {
    pullback(
      state: child.state,
      action: child.action,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}
