import Crypto
import Entra
import Formats
import Protocol

extension FuzzTarget {
    /// An XML document. The canonical form parses, and is its own canonical form.
    static let xml = FuzzTarget(name: "xml") { input in
        guard let root = try? XMLReader.read(input) else { return }
        let canonical = root.canonical
        guard canonical.count <= XMLReader.maximumBytes else { return }
        let again = try? XMLReader.read(canonical)
        require(again?.canonical == canonical, "the canonical form is canonical: \(text(canonical))")
    }

    /// A WS-Trust message. Every accepted request names a user and an audience.
    static let soap = FuzzTarget(name: "soap") { input in
        for version in WSTrustVersion.allCases {
            guard let request = try? SecurityTokenRequest(parsing: input, version) else { continue }
            require(!request.username.isEmpty && !request.appliesTo.isEmpty, "a request names user and audience")
        }
    }

    /// A SAML assertion. No assertion verifies with an unused key, and every accepted assertion has a subject.
    static let saml = FuzzTarget(name: "saml") { input in
        guard let root = try? XMLReader.read(input) else { return }
        for version in SAMLAssertion.Version.allCases {
            if let key = try? FuzzTarget.unusedKey.get() {
                let id = root.attribute(version.idAttribute)
                require((try? XMLSignature.verify(root, id: id, key: key)) == nil, "no signature is forged")
            }
            guard let assertion = SAMLAssertion(reading: root, version) else { continue }
            require(!assertion.nameIdentifier.isEmpty, "an assertion has a subject")
            require(SAMLAssertion(reading: assertion.element, version) != nil, "an assertion round-trips")
        }
    }

    private static let unusedKey = Result { () throws(CryptoFailure) in
        try SigningKey.make(SeededStream(seed: "fuzz", label: "no assertion is signed by it")).publicKey
    }
}
