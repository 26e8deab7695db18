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
    /// the namespace, which is empty for a type without a slash.
    private func attribute11(_ attribute: Attribute) -> XMLElement {
        let slash = attribute.type.utf8.lastIndex(of: UInt8(ascii: "/"))
        let name = slash.map { String(Substring(attribute.type.utf8[$0...].dropFirst())) } ?? attribute.type
        let namespace = slash.map { String(Substring(attribute.type.utf8[..<$0])) } ?? ""
        return make(
            "Attribute", ["AttributeName": name, "AttributeNamespace": namespace],
            attribute.values.map { make("AttributeValue", text: $0) })
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
                            "Attribute", name2(attribute),
                            attribute.values.map { make("AttributeValue", text: $0) })
                    }))
        }
        let context = make("AuthnContext", [:], [make("AuthnContextClassRef", text: authenticationMethod)])
        statements.append(make("AuthnStatement", ["AuthnInstant": authenticationInstant.iso8601], [context]))
        return make(
            "Assertion", [version.idAttribute: id, "IssueInstant": issueInstant.iso8601, "Version": "2.0"], statements)
    }

    private func name2(_ attribute: Attribute) -> KeyValuePairs<String, String> {
        guard let form = attribute.nameForm else { return ["Name": attribute.type] }
        return ["Name": attribute.type, "NameFormat": form]
    }

    private var confirmation2: KeyValuePairs<String, String> {
        guard let recipient else { return ["NotOnOrAfter": notOnOrAfter.iso8601] }
        return ["NotOnOrAfter": notOnOrAfter.iso8601, "Recipient": recipient]
    }

    private var subject2: XMLElement {
        make(
            "Subject", [:],
            [
                make("NameID", ["Format": nameFormat], text: nameIdentifier),
                make(
                    "SubjectConfirmation", ["Method": version.bearer],
                    [make("SubjectConfirmationData", confirmation2)]),
            ])
    }
}

extension SAMLAssertion {
    /// Returns the issuer that the assertion names, or nil if the element is not an assertion of the version. The issuer is not
    /// verified yet: it selects the key that verifies the assertion.
    package static func issuer(of element: XMLElement, _ version: Version) -> String? {
        guard element.name.isExactly("Assertion", in: version.namespace) else { return nil }
        return switch version {
        case .saml11: element.attribute("Issuer")
        case .saml2: element.only("Issuer", in: version.namespace)?.content
        }
    }

    /// Parses a verified assertion. Returns nil if a part is missing, if the assertion is not for its bearer, or if the assertion
    /// sets an unknown condition. The recipient must reject an assertion with an unknown condition (SAML Core 2.0 §2.5.1).
    package init?(reading element: XMLElement, _ version: Version) {
        switch version {
        case .saml11: self.init(saml11: element)
        case .saml2: self.init(saml2: element)
        }
    }

    /// The conditions of an assertion: the period of validity and one restriction of the audience.
    private struct Conditions {
        let notBefore: Timestamp
        let notOnOrAfter: Timestamp
        let audiences: [String]

        init?(_ assertion: XMLElement, _ version: Version, restriction: String) {
            let namespace = version.namespace
            guard let conditions = assertion.only("Conditions", in: namespace), conditions.elements.count == 1,
                let restriction = conditions.only(restriction, in: namespace),
                let end = conditions.attribute("NotOnOrAfter").flatMap(Timestamp.init(iso8601:))
            else { return nil }
            let start = conditions.attribute("NotBefore")
            guard let notBefore = start.map(Timestamp.init(iso8601:)) ?? .distantPast else { return nil }
            self.notBefore = notBefore
            notOnOrAfter = end
            audiences = restriction.elements("Audience", in: namespace).compactMap(\.content)
        }
    }

    private static func time(_ element: XMLElement, _ attribute: String) -> Timestamp? {
        element.attribute(attribute).flatMap(Timestamp.init(iso8601:))
    }

    private static func values(_ attribute: XMLElement, _ version: Version) -> [String] {
        attribute.elements("AttributeValue", in: version.namespace).compactMap(\.content)
    }

