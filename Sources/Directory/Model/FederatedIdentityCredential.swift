/// The trust in a token of another issuer (Graph `federatedIdentityCredential`).
package struct FederatedIdentityCredential: Sendable {
    package var name: String
    package var issuer: String
    package var subject: String
    package var audiences: [String]
    package var description: String?

    package init(name: String, issuer: String, subject: String, audiences: [String]) {
        self.name = name
        self.issuer = issuer
        self.subject = subject
        self.audiences = audiences
    }
}
