/// A value whose copies share their properties until a copy is changed. A copy costs one reference count, regardless of the
/// number of properties. The type is public, because the compiler inlines only public code in other modules.
@dynamicMemberLookup
public struct Shared<Properties: Sendable>: Sendable {
    /// The only element. The compiler copies an array before a change to a shared array.
    @usableFromInline var copies: [Properties]

    @inlinable
    public init(_ properties: Properties) {
        copies = [properties]
    }

    @inlinable public var properties: Properties { copies[0] }

    /// Reads a property in place. With `copies[0]`, the compiler sometimes copies all properties to read one.
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
