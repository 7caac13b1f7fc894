// SPDX-License-Identifier: MIT

// Stubs of the SwiftUI declarations that the article on showing a store uses. They have the properties that matter
// to the compiler: the isolation of views, the builders, and the closures of a binding. The views draw nothing; a
// test evaluates their bodies and traverses the resulting values.

/// A part of a user interface.
@MainActor package protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

extension Never: View {
  package var body: Never { fatalError("A primitive view has no body.") }
}

/// A view without a body of its own.
@MainActor package protocol PrimitiveView: View where Body == Never {
  /// The child views.
  var children: [any View] { get }
}

extension PrimitiveView {
  package var body: Never { fatalError("A primitive view has no body.") }
  package var children: [any View] { [] }
}

package struct EmptyView: PrimitiveView {
  package init() {}
}

package struct TupleView: PrimitiveView {
  package let children: [any View]
}

extension Optional: View where Wrapped: View {
  package var body: Never { fatalError("A primitive view has no body.") }
}

extension Optional: PrimitiveView where Wrapped: View {
  package var children: [any View] { self.map { [$0] } ?? [] }
}

@resultBuilder @MainActor package enum ViewBuilder {
  package static func buildBlock() -> EmptyView { EmptyView() }
  package static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  package static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView {
    var children: [any View] = []
    for child in repeat each content { children.append(child) }
    return TupleView(children: children)
  }
  package static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
}

/// A value that a view reads and writes.
///
/// SwiftUI's initializer takes `@isolated(any) @Sendable` closures, which closures of the main actor are.
@MainActor @propertyWrapper package struct Binding<Value> {
  private let get: @MainActor @Sendable () -> Value
  private let set: @MainActor @Sendable (Value) -> Void

  package init(
    get: @escaping @MainActor @Sendable () -> Value,
    set: @escaping @MainActor @Sendable (Value) -> Void
  ) {
    self.get = get
    self.set = set
  }

  package var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }
}

@MainActor @propertyWrapper package struct State<Value> {
  package let wrappedValue: Value

  package init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }
}

package struct Text: PrimitiveView {
  package let string: String

  package init(_ string: String) {
    self.string = string
  }
}

package struct ButtonRole: Equatable, Sendable {
  private let name: String

  package static let cancel = Self(name: "cancel")
  package static let destructive = Self(name: "destructive")
}

package struct Button: PrimitiveView {
  package let title: String
  package let role: ButtonRole?
  package let action: @MainActor () -> Void

  package init(_ title: String, role: ButtonRole? = nil, action: @escaping @MainActor () -> Void) {
    self.title = title
    self.role = role
    self.action = action
  }
}

package struct TextField: PrimitiveView {
  package let title: String
  package let text: Binding<String>

  package init(_ title: String, text: Binding<String>) {
    self.title = title
    self.text = text
  }
}

package struct Toggle: PrimitiveView {
  package let title: String
  package let isOn: Binding<Bool>

  package init(_ title: String, isOn: Binding<Bool>) {
    self.title = title
    self.isOn = isOn
  }
}

package struct HStack: PrimitiveView {
  package let children: [any View]

  package init(@ViewBuilder content: () -> some View) {
    children = [content()]
  }
}

package struct Form: PrimitiveView {
  package let children: [any View]

  package init(@ViewBuilder content: () -> some View) {
    children = [content()]
  }
}

package struct List: PrimitiveView {
  package let children: [any View]

  package init(@ViewBuilder content: () -> some View) {
    children = [content()]
  }
}

package struct ForEach: PrimitiveView {
  package let children: [any View]

  package init<Data: RandomAccessCollection>(
    _ data: Data,
    id: KeyPath<Data.Element, some Hashable>,
    @ViewBuilder content: (Data.Element) -> some View
  ) {
    children = data.map { content($0) }
  }
}

package struct NavigationStack<Data>: PrimitiveView {
  package let path: Binding<Data>
  package let children: [any View]

  package init(path: Binding<Data>, @ViewBuilder root: () -> some View) {
    self.path = path
    children = [root()]
  }
}

/// A view that can show a screen, a sheet or an alert.
package struct ModifiedView: PrimitiveView {
  package let children: [any View]
  /// The view for an element of a navigation path.
  package var destination: @MainActor (Any) -> (any View)? = { _ in nil }
  /// Whether a sheet or an alert is shown.
  package var isPresented: Binding<Bool>?
}

extension View {
  package func navigationDestination<Data: Hashable>(
    for data: Data.Type,
    @ViewBuilder destination: @escaping @MainActor (Data) -> some View
  ) -> ModifiedView {
    ModifiedView(children: [self], destination: { ($0 as? Data).map { destination($0) } })
  }

  package func sheet(
    isPresented: Binding<Bool>,
    @ViewBuilder content: @escaping @MainActor () -> some View
  ) -> ModifiedView {
    let sheet: [any View] = isPresented.wrappedValue ? [content()] : []
    return ModifiedView(children: [self] + sheet, isPresented: isPresented)
  }

  package func alert<Data>(
    _ title: String,
    isPresented: Binding<Bool>,
    presenting data: Data?,
    @ViewBuilder actions: @escaping @MainActor (Data) -> some View,
    @ViewBuilder message: @escaping @MainActor (Data) -> some View
  ) -> ModifiedView {
    var parts: [any View] = [self]
    if isPresented.wrappedValue, let data { parts += [Text(title), message(data), actions(data)] }
    return ModifiedView(children: parts, isPresented: isPresented)
  }
}

@MainActor package protocol Scene {}

@MainActor package protocol App {
  associatedtype Body: Scene
  @SceneBuilder var body: Body { get }
  init()
}

@resultBuilder @MainActor package enum SceneBuilder {
  package static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

package struct WindowGroup: Scene {
  package let content: any View

  package init(@ViewBuilder content: () -> some View) {
    self.content = content()
  }
}

/// Returns all views of a kind that a view shows, in order.
@MainActor package func all<Kind: View>(_ kind: Kind.Type, in view: some View) -> [Kind] {
  if let found = view as? Kind { return [found] }
  guard let primitive = view as? any PrimitiveView else { return all(kind, in: view.body) }
  return primitive.children.flatMap { all(kind, in: $0) }
}
