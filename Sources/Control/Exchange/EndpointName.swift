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
            ("authorize", "the authorization endpoint and the pages it shows"),
            ("token", "the token endpoint, of every grant"),
            ("devicecode", "device authorization"),
            ("devicelogin", "where a person enters a device's code"),
            ("adminconsent", "an administrator's consent"),
            ("logout", "sign-out"),
            ("userinfo", "claims of the user"),
            ("discovery", "the OpenID Connect configuration document"),
            ("instance", "instance discovery"),
            ("keys", "the signing keys"),
            ("userrealm", "where a user signs in"),
            ("nativeclient", "the landing page of desktop applications"),
            ("checksession", "the session iframe of version 1"),
            ("kerberos", "the Kerberos endpoint of version 1"),
            ("managedidentity", "tokens of Azure's hosts"),
            ("instancemetadata", "the metadata of an Azure host"),
            ("webfinger", "discovery of AD FS"),
            ("enrollment", "the enrollment contract of AD FS"),
            ("mex", "the metadata exchange of AD FS"),
            ("wstrust", "the security token service of AD FS"),
            ("signinpage", "the sign-in page of the stand-in identity provider"),
            ("federation", "the return from an identity provider"),
            (graph, "Microsoft Graph's directory"),
            ("error", "the look-up of error codes"),
            (unknown, "no endpoint: a path that is not there"),
        ] + native

    /// Those of native authentication, of both its versions.
    private static let native: [(name: String, meaning: String)] =
        NativeEndpoint.allCases.filter { $0 != .token }.map { ($0.name, "native authentication: \($0.path)") }
        + [("authorize-challenge", "where version 2 of native authentication begins and ends")]
        + InteractionLink.allCases.map { ($0.name, "version 2 of native authentication: the link \($0.rawValue)") }

    package static let names = all.map(\.name)

    /// Whether it is one that native authentication has to itself.
    static func isNative(_ name: String) -> Bool { native.contains { $0.name.isExactly(name) } }

    package static func isKnown(_ name: String) -> Bool {
        names.contains { $0.isExactlyIgnoringASCIICase(name) }
    }
}
