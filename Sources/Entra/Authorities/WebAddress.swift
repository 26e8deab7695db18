import Wire

/// An absolute `http` or `https` URL without user information, query or fragment: where something of another server is.
package struct WebAddress: Sendable, Hashable, CustomStringConvertible {
    package let origin: Origin
    /// As written: empty, or starting with a slash.
    package let path: String

    /// Nil for anything else, control characters, spaces and non-ASCII included.
    package init?(_ url: String) {
        let bytes = Array(url.utf8)
        guard bytes.count <= 2_048,
            bytes.allSatisfy({ $0 > ASCII.space && $0 < 0x7F && !"?#\\\"<>".utf8.contains($0) }),
            let scheme = ["https", "http"].first(where: { bytes.starts(with: "\($0)://".utf8) })
        else { return nil }
        let rest = bytes.dropFirst(scheme.utf8.count + 3)
        let authority = rest.prefix { $0 != UInt8(ascii: "/") }
        guard let origin = Origin(scheme: scheme, authority: String(decoding: authority, as: UTF8.self)) else {
            return nil
        }
        self.origin = origin
        path = String(decoding: rest.dropFirst(authority.count), as: UTF8.self)
    }

    package init(origin: Origin, path: String = "") {
        self.origin = origin
        self.path = path
    }

    /// The address below this one; a slash at the end counts for nothing.
    package func appending(_ suffix: String) -> WebAddress {
        WebAddress(origin: origin, path: (path.before("/") ?? path) + suffix)
    }

    /// The same path on another server.
    package func at(_ origin: Origin) -> WebAddress { WebAddress(origin: origin, path: path) }

    package var description: String { "\(origin)\(path)" }
}
