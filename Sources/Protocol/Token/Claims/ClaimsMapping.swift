import Directory
import Entra
import Formats

/// Applies an application's claims-mapping policy to a token that the application reads: the policy of the client to id_tokens,
/// the policy of the API to access tokens and SAML assertions (docs/reference/protocol.md#optional-claims).
struct ClaimsMapping {
    /// The application that reads the token.
    let application: Application
    let client: Application
    /// The user, or nil in an app-only token.
    let user: User?
    let tenant: Tenant

    /// Sets the claims of the policy.
    ///
    /// Throws AADSTS50146 if there is a policy but the application does not accept mapped claims. Such an application would need a
    /// signing key of its own. Throws 501461 if the audience of the token does not allow mapped claims
    /// (docs/reference/protocol.md#claims-mapping).
    func apply(to claims: inout ClaimSet) throws(EntraError) {
        guard let policy = tenant.claimsMappingPolicy(of: application) else { return }
        guard application.acceptMappedClaims else { throw EntraError(.signingKeyRequired) }
        let audience = claims["aud"]?.string ?? ""
        guard ClientID(audience) == application.clientID || ClaimsMapping.isVerified(audience, in: tenant) else {
            throw EntraError(
                .mappedClaimsAudience, detail: "The audience '\(audience)' is not in a verified domain of the tenant.")
        }
        if !policy.includeBasicClaimSet { for name in ClaimsMapping.basicClaims { claims[name] = nil } }
        for claim in policy.claimsSchema {
            guard let name = claim.jwtClaimType else { continue }
            if let value = value(of: claim, policy) { claims[name] = value }
        }
    }

    /// Returns the claims of a SAML assertion with those of the policy, which replace claims of the same type
    /// (docs/reference/protocol.md#claims-mapping-saml).
    func applied(to attributes: [SAMLAssertion.Attribute]) -> [SAMLAssertion.Attribute] {
        guard let policy = tenant.claimsMappingPolicy(of: application) else { return attributes }
        var result = attributes.filter { policy.includeBasicClaimSet || !ClaimsMapping.isBasic(saml: $0.type) }
        for claim in policy.claimsSchema {
            guard let type = claim.samlClaimType, let values = value(of: claim, policy)?.texts, !values.isEmpty else {
                continue
            }
            result.removeAll { $0.type.isExactly(type) }
            result.append(SAMLAssertion.Attribute(type, values, nameForm: claim.samlNameForm?.rawValue))
        }
        return result
    }

    /// Whether the claim of SAML assertions is a basic claim: the address, the name, and its parts.
    private static func isBasic(saml type: String) -> Bool {
        guard let name = type.dropping(prefix: "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/") else {
            return false
        }
        return ["emailaddress", "givenname", "name", "surname"].containsExactly(name)
    }

    /// Whether the audience is a URI whose host is a verified domain of the tenant, or a name below one.
    private static func isVerified(_ audience: String, in tenant: Tenant) -> Bool {
        let parts = audience.pieces(separatedBy: "/", keepingEmpty: true)
        guard parts.count > 2, parts[0].hasExactSuffix(":"), parts[1].isEmpty else { return false }
        return tenant.hasDomain(ofHost: parts[2].upTo("?").upTo(":"))
    }

    /// The basic claims about a user. Claims that no policy affects, such as the IDs, are not in the list.
    private static let basicClaims = [
        "email", "family_name", "given_name", "ipaddr", "name", "preferred_username", "unique_name", "upn",
    ]

    /// Returns the value of an entry. Some lists have only their first value in a claim, and all values as an input.
    private func value(
        of claim: ClaimsMappingPolicy.Claim, _ policy: ClaimsMappingPolicy, isWholeList: Bool = false
    ) -> JSONValue? {
        if let fixed = claim.value { return .string(fixed) }
        let property = (claim.id ?? claim.extensionID ?? "").asciiLowercased
        switch claim.source {
        case .user where property.isExactly("assignedroles"): return assignedRoles
        case .user: return user?.policyProperty(property, isWholeList: isWholeList)
        case .application: return client.policyProperty(property)
        case .resource, .audience: return application.policyProperty(property)
        case .company: return property.isExactly("tenantcountry") ? tenant.countryLetterCode.map(JSONValue.string) : nil
        case .transformation:
            let transformation = policy.transformations.first { claim.transformationID.isExactly($0.id) }
            return transformation.flatMap { result(of: $0, policy) }
        case nil: return nil
        }
    }

    /// The values of the user's app roles of the application, or nil if there are none.
    private var assignedRoles: JSONValue? {
        let roles = user.map { AppRoleMembership.roles(of: $0, in: tenant, for: application) } ?? []
        return roles.isEmpty ? nil : .array(roles.map(JSONValue.string))
    }

