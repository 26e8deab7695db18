import Formats

/// An absolute `http` or `https` URL of another server, without user information, query or fragment.
package struct WebAddress: Sendable, Hashable, CustomStringConvertible {
    package let origin: Origin
    /// The path as written: empty, or with a leading slash.
    package let path: String

    /// Parses a URL of at most 2,048 bytes. Returns nil for any other text, including control characters, spaces and non-ASCII
    /// characters.
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

    /// Returns the address with the suffix appended to the path. A slash at the end of the path is dropped.
    package func appending(_ suffix: String) -> WebAddress {
        WebAddress(origin: origin, path: (path.before("/") ?? path) + suffix)
    }

    /// Returns the same path on another server.
    package func at(_ origin: Origin) -> WebAddress { WebAddress(origin: origin, path: path) }

    package var description: String { "\(origin)\(path)" }
}
