package import Formats

extension SAMLAssertion {
    /// The assertion as XML, before it is signed.
    package var element: XMLElement {
        switch version {
        case .saml11: saml11
        case .saml2: saml2
        }
    }

    private func make(
        _ local: String, _ attributes: KeyValuePairs<String, String> = [:], _ elements: [XMLElement] = []
    ) -> XMLElement {
        XMLElement(name(local), named(attributes), elements: elements)
    }

    private func make(_ local: String, _ attributes: KeyValuePairs<String, String> = [:], text: String) -> XMLElement {
        XMLElement(name(local), named(attributes), text: text)
    }

    private func name(_ local: String) -> XMLElement.Name {
        XMLElement.Name(prefix: "saml", local, in: version.namespace)
    }

    private func named(_ attributes: KeyValuePairs<String, String>) -> [XMLElement.Attribute] {
        attributes.map { XMLElement.Attribute(XMLElement.Name($0), $1) }
    }

    private var conditionTimes: KeyValuePairs<String, String> {
        ["NotBefore": notBefore.iso8601, "NotOnOrAfter": notOnOrAfter.iso8601]
    }

    private var audienceElements: [XMLElement] { audiences.map { make("Audience", text: $0) } }

    // MARK: - 1.1

    private var saml11: XMLElement {
        make(
            "Assertion",
            [
                "MajorVersion": "1", "MinorVersion": "1", version.idAttribute: id, "Issuer": issuer,
                "IssueInstant": issueInstant.iso8601,
            ],
            [
                make("Conditions", conditionTimes, [make("AudienceRestrictionCondition", [:], audienceElements)]),
                make("AttributeStatement", [:], [subject11] + attributes.map(attribute11)),
                make(
                    "AuthenticationStatement",
                    [
                        "AuthenticationMethod": authenticationMethod,
                        "AuthenticationInstant": authenticationInstant.iso8601,
                    ], [subject11]),
            ])
    }

    private var subject11: XMLElement {
        make(
            "Subject", [:],
            [
                make("NameIdentifier", ["Format": nameFormat], text: nameIdentifier),
                make("SubjectConfirmation", [:], [make("ConfirmationMethod", text: version.bearer)]),
            ])
    }

    /// Returns the attribute in the form of version 1.1, which has the claim type in two parts. The text before the last slash is
    /// the namespace.
    private func attribute11(_ attribute: Attribute) -> XMLElement {
        let slash = attribute.type.utf8.lastIndex(of: UInt8(ascii: "/")) ?? attribute.type.startIndex
        return make(
            "Attribute",
            [
                "AttributeName": String(Substring(attribute.type.utf8[slash...].dropFirst())),
                "AttributeNamespace": String(Substring(attribute.type.utf8[..<slash])),
            ], attribute.values.map { make("AttributeValue", text: $0) })
    }

    // MARK: - 2.0

    private var saml2: XMLElement {
        var statements = [
            make("Issuer", text: issuer), subject2,
            make("Conditions", conditionTimes, [make("AudienceRestriction", [:], audienceElements)]),
        ]
        if !attributes.isEmpty {
            statements.append(
                make(
                    "AttributeStatement", [:],
                    attributes.map { attribute in
                        make(
                            "Attribute", ["Name": attribute.type],
                            attribute.values.map { make("AttributeValue", text: $0) })
                    }))
        }
        let context = make("AuthnContext", [:], [make("AuthnContextClassRef", text: authenticationMethod)])
        statements.append(make("AuthnStatement", ["AuthnInstant": authenticationInstant.iso8601], [context]))
        return make(
            "Assertion", [version.idAttribute: id, "IssueInstant": issueInstant.iso8601, "Version": "2.0"], statements)
    }

    private var subject2: XMLElement {
        make(
            "Subject", [:],
            [
                make("NameID", ["Format": nameFormat], text: nameIdentifier),
                make(
                    "SubjectConfirmation", ["Method": version.bearer],
                    [make("SubjectConfirmationData", ["NotOnOrAfter": notOnOrAfter.iso8601])]),
            ])
    }
}
