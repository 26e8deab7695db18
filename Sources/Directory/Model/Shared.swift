/// A value whose copies share its properties until one of them is changed: a copy is one count more, however many properties
/// there are. Public, as only what is public is inlined in other modules.
@dynamicMemberLookup
public struct Shared<Properties: Sendable>: Sendable {
    /// Always one. An array is what the compiler itself copies before it is changed.
    @usableFromInline var copies: [Properties]

    @inlinable
    public init(_ properties: Properties) {
        copies = [properties]
    }

    @inlinable public var properties: Properties { copies[0] }

    /// Read in its place: by `copies[0]`, the compiler at times copies all properties to take one.
    @inlinable @inline(__always)
    public subscript<Value>(dynamicMember property: KeyPath<Properties, Value>) -> Value {
        copies.span[0][keyPath: property]
    }

    @inlinable @inline(__always)
    public subscript<Value>(dynamicMember property: WritableKeyPath<Properties, Value>) -> Value {
        get { copies.span[0][keyPath: property] }
        _modify { yield &copies[0][keyPath: property] }
    }
}
