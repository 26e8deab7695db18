import Entra
package import Formats

/// A directory in the form of the configuration. Reading the export results in the same directory. The export contains secrets,
/// passwords, and all IDs, including derived ones.
package enum DirectoryExport {
    package static func json(_ directory: Directory) -> JSONValue {
        .exported { file in
            file.nested("settings") { directory.settings.export(to: &$0) }
            file.set("tenants", directory.tenants.map { $0.export(in: directory) })
            file.set("federatedIssuers", directory.federatedIssuers.map(\.exported))
        }
    }
}

extension Tenant {
    func export(in directory: Directory) -> JSONValue {
        let live = LiveObjects(tenant: self, directory: directory)
        return .exported { tenant in
            tenant.set("id", kind == .consumers ? "consumers" : id.description)
            tenant.set("displayName", displayName)
            if kind != .consumers { tenant.set("kind", kind.rawValue) }
            let builtIn = kind == .consumers ? DirectoryBuilder.personalDomains : []
            tenant.set("domains", domains.filter { !builtIn.containsExactly($0) })
            tenant.set("subdomain", subdomain)
            tenant.set("cloud", cloud?.rawValue)
            tenant.set("countryLetterCode", countryLetterCode)
            tenant.nested("settings") { settings.export(to: &$0) }
            tenant.set("users", users.compactMap { exported($0, directory) })
            tenant.set("groups", groups.map(\.exported))
            tenant.set("devices", devices.map { $0.exported(live) })
            tenant.set("applications", applications.compactMap { exported($0, live) })
            tenant.set(
                "servicePrincipals",
                servicePrincipals.filter { isFromOtherTenant($0, live) }.sorted {
                    $0.description.precedes($1.description)
                })
            tenant.set("oauth2PermissionGrants", grants.compactMap(live.grant).map(\.exported))
            tenant.set("appRoleAssignments", appRoleAssignments.compactMap(live.assignment).map(\.exported))
            tenant.set("managedIdentities", managedIdentities.map(\.exported))
            tenant.set("conditionalAccessPolicies", conditionalAccessPolicies.map { $0.export(live) })
            tenant.set("authenticationContextClassReferences", authenticationContexts.map(\.exported))
            tenant.set("federatedDomains", federatedDomains.map(\.exported))
            tenant.set("policies", policies.map(\.exported))
        }
    }

    /// Returns the exported application, or nil for a built-in API, which every tenant has.
    func exported(_ application: Application, _ live: LiveObjects) -> JSONValue? {
        BuiltInResources.contains(application.clientID) ? nil : application.properties.exported(live)
    }

    /// Returns whether the application can be used in the tenant and is registered in another one.
    func isFromOtherTenant(_ id: ClientID, _ live: LiveObjects) -> Bool {
        live.application(id) != nil && application(id) == nil
    }

    /// Returns the exported user, or nil for a guest, whose account is exported with the account at home.
    func exported(_ user: User, _ directory: Directory) -> JSONValue? {
        guard isAtHome(user, directory) else { return nil }
        guard user.isGuest(in: id) else { return export(user, directory) }
        // A reader of the export takes the account for one of this tenant, with the password of the deleted home account.
        var orphan = user
        orphan.accountEnabled = false
        return export(orphan, directory)
    }

    /// Whether the user's account is exported here. A guest whose home account is deleted is exported as a user of this tenant.
    private func isAtHome(_ user: User, _ directory: Directory) -> Bool {
        !user.isGuest(in: id) || directory.tenant(user.home.tenantID)?.user(user.home.objectID) == nil
    }

    private func export(_ user: User, _ directory: Directory) -> JSONValue {
        .exported { entry in
            entry.set("id", user.id.description)
            entry.set("userPrincipalName", user.userPrincipalName)
            entry.append(user.profile)
            entry.set("groups", user.groups)
            entry.set("roles", user.directoryRoles)
            entry.set("guestOf", directory.tenants.filter { $0.id != id }.compactMap { $0.guest(of: user) })
        }
    }

    /// Returns the guest account of another tenant's user, or nil if the user is not a guest of this tenant.
    private func guest(of original: User) -> JSONValue? {
        user(home: original.home).map { guest in
            var guestDefaults = original
            guestDefaults.mail = original.mail ?? original.userPrincipalName
            return .exported { entry in
                entry.set("tenant", id.description)
                entry.set("id", guest.id.description)
                entry.set("userPrincipalName", guest.userPrincipalName)
                entry.set("groups", guest.groups)
                entry.set("roles", guest.directoryRoles)
                if guest.profile != guestDefaults.profile { entry.set("account", .object(guest.profile)) }
            }
        }
    }
}

extension UserProperties {
    /// The members that describe the person, independent of the tenant.
    fileprivate var profile: [JSONValue.Member] {
        var entry = ExportedObject()
        export(to: &entry)
        entry.append(otherProperties)
        return entry.members
    }

    private func export(to entry: inout ExportedObject) {
        entry.set("displayName", displayName)
        entry.set("givenName", givenName)
        entry.set("surname", surname)
        entry.set("mail", mail)
        entry.set("jobTitle", jobTitle)
        entry.set("preferredLanguage", preferredLanguage)
        entry.set("country", country)
        entry.set("usageLocation", usageLocation)
        entry.set("onPremisesSecurityIdentifier", onPremisesSecurityIdentifier)
        entry.set("onPremisesSamAccountName", onPremisesSamAccountName)
        entry.set("onPremisesImmutableId", onPremisesImmutableId)
        entry.set("accountEnabled", accountEnabled, unless: true)
        entry.set("password", password)
        entry.set("passwordless", isPasswordless && password == nil, unless: false)
        entry.nested("passwordProfile") {
            $0.set("forceChangePasswordNextSignIn", mustChangePassword, unless: false)
        }
        entry.set("oneTimeCode", oneTimeCode)
        entry.set("mfa", mfa?.text)
        entry.set("lastPasswordChangeDateTime", lastPasswordChange)
        entry.set("onPremisesSyncEnabled", isSyncedFromPremises, unless: false)
        entry.set("userRiskLevel", userRiskLevel == .none ? nil : userRiskLevel.rawValue)
        entry.set("signInRiskLevel", signInRiskLevel == .none ? nil : signInRiskLevel.rawValue)
        entry.set("acceptedTermsOfUse", acceptedTermsOfUse)
        entry.set("identityProvider", identityProvider)
    }
}