    // MARK: - 1.1

    private init?(saml11 element: XMLElement) {
        let version = Version.saml11
        guard let issuer = SAMLAssertion.issuer(of: element, version), let id = element.attribute(version.idAttribute),
            element.attribute("MajorVersion") == "1", element.attribute("MinorVersion") == "1",
            let issued = SAMLAssertion.time(element, "IssueInstant"),
            let conditions = Conditions(element, version, restriction: "AudienceRestrictionCondition"),
            let statement = element.only("AuthenticationStatement", in: version.namespace),
            let method = statement.attribute("AuthenticationMethod"),
            let instant = SAMLAssertion.time(statement, "AuthenticationInstant")
        else { return nil }
        let statements = element.elements("AttributeStatement", in: version.namespace)
        let subjects = (statements + [statement]).map { SAMLAssertion.subject11($0) }
        // Every statement must be about the same user.
        guard let first = subjects.first, let subject = first,
            subjects.allSatisfy({ $0?.isExactly(subject) ?? false })
        else { return nil }
        self.init(
            version: version, id: id, issuer: issuer, issueInstant: issued, notBefore: conditions.notBefore,
            notOnOrAfter: conditions.notOnOrAfter, audiences: conditions.audiences, nameIdentifier: subject,
            authenticationMethod: method, authenticationInstant: instant)
        attributes = statements.flatMap { $0.elements("Attribute", in: version.namespace) }.compactMap { attribute in
            guard let name = attribute.attribute("AttributeName"),
                let namespace = attribute.attribute("AttributeNamespace")
            else { return nil }
            return Attribute("\(namespace)/\(name)", SAMLAssertion.values(attribute, version))
        }
    }

    /// Returns the name identifier of a statement's subject, or nil if the subject is not confirmed by the bearer method.
    private static func subject11(_ statement: XMLElement) -> String? {
        let namespace = Version.saml11.namespace
        guard let subject = statement.only("Subject", in: namespace),
            let method = subject.only("SubjectConfirmation", in: namespace)?.only("ConfirmationMethod", in: namespace),
            method.content?.isExactly(Version.saml11.bearer) == true,
            let name = subject.only("NameIdentifier", in: namespace)?.content, !name.isEmpty
        else { return nil }
        return name
    }

    // MARK: - 2.0

    private init?(saml2 element: XMLElement) {
        let version = Version.saml2
        let namespace = version.namespace
        guard let issuer = SAMLAssertion.issuer(of: element, version), let id = element.attribute(version.idAttribute),
            element.attribute("Version") == "2.0", let issued = SAMLAssertion.time(element, "IssueInstant"),
            let subject = element.only("Subject", in: namespace),
            let name = subject.only("NameID", in: namespace)?.content, !name.isEmpty,
            let confirmation = subject.only("SubjectConfirmation", in: namespace),
            confirmation.attribute("Method")?.isExactly(version.bearer) == true,
            let end = confirmation.only("SubjectConfirmationData", in: namespace).flatMap({
                SAMLAssertion.time($0, "NotOnOrAfter")
            }),
            let conditions = Conditions(element, version, restriction: "AudienceRestriction"),
            let statement = element.only("AuthnStatement", in: namespace),
            let method = statement.only("AuthnContext", in: namespace)?.only("AuthnContextClassRef", in: namespace)?
                .content,
            let instant = SAMLAssertion.time(statement, "AuthnInstant")
        else { return nil }
        self.init(
            version: version, id: id, issuer: issuer, issueInstant: issued, notBefore: conditions.notBefore,
            notOnOrAfter: min(conditions.notOnOrAfter, end), audiences: conditions.audiences, nameIdentifier: name,
            authenticationMethod: method, authenticationInstant: instant)
        attributes = element.elements("AttributeStatement", in: namespace)
            .flatMap { $0.elements("Attribute", in: namespace) }
            .compactMap { attribute in
                attribute.attribute("Name").map { Attribute($0, SAMLAssertion.values(attribute, version)) }
            }
    }
}
