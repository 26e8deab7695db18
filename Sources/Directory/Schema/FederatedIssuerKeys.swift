import Entra
import Formats

/// An entry of `federatedIssuers`. The files of the entry are read when the configuration's folder is known.
struct FederatedIssuerDraft: Sendable {
    let place: ConfigurationPlace
    var issuer: Marked<String>?
    var jwks: Marked<JSONValue>?
    var jwksFile: Marked<String>?
    var discovery: Marked<Bool>?
    var address: Marked<String>?
    var jwksUri: Marked<String>?
    var certificateAuthority: Marked<String>?

    static let keys = ObjectSpec<FederatedIssuerDraft>(
        "federatedIssuer",
        "An issuer whose tokens applications may trust, with one source of its keys: jwks, jwksFile, discovery or jwksUri.",
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
                "The URL from which the server fetches the keys. Required if the issuer has its keys on another host."),
            .key(
                "address", \.address, .marked(.nonEmptyText),
                "With discovery: the URL at which this server reaches the issuer, if the URL differs from the issuer's name."
            ),
            .key(
                "certificateAuthority", \.certificateAuthority, .marked(.nonEmptyText),
                "With discovery or jwksUri: the CA certificate for HTTPS to the issuer, as the path or the text of a PEM file. Default: the CAs of the system."
            ),
        ])
}