extension MFAMethod {
    /// The method in the form of the configuration.
    var text: String {
        switch self {
        case .code(let text), .email(let text), .sms(let text): text
        case .authenticator(let secret): "totp:" + Base32.encode(secret)
        }
    }
}

extension Group {
    var exported: JSONValue {
        .exported { entry in
            entry.set("id", id.description)
            entry.set("displayName", displayName)
            entry.set("onPremisesSamAccountName", onPremisesSamAccountName)
            entry.set("onPremisesDomainName", onPremisesDomainName)
            entry.set("onPremisesNetBiosName", onPremisesNetBiosName)
            entry.set("securityEnabled", securityEnabled, unless: true)
            entry.append(otherProperties)
        }
    }
}

extension Device {
    fileprivate func exported(_ live: LiveObjects) -> JSONValue {
        .exported { entry in
            entry.set("deviceId", deviceId.description)
            entry.set("displayName", displayName)
            entry.set("operatingSystem", operatingSystem)
            entry.set("isCompliant", isCompliant, unless: false)
            entry.set("isManaged", isManaged, unless: false)
            entry.set("trustType", trustType?.rawValue)
            entry.set("accountEnabled", accountEnabled, unless: true)
            entry.set("registeredOwners", registeredOwners.filter { live.tenant.user($0) != nil })
            entry.set("key", certificate.map { Base64.standard($0) })
        }
    }
}

extension PermissionGrant {
    var exported: JSONValue {
        .exported { entry in
            entry.set("clientId", client.description)
            entry.set("resourceId", resource.description)
            switch consentType {
            case .allPrincipals: entry.set("consentType", "AllPrincipals")
            case .principal(let user):
                entry.set("consentType", "Principal")
                entry.set("principalId", user.description)
            }
            entry.set("scope", scopes.joined(separator: " "))
        }
    }
}

extension AppRoleAssignment {
    var exported: JSONValue {
        .exported { entry in
            switch principal {
            case .user(let id), .group(let id): entry.set("principalId", id.description)
            case .application(let id): entry.set("principalId", id.description)
            }
            entry.set("resourceId", resource.description)
            entry.set("appRoleId", appRole.description)
        }
    }
}

extension ManagedIdentity {
    fileprivate var exported: JSONValue {
        .exported { entry in
            entry.set("id", resourceID)
            entry.set("type", kind.rawValue)
            entry.set("name", name)
            entry.set("clientId", clientID.description)
            entry.set("principalId", principalID.description)
            if hosts.count < ManagedIdentityHost.allCases.count {
                entry.set(
                    "hosts", .array(ManagedIdentityHost.allCases.filter(hosts.contains).map { .string($0.rawValue) }))
            }
        }
    }
}

extension AuthenticationContext {
    fileprivate var exported: JSONValue {
        .exported { entry in
            entry.set("id", id)
            entry.set("displayName", displayName.isEmpty ? nil : displayName)
            entry.set("isAvailable", isAvailable, unless: true)
        }
    }
}

extension FederatedDomain {
    fileprivate var exported: JSONValue {
        .exported { entry in
            entry.set("domain", domain)
            entry.set("issuerUri", issuerUri)
            entry.set("signingCertificate", signingCertificate.map { Base64.standard($0) })
            entry.set("metadataExchangeUri", metadataExchangeUri)
            entry.set("activeSignInUri", activeSignInUri)
            entry.set("passiveSignInUri", passiveSignInUri)
        }
    }
}

extension UserFlow {
    fileprivate var exported: JSONValue {
        .exported { entry in
            entry.set("id", id)
            entry.set("kind", kind.rawValue)
            entry.set("attributes", .array(attributes.map(\.exported)))
            entry.set("claims", claims.map { .array($0.map { .string($0.rawValue) }) })
            entry.set("identityProviders", identityProviders.map(\.name))
            entry.set("credential", credential.rawValue)
            entry.set("resetsPassword", resetsPassword, unless: false)
            entry.set("applications", applications.map { .array($0.map { .string($0.description) }) })
        }
    }
}

extension UserAttribute {
    /// The attribute in the form of the configuration: only the name if the other values are the defaults.
    fileprivate var exported: JSONValue {
        if isRequired, pattern == nil { return .string(name) }
        return .exported { entry in
            entry.set("name", name)
            entry.set("required", isRequired, unless: true)
            entry.set("pattern", pattern)
        }
    }
}

extension FederatedIssuer {
    fileprivate var exported: JSONValue {
        .exported { entry in
            entry.set("issuer", issuer)
            switch keys {
            case .configured(let set): entry.set("jwks", set.document)
            case .fetched(let location):
                if let address = location.keySet {
                    entry.set("jwksUri", address.description)
                } else {
                    entry.set("discovery", .bool(true))
                    if location.base != WebAddress(issuer) { entry.set("address", location.base.description) }
                }
                entry.set(
                    "certificateAuthority", location.authorityPEM.map { String(decoding: $0, as: UTF8.self) })
            }
        }
    }
}
