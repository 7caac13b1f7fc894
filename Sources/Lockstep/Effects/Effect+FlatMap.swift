// SPDX-License-Identifier: MIT

extension Effect {
  /// An effect that starts another effect for each value, and sends what these send.
  ///
  /// It completes when this effect and all those that it has started have completed, and fails as
  /// soon as one of them fails, which ends the others.
  ///
  /// ```swift
  /// environment.currentPlayer()
  ///   .flatMap { environment.loadAvatar($0.avatarURL) }
  /// ```
  ///
  /// The function is called for one value after the other. What it returns is started when the value has been
  /// delivered; if the value is the last one and no other effect runs, in place of this one. So a loop, where an
  /// effect that it starts is such an effect again, needs constant stack.
  ///
  /// - Parameter transform: Makes an effect of a value. It may end the effect that sends the values.
  /// - Returns: The effect that sends what the others do.
  /// - Complexity: O(1) for each value, besides the effects that are started; as many of them run at the
  ///   same time as the values are that come.
  public func flatMap<NewOutput>(
    _ transform: @escaping @Sendable (Output) -> Effect<NewOutput, Failure>
  ) -> Effect<NewOutput, Failure> {
    Effect<NewOutput, Failure>(
      node.map {
        OperatorNode($0) { upstream, downstream, scope in
          guard let group = EffectGroup(downstream, in: scope, members: 1) else { return }
          let spawner = Listener<Output, Failure>(to: group, .always) { value, source, isLast in
            guard group.scope.isActive else { return }
            let node = transform(value).node
            if isLast {
              group.replaceMember(by: node, after: source)
            } else if let node {
              group.addMember(node, after: source)
            }
          } finish: { failure, source in
            group.finish(failure, from: source)
          }
          upstream.start(spawner, in: group.scope)
        }
      }
    )
  }

  /// An effect that goes on with another effect where this one fails.
  ///
  /// ```swift
  /// environment.loadFromDisk()
  ///   .catch { _ in environment.download() }
  /// ```
  ///
  /// The other effect may be one that goes on in turn, any number of times, in constant stack. It is started
  /// when the failure has been delivered.
  ///
  /// - Parameter handler: Makes the other effect of the failure.
  /// - Returns: The effect that fails as the other one does.
  public func `catch`<NewFailure>(
    _ handler: @escaping @Sendable (Failure) -> Effect<Output, NewFailure>
  ) -> Effect<Output, NewFailure> {
    Effect<Output, NewFailure>(
      node.map {
        OperatorNode($0) { upstream, downstream, scope in
          let recovery = Listener<Output, Failure>(to: downstream, .always) {
            value,
            source,
            isLast in
            downstream.receive(value, from: source, isLast: isLast)
          } finish: { failure, source in
            guard let failure else { return downstream.finish(nil, from: source) }
            guard let node = handler(failure).node else {
              return downstream.finish(nil, from: scope)
            }
            scope.startNext(after: source) { node.start(downstream, in: scope) }
          }
          upstream.start(recovery, in: scope)
        }
      }
    )
  }

  /// An effect that does the same, and sends neither values nor a failure.
  ///
  /// ```swift
  /// environment.audioPlayer.play(.win).fireAndForget()
  /// ```
  ///
  /// A test store wants to be told of each leaf of it that produces values: see
  /// `TestStore.fireAndForget(_:)`.
  ///
  /// - Parameters:
  ///   - outputType: The type of the values that it never sends.
  ///   - failureType: The type of the failure that it never sends.
  ///   - fileID: The file that messages name.
  ///   - line: The line that messages name.
  /// - Returns: The silent effect.
  public func fireAndForget<NewOutput, NewFailure>(
    outputType: NewOutput.Type = NewOutput.self,
    failureType: NewFailure.Type = NewFailure.self,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Effect<NewOutput, NewFailure> {
    let description = EffectDescription(.fireAndForget, fileID: fileID, line: line)
    return Effect<NewOutput, NewFailure>(
      node.map { OperatorNode(silencing: $0, description) }
    )
  }
}

extension OperatorNode {
  /// An effect that runs to its end, and sends nothing.
  convenience init(
    silencing upstream: EffectNode<Input, InputFailure>,
    _ description: EffectDescription
  ) {
    self.init(upstream, in: .fireAndForget(description)) { upstream, downstream, scope in
      func finish(_ failure: InputFailure?, _ source: EffectScope) {
        downstream.finish(nil, from: scope)
        scope.leave()
      }
      let silence = Listener<Input, InputFailure>(to: downstream) { _, source, isLast in
        if isLast { finish(nil, source) }
      } finish: {
        finish($0, $1)
      }
      upstream.start(silence, in: scope)
    }
  }
}
