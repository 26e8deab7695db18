import Entra
import Wire

/// The short names of the endpoints, by which scripts and the journal speak of them (`endpoint`). Both versions of an endpoint
/// have one name; the journal's entries tell the version.
package enum EndpointName {
    /// A request for which there is no endpoint.
    package static let unknown = "unknown"
    /// Microsoft Graph's directory, where a header may name the tenant.
    static let graph = "graph"

    /// Every name, with what is behind it.
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
            ("webfinger", "WebFinger discovery of AD FS"),
            ("enrollment", "the enrollment contract of AD FS"),
            ("mex", "the metadata exchange of AD FS"),
            ("wstrust", "the security token service of AD FS"),
            ("signinpage", "the sign-in page of the built-in identity provider"),
            ("federation", "the endpoint that receives the response of an identity provider"),
            (graph, "the directory API of Microsoft Graph"),
            ("error", "the catalog of error codes"),
            (unknown, "any path without an endpoint"),
        ] + native

    /// Those of native authentication, of both its versions.
    private static let native: [(name: String, meaning: String)] =
        NativeEndpoint.allCases.filter { $0 != .token }.map { ($0.name, "native authentication: \($0.path)") }
        + [("authorize-challenge", "version 2 of native authentication: the first and the last request")]
        + InteractionLink.allCases.map { ($0.name, "version 2 of native authentication: the link \($0.rawValue)") }

    package static let names = all.map(\.name)

    /// Whether it is one that native authentication has to itself.
    static func isNative(_ name: String) -> Bool { native.contains { $0.name.isExactly(name) } }

    package static func isKnown(_ name: String) -> Bool {
        names.contains { $0.isExactlyIgnoringASCIICase(name) }
    }
}