    /// Returns the result of a transformation, or nil if an input is missing. The result is a list if an input has several values.
    private func result(
        of transformation: ClaimsMappingPolicy.Transformation, _ policy: ClaimsMappingPolicy
    ) -> JSONValue? {
        var inputs = transformation.parameters.map { ClaimsTransformation.Input(name: $0.name, value: $0.value) }
        var several: (index: Int, values: [String])?
        for input in transformation.inputs {
            let claim = policy.claimsSchema.first { $0.id?.isExactlyIgnoringASCIICase(input.claim) == true }
            // The result of another transformation is no input, so that no transformation depends on itself.
            guard let claim, claim.source != .transformation else { return nil }
            let values = value(of: claim, policy, isWholeList: true)?.texts ?? []
            guard let first = values.first else { return nil }
            if input.isMultiValued { several = (inputs.count, values) }
            inputs.append(ClaimsTransformation.Input(name: input.name, value: first))
        }
        guard let several, several.values.count > 1 else {
            return ClaimsTransformation.result(of: transformation.method, inputs).map(JSONValue.string)
        }
        let results = several.values.compactMap { value in
            var changed = inputs
            changed[several.index].value = value
            return ClaimsTransformation.result(of: transformation.method, changed)
        }
        return .array(results.map(JSONValue.string))
    }
}

extension JSONValue {
    /// The text, or the texts of a list.
    fileprivate var texts: [String] {
        if let text = string { return [text] }
        return array?.compactMap(\.string) ?? []
    }
}

extension User {
    /// Returns a Graph property that Understudy stores without acting on it, by its exact name.
    func property(_ name: String) -> JSONValue? {
        self.otherProperties.first { $0.name.isExactly(name) }?.value
    }

    /// Returns the property with a name of claims-mapping policies, in lower case, or nil if the user has no such property.
    fileprivate func policyProperty(_ name: String, isWholeList: Bool) -> JSONValue? {
        if let source = UserProperties.policyProperties[name] { return source(self).map(JSONValue.string) }
        if let source = UserProperties.policyFlags[name] { return .bool(source(self)) }
        let graphName = UserProperties.graphNames[name] ?? name
        let extensions = self.property("onPremisesExtensionAttributes")?.object ?? []
        let value = (self.otherProperties + extensions).first { $0.name.isExactlyIgnoringASCIICase(graphName) }?.value
        guard !isWholeList, case .array(let values)? = value, UserProperties.firstOfSeveral.contains(graphName) else {
            return value
        }
        return values.first
    }
}

extension UserProperties {
    fileprivate static let policyProperties: [ByteString: @Sendable (User) -> String?] = [
        "country": { $0.country },
        "displayname": { $0.displayName },
        "givenname": { $0.givenName },
        "jobtitle": { $0.jobTitle },
        "lastpasswordchangedatetime": { $0.lastPasswordChange?.iso8601 },
        "mail": { $0.mail },
        "objectid": { $0.id.description },
        "onpremisesimmutableid": { $0.onPremisesImmutableId },
        "onpremisesamaccountname": { $0.onPremisesSamAccountName },
        "onpremisessamaccountname": { $0.onPremisesSamAccountName },
        "onpremisesecurityidentifier": { $0.onPremisesSecurityIdentifier },
        "onpremisessecurityidentifier": { $0.onPremisesSecurityIdentifier },
        "preferredlanguage": { $0.preferredLanguage },
        "surname": { $0.surname },
        "usagelocation": { $0.usageLocation },
        "userprincipalname": { $0.userPrincipalName },
    ]

    fileprivate static let policyFlags: [ByteString: @Sendable (User) -> Bool] = [
        "accountenabled": { $0.accountEnabled },
        "onpremisessyncenabled": { $0.isSyncedFromPremises },
    ]

    /// The Graph names of properties that have another name in policies.
    fileprivate static let graphNames: [ByteString: String] = [
        "othermail": "otherMails", "othermails": "otherMails", "telephonenumber": "businessPhones",
        "netbiosname": "onPremisesNetBiosName",
        "dnsdomainname": "onPremisesDomainName", "facsimiletelephonenumber": "faxNumber",
        "physicaldeliveryofficename": "officeLocation", "mobile": "mobilePhone", "proxyaddresses": "proxyAddresses",
    ]

    /// The lists of which a claim carries only the first entry.
    fileprivate static let firstOfSeveral: Set<ByteString> = ["otherMails", "businessPhones", "proxyAddresses"]
}

extension Application {
    fileprivate func policyProperty(_ name: String) -> JSONValue? {
        switch name {
        case "displayname": .string(self.displayName)
        case "objectid": .string(self.servicePrincipalID.description)
        case "tags": self.otherProperties.first { $0.name.isExactly("tags") }?.value.array?.first
        default: nil
        }
    }
}
