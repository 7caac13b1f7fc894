// SPDX-License-Identifier: MIT

extension Effect {
  /// Returns an effect that starts another effect for each value and sends the values of the started effects.
  ///
  /// It completes when this effect and all started effects have completed. If one of them fails, it fails and cancels
  /// the others.
  ///
  /// ```swift
  /// environment.currentPlayer()
  ///   .flatMap { environment.loadAvatar($0.avatarURL) }
  /// ```
  ///
  /// The effect calls the function with one value at a time. It starts the returned effect after delivering the value.
  /// If the value is the last one and no other effect is running, the returned effect replaces this effect. A loop of
  /// such effects therefore needs constant stack space.
  ///
  /// - Parameter transform: A function that returns an effect for a value. It may cancel the effect that sends the
  ///   values.
  /// - Returns: The effect that sends the values of the started effects.
  /// - Complexity: O(1) for each value, apart from the started effects. Only the number of values limits the number of
  ///   effects that run at the same time.
  public func flatMap<NewOutput>(
    _ transform: @escaping @Sendable (Output) -> Effect<NewOutput, Failure>
  ) -> Effect<NewOutput, Failure> {
    Effect<NewOutput, Failure>(
      node.map {
        OperatorNode($0) { upstream, downstream, scope in
          guard let group = EffectGroup.of(1, to: downstream, in: scope) else { return }
          let spawner = Listener(to: group, .always) { (value: Output, source, isLast, _) in
            guard group.scope.isActive else { return }
            let node = transform(value).node
            if isLast {
              group.replaceMember(by: node, after: source)
            } else if let node {
              group.addMember(node, after: source)
            }
          } finish: { failure, source, _ in
            group.finish(failure, from: source)
          }
          upstream.start(spawner, in: group.scope)
        }
      }
    )
  }

  /// Returns an effect that continues with another effect if this effect fails.
  ///
  /// ```swift
  /// environment.loadFromDisk()
  ///   .catch { _ in environment.download() }
  /// ```
  ///
  /// The other effect starts after the failure is delivered. It may itself use `catch`, to any depth, in constant stack
  /// space.
  ///
  /// - Parameter handler: A function that returns the other effect for the failure.
  /// - Returns: The effect, which fails only if the other effect does.
  public func `catch`<NewFailure>(
    _ handler: @escaping @Sendable (Failure) -> Effect<Output, NewFailure>
  ) -> Effect<Output, NewFailure> {
    Effect<Output, NewFailure>(
      node.map {
        OperatorNode($0) { upstream, downstream, scope in
          let recovery = Listener(to: downstream, .always) { value, source, isLast, downstream in
            downstream.receive(value, from: source, isLast: isLast)
          } finish: { (failure: Failure?, source, downstream) in
            guard let failure else { return downstream.finish(nil, from: source) }
            guard let node = handler(failure).node else {
              return downstream.finish(nil, from: scope)
            }
            scope.startPart(after: source) { node.start(downstream, in: scope) }
          }
          upstream.start(recovery, in: scope)
        }
      }
    )
  }

  /// Returns an effect that does the same as this effect but sends neither values nor a failure.
  ///
  /// ```swift
  /// environment.audioPlayer.play(.win).fireAndForget()
  /// ```
  ///
  /// A test store expects the test to assert each leaf of the effect that produces values. See
  /// `TestStore.fireAndForget(_:)`.
  ///
  /// - Parameters:
  ///   - outputType: The output type of the new effect, which never sends a value.
  ///   - failureType: The failure type of the new effect, which never fails.
  ///   - fileID: The file named in messages.
  ///   - line: The line named in messages.
  /// - Returns: The silent effect.
  public func fireAndForget<NewOutput, NewFailure>(
    outputType: NewOutput.Type = NewOutput.self,
    failureType: NewFailure.Type = NewFailure.self,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Effect<NewOutput, NewFailure> {
    let description = EffectDescription(.fireAndForget, fileID: fileID, line: line)
    return Effect<NewOutput, NewFailure>(node.map { OperatorNode(silencing: $0, description) })
  }
}

extension OperatorNode {
  convenience init(
    silencing upstream: EffectNode<Input, InputFailure>,
    _ description: EffectDescription
  ) {
    self.init(upstream, in: .fireAndForget(description)) { upstream, downstream, scope in
      func finish() {
        downstream.finish(nil, from: scope)
        scope.leave()
      }
      let silence = Listener(to: downstream) { (_: Input, _, isLast, _) in
        if isLast { finish() }
      } finish: { (_: InputFailure?, _, _) in
        finish()
      }
      upstream.start(silence, in: scope)
    }
  }
}
