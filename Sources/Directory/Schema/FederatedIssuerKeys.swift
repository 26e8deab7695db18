import Entra
import Wire

/// An entry of `federatedIssuers`; its files are read when the configuration's folder is known.
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
        "An issuer whose tokens applications may trust, and where its keys are: one of jwks, jwksFile, discovery, jwksUri.",
        unknownKeys: .refused,
        keys: [
            .key("issuer", \.issuer, .marked(.nonEmptyText), "The token's iss, byte for byte.").required,
            .key("jwks", \.jwks, .marked(.anything), "The keys as a JSON Web Key Set, {keys: […]}."),
            .key("jwksFile", \.jwksFile, .marked(.nonEmptyText), "A file with the key set, relative to this file."),
            .key(
                "discovery", \.discovery, .marked(.bool),
                "true: the keys are fetched, by {issuer}/.well-known/openid-configuration. Default false."),
            .key(
                "jwksUri", \.jwksUri, .marked(.nonEmptyText),
                "The keys are fetched from this URL. Needed where the issuer has them on another host."),
            .key(
                "address", \.address, .marked(.nonEmptyText),
                "With discovery: the URL under which this server reaches the issuer, where that differs from its name."),
            .key(
                "certificateAuthority", \.certificateAuthority, .marked(.nonEmptyText),
                "With discovery or jwksUri: PEM file, or its text, of the CA of the issuer's HTTPS. The system's CAs when left out."
            ),
        ])
}
