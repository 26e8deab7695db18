import Entra
import Formats

extension ApplicationProperties {
    /// Returns the application in the form of Microsoft Graph, with Understudy's own keys.
    func exported(_ live: LiveObjects) -> JSONValue {
        .exported { entry in
            entry.set("id", id.description)
            entry.set("appId", appId)
            entry.set("createdDateTime", createdDateTime)
            entry.set("displayName", displayName)
            entry.set("signInAudience", signInAudience.rawValue)
            entry.set("identifierUris", identifierUris)
            entry.nested("verifiedPublisher") { publisher in
                publisher.set("verifiedPublisherId", verifiedPublisherId)
                publisher.append(otherPartProperties.verifiedPublisher)
            }
            entry.nested("web") { web in
                web.set("redirectUris", uris(.web))
                web.set("logoutUrl", logoutUrl)
                web.nested("implicitGrantSettings") { grants in
                    grants.set("enableIdTokenIssuance", enableIdTokenIssuance, unless: false)
                    grants.set("enableAccessTokenIssuance", enableAccessTokenIssuance, unless: false)
                    grants.append(otherPartProperties.implicitGrantSettings)
                }
                web.append(otherPartProperties.web)
            }
            entry.nested("spa") { spa in
                spa.set("redirectUris", uris(.spa))
                spa.append(otherPartProperties.spa)
            }
            entry.nested("publicClient") { publicClient in
                publicClient.set("redirectUris", uris(.publicClient))
                publicClient.append(otherPartProperties.publicClient)
            }
            entry.set("isFallbackPublicClient", isFallbackPublicClient.map(JSONValue.bool))
            exportCredentials(to: &entry)
            entry.nested("api") { exportAPI(to: &$0) }
            entry.set("appRoles", appRoles.map(\.exported))
            entry.set("requiredResourceAccess", requiredResourceAccess.compactMap(live.required).map(\.exported))
            entry.nested("optionalClaims") { claims in
                claims.set("idToken", optionalClaims.idToken.map(\.exported))
                claims.set("accessToken", optionalClaims.accessToken.map(\.exported))
                claims.set("saml2Token", optionalClaims.saml2Token.map(\.exported))
            }
            let groups = groupMembershipClaims.names
            entry.set("groupMembershipClaims", groups.isEmpty ? nil : groups.joined(separator: ", "))
            exportOwnKeys(to: &entry, live)
            entry.append(otherProperties)
        }
    }

    private func uris(_ platform: ClientPlatform) -> [String] {
        redirectURIs.filter { $0.platform == platform }.map(\.uri.string)
    }

    private func exportCredentials(to entry: inout ExportedObject) {
        entry.set("passwordCredentials", passwordCredentials.map(\.exported) + undisclosedPasswords.map(\.exported))
        entry.set("keyCredentials", keyCredentials.map(\.exported))
        entry.set("federatedIdentityCredentials", federatedIdentityCredentials.map(\.exported))
    }

    private func exportAPI(to api: inout ExportedObject) {
        api.set("requestedAccessTokenVersion", requestedAccessTokenVersion)
        api.set("oauth2PermissionScopes", oauth2PermissionScopes.map(\.exported))
        api.set("preAuthorizedApplications", preAuthorizedApplications.map { $0.exported(of: self) })
        api.set("knownClientApplications", knownClientApplications)
        api.set("acceptMappedClaims", acceptMappedClaims, unless: false)
        api.append(otherPartProperties.api)
    }

    private func exportOwnKeys(to entry: inout ExportedObject, _ live: LiveObjects) {
        entry.set("servicePrincipalId", servicePrincipalID.description)
        entry.set("hasServicePrincipal", hasServicePrincipal, unless: true)
        entry.set("sharesAppId", live.isRegisteredElsewhere(clientID), unless: false)
        entry.set("owners", owners)
        entry.set("appRoleAssignmentRequired", appRoleAssignmentRequired, unless: false)
        entry.set("accountEnabled", accountEnabled, unless: true)
        entry.set("nativeAuthentication", nativeAuthentication, unless: false)
        entry.set("familyId", familyId)
        entry.set("claimsMappingPolicy", claimsMappingPolicy?.exported)
        entry.nested("settings") { settings.export(to: &$0) }
    }
}

