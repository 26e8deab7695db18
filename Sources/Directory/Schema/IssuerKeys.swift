import Formats

/// An entry of `federatedIssuers`. Relative paths are resolved later, against the folder of the configuration file.
struct FederatedIssuerDraft: Sendable {
    let location: ConfigurationLocation
    var issuer: Marked<String>?
    var jwks: Marked<JSONValue>?
    var jwksFile: Marked<String>?
    var discovery: Marked<Bool>?
    var address: Marked<String>?
    var jwksUri: Marked<String>?
    var certificateAuthority: Marked<String>?

    static let keys = ObjectSpec<FederatedIssuerDraft>(
        "federatedIssuer",
        "An issuer whose tokens applications may trust, with exactly one source of its keys: jwks, jwksFile, discovery or jwksUri.",
        unknownKeys: .rejected,
        keys: [
            .key("issuer", \.issuer, .marked(.nonEmptyText), "The iss of the token, byte for byte.").required,
            .key("jwks", \.jwks, .marked(.anything), "The keys: a JSON Web Key Set, {keys: […]}."),
            .key(
                "jwksFile", \.jwksFile, .marked(.nonEmptyText),
                "The path of a file with the key set, relative to this file."),
            .key(
                "discovery", \.discovery, .marked(.bool),
                "true: the server finds the keys through {issuer}/.well-known/openid-configuration. Default false."),
            .key(
                "jwksUri", \.jwksUri, .marked(.nonEmptyText),
                "The URL from which the server fetches the keys. Use this instead of discovery if the issuer's keys are on another host."
            ),
            .key(
                "address", \.address, .marked(.nonEmptyText),
                "With discovery: the URL from which the server fetches the discovery document and the keys, if this URL differs from issuer."
            ),
            .key(
                "certificateAuthority", \.certificateAuthority, .marked(.nonEmptyText),
                "With discovery or jwksUri: the CA certificate for HTTPS to the issuer, as the path or the text of a PEM file. Default: the CAs of the system."
            ),
        ])

    static let value = keys.value { FederatedIssuerDraft(location: $0) }
}
