import Entra
import Formats

/// The short names of the endpoints in stubs and in the journal (`endpoint`). Both versions of an endpoint have one name. A journal
/// entry also has the version.
package enum EndpointName {
    /// The name for requests without an endpoint.
    package static let unknown = "unknown"
    /// The name of the group of native authentication endpoints in a match.
    package static let nativeGroup = "native"
    /// The name of Microsoft Graph's directory API. A header may name the tenant of such a request.
    package static let graph = "graph"

    /// All names and their meanings.
    package static let all: [(name: String, meaning: String)] =
        [
            ("authorize", "the authorization endpoint and the sign-in pages"),
            ("token", "the token endpoint, for every grant type"),
            ("devicecode", "the device authorization endpoint"),
            ("devicelogin", "the page for entering a device code"),
            ("adminconsent", "the admin consent endpoint"),
            ("logout", "the sign-out endpoint"),
            ("userinfo", "the UserInfo endpoint"),
            ("discovery", "the OpenID Connect discovery document"),
            ("instance", "instance discovery"),
            ("keys", "the signing keys"),
            ("userrealm", "user realm discovery"),
            ("nativeclient", "the redirect page for desktop applications"),
            ("checksession", "the session iframe of version 1.0"),
            ("kerberos", "the Kerberos endpoint of version 1.0"),
            ("managedidentity", "the token endpoint for managed identities"),
            ("instancemetadata", "the Azure Instance Metadata Service"),
            ("resourcemanager", "Azure Resource Manager"),
            ("webfinger", "WebFinger discovery of AD FS"),
            ("enrollment", "the enrollment contract of AD FS"),
            ("mex", "the metadata exchange of AD FS"),
            ("federationmetadata", "the federation metadata of AD FS"),
            ("wstrust", "the security token service of AD FS"),
            ("signinpage", "the sign-in page of the built-in identity provider"),
            ("federation", "the endpoint that receives the response of an identity provider"),
            (graph, "the directory API of Microsoft Graph"),
            ("error", "the catalog of error codes"),
            ("passwordreset", "the page about forgotten passwords"),
            ("endauth", "the poll of the page that waits for a push notification"),
            (unknown, "any path without an endpoint"),
        ] + native

    /// The names of the native authentication endpoints, for both versions.
    private static let native: [(name: String, meaning: String)] =
        NativeEndpoint.allCases.filter { $0 != .token }.map { ($0.name, "native authentication: \($0.path)") }
        + [("authorize-challenge", "version 2 of native authentication: the first and the last request")]
        + InteractionLink.allCases.map { ($0.name, "version 2 of native authentication: the link \($0.rawValue)") }

    package static let names = all.map(\.name)

    /// Whether the name belongs to native authentication only.
    package static func isNative(_ name: String) -> Bool { native.contains { $0.name.isExactly(name) } }

    package static func isKnown(_ name: String) -> Bool {
        names.contains { $0.isExactlyIgnoringASCIICase(name) }
    }
}
