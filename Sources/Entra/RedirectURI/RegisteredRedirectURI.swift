package import Wire

/// The platform under which a redirect URI is registered. It decides the client type (docs/reference/protocol.md#client-types).
package enum ClientPlatform: String, Sendable, Hashable, CaseIterable {
    /// Confidential: must authenticate at the token endpoint.
    case web
    /// Public, in a browser: PKCE and an `Origin` header are required.
    case spa
    /// Public: desktop and mobile.
    case publicClient
}

/// One redirect URI of an application's registration, spelled as registered.
package struct RegisteredRedirectURI: Sendable, Hashable {
    package let platform: ClientPlatform
    package let uri: ExactString

    package init(platform: ClientPlatform, uri: String) {
        self.platform = platform
        self.uri = ExactString(uri)
    }
}
