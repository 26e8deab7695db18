package import Formats

/// The statement of an identity provider about a signed-in user, without the signature (SAML Core 1.1 §2.3, SAML Core 2.0
/// §2.3.3).
///
/// `element` writes the assertion and `init(reading:)` parses one. Both support only the bearer profile with one audience
/// restriction.
package struct SAMLAssertion: Sendable {
    package enum Version: Sendable, CaseIterable {
        case saml11
        case saml2

        package var namespace: String {
            switch self {
            case .saml11: "urn:oasis:names:tc:SAML:1.0:assertion"
            case .saml2: "urn:oasis:names:tc:SAML:2.0:assertion"
            }
        }

        /// The name of the attribute that contains the ID of an assertion.
        package var idAttribute: String {
            switch self {
            case .saml11: "AssertionID"
            case .saml2: "ID"
            }
        }

        var bearer: String {
            switch self {
            case .saml11: "urn:oasis:names:tc:SAML:1.0:cm:bearer"
            case .saml2: "urn:oasis:names:tc:SAML:2.0:cm:bearer"
            }
        }

        /// The index of the signature among the assertion's children.
        package var signaturePosition: Int {
            switch self {
            case .saml11: Int.max
            case .saml2: 1
            }
        }

        /// The method identifier of authentication by password over a protected connection.
        package var password: String {
            switch self {
            case .saml11: "urn:oasis:names:tc:SAML:1.0:am:password"
            case .saml2: "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport"
            }
        }
    }

    /// A statement about the user: a claim type, which is a URI, and its values.
    package struct Attribute: Sendable {
        package let type: String
        package let values: [String]
        /// The `NameFormat`, or nil for none. Only version 2 has such a member.
        package let nameForm: String?

        package init(_ type: String, _ values: [String], nameForm: String? = nil) {
            self.type = type
            self.values = values
            self.nameForm = nameForm
        }
    }

    /// The claim types of the federation with Microsoft Entra ID.
    package enum ClaimType {
        package static let userPrincipalName = "http://schemas.xmlsoap.org/claims/UPN"
        package static let immutableID = "http://schemas.microsoft.com/LiveID/Federation/2008/05/ImmutableID"
    }

    package let version: Version
    package var id: String
    package var issuer: String
    package var issueInstant: Timestamp
    package var notBefore: Timestamp
    package var notOnOrAfter: Timestamp
    /// The audiences, of which any one may use the assertion.
    package var audiences: [String]
    package var nameIdentifier: String
    package var nameFormat: String
    package var authenticationMethod: String
    package var authenticationInstant: Timestamp
    package var attributes: [Attribute] = []
    /// The URL to which the assertion may be delivered. Only version 2 has such a member.
    package var recipient: String?

    package static let unspecifiedName = "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified"
    package static let persistentName = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"

    package init(
        version: Version, id: String, issuer: String, issueInstant: Timestamp, notBefore: Timestamp,
        notOnOrAfter: Timestamp, audiences: [String], nameIdentifier: String,
        nameFormat: String = SAMLAssertion.unspecifiedName, authenticationMethod: String,
        authenticationInstant: Timestamp
    ) {
        self.version = version
        self.id = id
        self.issuer = issuer
        self.issueInstant = issueInstant
        self.notBefore = notBefore
        self.notOnOrAfter = notOnOrAfter
        self.audiences = audiences
        self.nameIdentifier = nameIdentifier
        self.nameFormat = nameFormat
        self.authenticationMethod = authenticationMethod
        self.authenticationInstant = authenticationInstant
    }

    /// Returns the only value of an attribute, or nil if there is no value or more than one.
    package func value(of type: String) -> String? {
        let values = attributes.filter { $0.type.isExactly(type) }.flatMap(\.values)
        return values.count == 1 ? values.first : nil
    }
}
