// SPDX-License-Identifier: MIT

extension Optional {
  /// The payload of a case of the wrapped value; `nil` if the optional is `nil` or in another case.
  ///
  /// Setting a payload sets the case. Setting `nil` clears the optional if it is in the case.
  package subscript<Value>(case path: CasePath<Wrapped, Value>) -> Value? {
    get { flatMap(path.extract) }
    _modify {
      var value = flatMap(path.extract)
      let isInCase = value != nil
      // Until the end of the access, the payload holds the only reference to each array in it.
      if isInCase { self = nil }
      defer { if let value { self = path.embed(value) } }
      yield &value
    }
  }
}