extension PasswordCredential {
    fileprivate var exported: JSONValue {
        .exported { entry in
            entry.set("secretText", secretText)
            entry.set("keyId", keyId)
            entry.set("displayName", displayName)
            entry.set("startDateTime", startDateTime)
            entry.set("endDateTime", endDateTime)
        }
    }
}

extension RedactedPassword {
    fileprivate var exported: JSONValue {
        .exported { entry in
            entry.set("keyId", keyId)
            entry.set("displayName", displayName)
            entry.set("hint", hint)
            entry.set("startDateTime", startDateTime)
            entry.set("endDateTime", endDateTime)
        }
    }
}

extension KeyCredential {
    fileprivate var exported: JSONValue {
        .exported { entry in
            entry.set("key", certificate.map { Base64.standard($0) })
            entry.set("keyId", keyId)
            entry.set("displayName", displayName)
            entry.set("usage", usage)
            entry.set("startDateTime", startDateTime)
            entry.set("endDateTime", endDateTime)
        }
    }
}

extension FederatedIdentityCredential {
    fileprivate var exported: JSONValue {
        .exported { entry in
            entry.set("name", name)
            entry.set("issuer", issuer)
            entry.set("subject", subject)
            entry.set("audiences", .array(audiences.map(JSONValue.string)))
            entry.set("description", description)
        }
    }
}

extension PermissionScope {
    fileprivate var exported: JSONValue {
        .exported { entry in
            entry.set("id", id.description)
            entry.set("value", value)
            entry.set("type", kind.rawValue)
            entry.set("isEnabled", isEnabled, unless: true)
            entry.set("adminConsentDisplayName", adminConsentDisplayName)
            entry.set("adminConsentDescription", adminConsentDescription)
            entry.set("userConsentDisplayName", userConsentDisplayName)
            entry.set("userConsentDescription", userConsentDescription)
        }
    }
}

extension AppRole {
    fileprivate var exported: JSONValue {
        .exported { entry in
            entry.set("id", id.description)
            entry.set("value", value.isEmpty ? nil : value)
            entry.set("displayName", displayName)
            entry.set("description", description)
            entry.set("isEnabled", isEnabled, unless: true)
            let members = (allowsUsers ? [AppRoleMember.user] : []) + (allowsApplications ? [.application] : [])
            entry.set("allowedMemberTypes", members.map { JSONValue.string($0.rawValue) })
        }
    }
}

extension PreAuthorizedApplication {
    /// Returns the entry without the permissions that the application no longer has.
    fileprivate func exported(of application: ApplicationProperties) -> JSONValue {
        .exported { entry in
            entry.set("appId", appId.description)
            entry.set(
                "delegatedPermissionIds",
                delegatedPermissionIds.filter { id in application.oauth2PermissionScopes.contains { $0.id == id } })
        }
    }
}

extension RequiredResource {
    fileprivate var exported: JSONValue {
        .exported { entry in
            entry.set("resourceAppId", resourceAppId.description)
            let permissions = scopes.map { ($0, "Scope") } + roles.map { ($0, "Role") }
            entry.set(
                "resourceAccess",
                permissions.map { permission in
                    .exported {
                        $0.set("id", permission.0.description)
                        $0.set("type", permission.1)
                    }
                })
        }
    }
}

extension OptionalClaims.Claim {
    fileprivate var exported: JSONValue {
        .exported { entry in
            entry.set("name", name)
            entry.set("source", source)
            entry.set("essential", essential, unless: false)
            entry.set("additionalProperties", additionalProperties)
        }
    }
}

extension ClaimsMappingPolicy {
    fileprivate var exported: JSONValue {
        .exported { entry in
            entry.set("IncludeBasicClaimSet", .bool(includeBasicClaimSet))
            entry.set(
                "ClaimsSchema",
                claimsSchema.map { claim in
                    .exported {
                        $0.set("Source", claim.source?.rawValue)
                        $0.set("ID", claim.id)
                        $0.set("ExtensionID", claim.extensionID)
                        $0.set("JwtClaimType", claim.jwtClaimType)
                        $0.set("Value", claim.value)
                    }
                })
        }
    }
}
