package import Formats

/// Enveloped XML signatures (W3C XML Signature, the profile of SAML): one reference to the element that contains the signature,
/// exclusive canonical form, RSA with SHA-256. No other form is created or accepted.
package enum XMLSignature {
    package static let namespace = "http://www.w3.org/2000/09/xmldsig#"

    /// The reason why a signature is invalid. `reason` is a short constant text.
    package struct Problem: Error, Equatable {
        package let reason: String
    }

    private static let canonicalization = "http://www.w3.org/2001/10/xml-exc-c14n#"
    private static let enveloped = "http://www.w3.org/2000/09/xmldsig#enveloped-signature"
    private static let rsaSHA256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"
    private static let sha256 = "http://www.w3.org/2001/04/xmlenc#sha256"

    /// Returns the element with its signature, inserted as the child at `position`. `id` is the value of the element's ID
    /// attribute.
    package static func sign(
        _ element: XMLElement, id: String, at position: Int, key: SigningKey
    ) throws(CryptoFailure) -> XMLElement {
        let signedInfo = signedInfo(id: id, digest: Digest.sha256(element.canonical))
        let signature = XMLElement(
            name("Signature"),
            elements: [
                signedInfo,
                XMLElement(name("SignatureValue"), text: Base64.standard(try key.signRS256(signedInfo.canonical))),
                XMLElement(
                    name("KeyInfo"),
                    elements: [
                        XMLElement(
                            name("X509Data"),
                            elements: key.jwk.x5c.map { XMLElement(name("X509Certificate"), text: $0) })
                    ]),
            ])
        var signed = element
        signed.children.insert(.element(signature), at: min(position, signed.children.count))
        return signed
    }

    private static func signedInfo(id: String, digest: [UInt8]) -> XMLElement {
        XMLElement(
            name("SignedInfo"),
            elements: [
                algorithm("CanonicalizationMethod", canonicalization), algorithm("SignatureMethod", rsaSHA256),
                XMLElement(
                    name("Reference"), [XMLElement.Attribute(XMLElement.Name("URI"), "#\(id)")],
                    elements: [
                        XMLElement(
                            name("Transforms"),
                            elements: [algorithm("Transform", enveloped), algorithm("Transform", canonicalization)]),
                        algorithm("DigestMethod", sha256),
                        XMLElement(name("DigestValue"), text: Base64.standard(digest)),
                    ]),
            ])
    }

    private static func name(_ local: String) -> XMLElement.Name {
        XMLElement.Name(prefix: "ds", local, in: namespace)
    }

    private static func algorithm(_ local: String, _ uri: String) -> XMLElement {
        XMLElement(name(local), [XMLElement.Attribute(XMLElement.Name("Algorithm"), uri)])
    }
}

extension XMLSignature {
    /// Returns the element without its signature, after verifying that `key` signed exactly that content. Only the returned tree is
    /// signed; callers must not read anything from `element` itself.
    ///
    /// The signature must be the only child with that name, and its only reference must name this element by `id`, so that the
    /// signed content is the content that is read (signature wrapping).
    package static func verify(
        _ element: XMLElement, id: String?, key: RSAPublicKey
    ) throws(Problem) -> XMLElement {
        guard let signature = element.only("Signature", in: namespace) else {
            throw Problem(reason: "the element must contain exactly one signature")
        }
        guard let signedInfo = signature.only("SignedInfo", in: namespace),
            let value = bytes(signature.only("SignatureValue", in: namespace)),
            uses(signedInfo.only("CanonicalizationMethod", in: namespace), canonicalization),
            uses(signedInfo.only("SignatureMethod", in: namespace), rsaSHA256)
        else { throw Problem(reason: "the signature does not use exclusive canonicalization and RSA with SHA-256") }
        let signed = element.without(signature)
        try check(signedInfo, of: signed, id: id)
        guard key.verifies(.rs256, value, over: signedInfo.canonical) else {
            throw Problem(reason: "the signature does not match the key")
        }
        return signed
    }

    private static func check(_ signedInfo: XMLElement, of signed: XMLElement, id: String?) throws(Problem) {
        guard let reference = signedInfo.only("Reference", in: namespace), let id, !id.isEmpty,
            reference.attribute("URI")?.isExactly("#\(id)") == true
        else { throw Problem(reason: "the signature refers to another element") }
        let transforms = reference.only("Transforms", in: namespace)?.elements ?? []
        guard transforms.count == 2, transforms.allSatisfy({ $0.name.isExactly("Transform", in: namespace) }),
            uses(transforms.first, enveloped), uses(transforms.last, canonicalization),
            uses(reference.only("DigestMethod", in: namespace), sha256),
            let digest = bytes(reference.only("DigestValue", in: namespace))
        else {
            throw Problem(
                reason: "the reference does not use an enveloped signature, exclusive canonicalization and SHA-256")
        }
        // Allowed (secret-comparison): both digests are of the document that the client sent.
        guard digest == Digest.sha256(signed.canonical) else {
            throw Problem(reason: "the content was changed after it was signed")
        }
    }

    /// Whether an element names this algorithm without parameters, such as a list of inclusive prefixes.
    private static func uses(_ element: XMLElement?, _ uri: String) -> Bool {
        guard let element, element.elements.isEmpty else { return false }
        return element.attribute("Algorithm")?.isExactly(uri) ?? false
    }

    /// Returns the bytes of base64 text with line breaks.
    private static func bytes(_ element: XMLElement?) -> [UInt8]? {
        element?.content.flatMap { text in
            Base64.decodeStandard(text.utf8.filter { $0 > ASCII.space })
        }
    }
}

extension XMLElement {
    fileprivate func without(_ child: XMLElement) -> XMLElement {
        var rest = self
        rest.children.removeAll { $0 == .element(child) }
        return rest
    }
}
