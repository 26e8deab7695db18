import Formats

extension ClaimsMappingPolicy.Source {
    /// Returns whether the object has the property, in any case of letters (docs/reference/protocol.md#claims-mapping-properties).
    package func hasProperty(_ id: String) -> Bool {
        switch self {
        case .user: Self.userProperties.contains(id.asciiLowercased)
        case .application, .resource, .audience: Self.servicePrincipalProperties.contains(id.asciiLowercased)
        case .company: id.isExactlyIgnoringASCIICase("tenantcountry")
        case .transformation: true
        }
    }

    private static let servicePrincipalProperties: Set<ByteString> = ["displayname", "objectid", "tags"]

    /// The properties of the documentation, followed by those of its older editions and examples.
    private static let userProperties: Set<ByteString> = [
        "surname", "givenname", "displayname", "objectid", "mail", "userprincipalname", "department",
        "onpremisessamaccountname", "netbiosname", "dnsdomainname", "onpremisesecurityidentifier", "companyname",
        "streetaddress", "postalcode", "preferredlanguage", "onpremisesuserprincipalname", "mailnickname",
        "extensionattribute1", "extensionattribute2", "extensionattribute3", "extensionattribute4",
        "extensionattribute5", "extensionattribute6", "extensionattribute7", "extensionattribute8",
        "extensionattribute9", "extensionattribute10", "extensionattribute11", "extensionattribute12",
        "extensionattribute13", "extensionattribute14", "extensionattribute15", "othermail", "country", "city",
        "state", "jobtitle", "employeeid", "facsimiletelephonenumber", "assignedroles", "accountenabled",
        "consentprovidedforminor", "createddatetime", "creationtype", "lastpasswordchangedatetime", "mobilephone",
        "officelocation", "onpremisesdomainname", "onpremisesimmutableid", "onpremisessyncenabled",
        "preferreddatalocation", "proxyaddresses", "usertype", "telephonenumber",
        "groups", "mobile", "onpremisesamaccountname", "onpremisessecurityidentifier", "othermails",
        "physicaldeliveryofficename", "usagelocation",
    ]
}

extension ClaimsMappingPolicy {
    /// Returns whether a policy cannot set the claim of SAML tokens (docs/reference/protocol.md#restricted-claims).
    package static func isRestricted(saml claim: String) -> Bool {
        restrictedNames.contains { namespace, names in
            claim.dropping(prefix: namespace).map { names.contains($0) } ?? false
        }
    }

    /// The restricted claims of SAML tokens, by their namespaces. The claims that a signing key of the application allows are not
    /// in the list: the check of a policy does not know its applications.
    private static let restrictedNames: [(namespace: String, names: Set<ByteString>)] = [
        ("http://schemas.microsoft.com/2012/01/devicecontext/claims/", ["ismanaged"]),
        ("http://schemas.microsoft.com/2014/02/devicecontext/claims/", ["isknown"]),
        ("http://schemas.microsoft.com/2014/03/", ["psso"]),
        ("http://schemas.microsoft.com/2014/09/devicecontext/claims/", ["iscompliant"]),
        ("http://schemas.microsoft.com/claims/", ["authnmethodsreferences", "groups.link"]),
        (
            "http://schemas.microsoft.com/identity/claims/",
            [
                "accesstoken", "acct", "agegroup", "aio", "identityprovider", "objectidentifier", "openid2_id", "puid",
                "scope", "tenantid", "xms_et",
            ]
        ),
        (
            "http://schemas.microsoft.com/ws/2008/06/identity/claims/",
            [
                "authenticationinstant", "authenticationmethod", "confirmationkey", "denyonlyprimarygroupsid",
                "denyonlyprimarysid", "denyonlywindowsdevicegroup", "expiration", "expired", "groups", "groupsid",
                "ispersistent", "samlissuername", "wids", "windowsdeviceclaim", "windowsdevicegroup",
                "windowsfqbnversion", "windowssubauthority", "windowsuserclaim",
            ]
        ),
        (
            "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/",
            ["authentication", "authorizationdecision", "denyonlysid", "privatepersonalidentifier", "spn"]
        ),
        ("http://schemas.xmlsoap.org/ws/2009/09/identity/claims/", ["actor"]),
    ]
}
