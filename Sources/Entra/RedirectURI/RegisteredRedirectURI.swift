package import Formats

/// The platform under which a redirect URI is registered. The platform determines the client type
/// (docs/reference/protocol.md#client-types).
package enum ClientPlatform: String, Sendable, Hashable, CaseIterable {
    /// A confidential client, which must authenticate at the token endpoint.
    case web
    /// A public client in a browser. PKCE and an `Origin` header are required.
    case spa
    /// A public client on a desktop or mobile device.
    case publicClient
}

/// A redirect URI of an application's registration, spelled as registered.
package struct RegisteredRedirectURI: Sendable, Hashable {
    package let platform: ClientPlatform
    package let uri: ByteString

    package init(platform: ClientPlatform, uri: String) {
        self.platform = platform
        self.uri = ByteString(uri)
    }
}
