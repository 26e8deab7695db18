/// The optional claims of an application (Graph `optionalClaims`).
package struct OptionalClaims: Sendable, Equatable {
    /// An entry. `source` is `user` for a directory extension, and `additionalProperties` select a variant.
    package struct Claim: Sendable, Equatable {
        package var name: String
        package var source: String?
        package var essential: Bool
        package var additionalProperties: [String]

        package init(name: String, source: String? = nil, essential: Bool = false, additionalProperties: [String] = [])
        {
            self.name = name
            self.source = source
            self.essential = essential
            self.additionalProperties = additionalProperties
        }
    }

    package var idToken: [Claim] = []
    package var accessToken: [Claim] = []
    package var saml2Token: [Claim] = []

    package init() {}
}
