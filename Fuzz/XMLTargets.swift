import Crypto
import Entra
import Formats
import Protocol

extension FuzzTarget {
    /// The canonical form is a document, and its own canonical form.
    static let xml = FuzzTarget(name: "xml") { input in
        guard let root = try? XMLReader.read(input) else { return }
        let canonical = root.canonical
        guard canonical.count <= XMLReader.maximumBytes else { return }
        let again = try? XMLReader.read(canonical)
        demand(again?.canonical == canonical, "the canonical form is canonical: \(text(canonical))")
    }

    /// No message passes for a request without naming a user and an audience.
    static let soap = FuzzTarget(name: "soap") { input in
        for version in WSTrustVersion.allCases {
            guard let request = try? SecurityTokenRequest(parsing: input, version) else { continue }
            demand(!request.username.isEmpty && !request.appliesTo.isEmpty, "a request names user and audience")
        }
    }

    /// No assertion verifies under a key that never signed one; what reads as one has an issuer and a subject.
    static let saml = FuzzTarget(name: "saml") { input in
        guard let root = try? XMLReader.read(input) else { return }
        for version in SAMLAssertion.Version.allCases {
            if let key = try? FuzzTarget.unusedKey.get() {
                let id = root.attribute(version.idAttribute)
                demand((try? XMLSignature.verify(root, id: id, key: key)) == nil, "nothing is forged")
            }
            guard let assertion = SAMLAssertion(reading: root, version) else { continue }
            demand(!assertion.nameIdentifier.isEmpty, "an assertion has a subject")
            demand(SAMLAssertion(reading: assertion.element, version) != nil, "an assertion survives being written")
        }
    }

    private static let unusedKey = Result { () throws(CryptoFailure) in
        try SigningKey.make(SeededStream(seed: "fuzz", label: "no assertion is signed by it")).publicKey
    }
}
