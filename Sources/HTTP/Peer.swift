import Formats
private import Platform

/// The connection's information about the other side.
package struct Peer: Sendable {
    /// The numeric address without a port.
    package private(set) var address: String
    package let isSecure: Bool
    /// The local port to which the client connected, or 0 in process.
    package let localPort: Int
    /// The certificate that the client presented in the TLS handshake, as DER. The handshake proved only that the client has its
    /// key.
    package var clientCertificate: [UInt8]?

    package init(address: String, isSecure: Bool, localPort: Int = 0, clientCertificate: [UInt8]? = nil) {
        self.address = address
        self.isSecure = isSecure
        self.localPort = localPort
        self.clientCertificate = clientCertificate
    }

    /// Returns the client of a request from this peer. Behind a trusted proxy, the proxy's header names the client.
    package func client(of request: HTTPRequest, trustsProxy: Bool) -> Peer {
        guard trustsProxy, request.headers.has(ForwardedFor.name) else { return self }
        var client = self
        client.address = ForwardedFor.client(in: request.headers, behind: address)
        return client
    }
}

/// The header `X-Forwarded-For`. Each proxy appends the address of its client, so the last addresses come from trusted proxies, and
/// the client may have forged all addresses before them.
package enum ForwardedFor {
    package static let name = "X-Forwarded-For"
    /// The maximum number of addresses that are examined, from the end of the list.
    package static let maximumHops = 32

    /// Returns the last address that is not the trusted proxy's, in the system's notation. The trusted proxy is the source of the
    /// connection. Returns the proxy itself if there is no other address, or if a malformed element comes first.
    package static func client(in headers: HeaderList, behind proxy: String) -> String {
        var hops = 0
        for line in headers.values(name).reversed() {
            let elements = Array(line.utf8).split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
            for element in elements.reversed() {
                hops += 1
                guard hops <= maximumHops else { return proxy }
                let element = element.trimmed
                // A list may have empty elements (RFC 9110 §5.6.1).
                guard !element.isEmpty else { continue }
                guard let address = address(element) else { return proxy }
                if !address.isExactly(proxy) { return address }
            }
        }
        return proxy
    }

    /// Parses an IPv4 address, or an IPv6 address with or without brackets. A port may follow an IPv4 address or brackets. Returns
    /// nil for anything else.
    static func address(_ element: ArraySlice<UInt8>) -> String? {
        let colon = UInt8(ascii: ":")
        guard element.first != UInt8(ascii: "[") else {
            let inner = element.dropFirst().prefix { $0 != UInt8(ascii: "]") }
            let rest = element[inner.endIndex...]
            guard !rest.isEmpty, isPort(rest.dropFirst()) else { return nil }
            return numeric(inner, AF_INET6)
        }
        let host = element.prefix { $0 != colon }
        let port = element[host.endIndex...]
        guard port.count(where: { $0 == colon }) > 1 else {
            return isPort(port) ? numeric(host, AF_INET) : nil
        }
        return numeric(element, AF_INET6)
    }

    /// Whether the text is empty, or a colon and a port.
    private static func isPort(_ text: ArraySlice<UInt8>) -> Bool {
        guard let first = text.first else { return true }
        let digits = text.dropFirst()
        guard first == UInt8(ascii: ":"), (1...5).contains(digits.count), let port = ASCII.decimal(digits) else {
            return false
        }
        return port <= 65_535
    }

    /// Returns the address in the system's notation, with an IPv4-mapped IPv6 address as IPv4, or nil if the text is not an
    /// address.
    private static func numeric(_ text: ArraySlice<UInt8>, _ family: Int32) -> String? {
        // The longest address has 45 characters.
        guard (2...45).contains(text.count), text.allSatisfy({ $0 > ASCII.space && $0 < 0x7F }) else { return nil }
        var address = in6_addr()
        // Allowed (lossy-text): every byte was checked above to be ASCII.
        guard inet_pton(family, String(decoding: text, as: UTF8.self), &address) == 1 else { return nil }
        var written = [CChar](repeating: 0, count: 64)
        guard inet_ntop(family, &address, &written, socklen_t(written.count)) != nil else { return nil }
        let bytes = written.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        let mapped = Array("::ffff:".utf8)
        let isMapped = bytes.starts(with: mapped) && bytes.contains(UInt8(ascii: "."))
        return String(utf8: isMapped ? Array(bytes.dropFirst(mapped.count)) : bytes)
    }
}
