/// JSON Pointer (RFC 6901).
package enum JSONPointer {
    /// Returns a member name as one segment of a pointer.
    package static func segment(_ name: String) -> String {
        name.replacingExactly("~", with: "~0").replacingExactly("/", with: "~1")
    }
}
