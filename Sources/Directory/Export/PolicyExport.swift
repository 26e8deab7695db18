import Entra
import Formats

extension ConditionalAccessPolicy {
    /// Returns the policy in the form of Microsoft Graph. Sets are sorted by ID.
    func export(_ live: LiveObjects) -> JSONValue {
        .exported { entry in
            entry.set("id", id.description)
            entry.set("displayName", displayName)
            entry.set("state", state.rawValue)
            entry.set("conditions", conditions(live))
            entry.nested("grantControls") { controls in
                guard !builtInControls.isEmpty || !termsOfUse.isEmpty else { return }
                controls.set("operator", grantOperator.rawValue)
                controls.set("builtInControls", builtInControls.map { JSONValue.string($0.rawValue) })
                controls.set("termsOfUse", termsOfUse)
            }
            entry.nested("sessionControls", exportSession)
        }
    }

    private func conditions(_ live: LiveObjects) -> JSONValue {
        .exported { conditions in
            conditions.set(
                "users",
                .exported { entry in
                    live.names(users.included).export(to: &entry, "include", in: live.tenant)
                    live.names(users.excluded).export(to: &entry, "exclude", in: live.tenant)
                })
            conditions.set(
                "applications",
                .exported { entry in
                    live.selection(applications).export(to: &entry)
                    entry.set(
                        "includeAuthenticationContextClassReferences", authenticationContexts.sorted().map(\.string))
                })
            if !clients.isEveryone {
                conditions.set("clients", .exported { live.selection(clients).exportClients(to: &$0) })
            }
            conditions.set("clientAppTypes", .array(clientAppTypes.map { .string($0.rawValue) }))
            conditions.set("signInRiskLevels", signInRiskLevels.map { JSONValue.string($0.rawValue) })
            conditions.set("userRiskLevels", userRiskLevels.map { JSONValue.string($0.rawValue) })
        }
    }

    private func exportSession(to entry: inout ExportedObject) {
        switch signInFrequency {
        case .everyTime:
            entry.set("signInFrequency", .exported { $0.set("frequencyInterval", "everyTime") })
        case .within(let seconds):
            let inDays = seconds % 86_400 == 0
            entry.set(
                "signInFrequency",
                .exported {
                    $0.set("value", Int(seconds / (inDays ? 86_400 : 3_600)))
                    $0.set("type", inDays ? "days" : "hours")
                })
        case nil: break
        }
        if let mode = persistentBrowser {
            entry.set("persistentBrowser", .exported { $0.set("mode", mode.rawValue) })
        }
    }
}

extension PolicyUsers.Names {
    fileprivate func export(to entry: inout ExportedObject, _ verb: String, in tenant: Tenant) {
        let ordered = ids.sorted()
        let people = ordered.filter { tenant.group($0) == nil }.map(\.description)
        entry.set("\(verb)Users", (all ? ["All"] : []) + (guests ? ["GuestsOrExternalUsers"] : []) + people)
        entry.set("\(verb)Groups", ordered.filter { tenant.group($0) != nil })
        entry.set("\(verb)Roles", roles.sorted { $0.description.precedes($1.description) })
    }
}

extension Selection<ClientID> {
    fileprivate var isEveryone: Bool { includesAll && included.isEmpty && excluded.isEmpty }

    /// Exports the clients. A configuration without clients means all clients, so an empty selection is exported as `None`.
    fileprivate func exportClients(to entry: inout ExportedObject) {
        if !includesAll, included.isEmpty { entry.set("includeApplications", ["None"]) }
        export(to: &entry)
    }

    fileprivate func export(to entry: inout ExportedObject) {
        let named = included.sorted().map(\.description)
        entry.set("includeApplications", (includesAll ? ["All"] : []) + named)
        entry.set("excludeApplications", excluded.sorted())
    }
}

extension SettingsOverrides {
    /// Exports the keys that are set, under their names in the configuration.
    func export(to entry: inout ExportedObject) {
        entry.set("signIn", signIn?.rawValue)
        entry.set("passwords", passwords?.rawValue)
        entry.set("consent", consent?.rawValue)
        entry.set("userConsent", userConsent?.rawValue)
        entry.set("adminConsentRequests", adminConsentRequests.map(JSONValue.bool))
        entry.set("staySignedInPage", staySignedInPage.map(JSONValue.bool))
        entry.set("accessTokenLifetime", SettingsOverrides.range(accessTokenLifetime))
        entry.set("continuousAccessTokenLifetime", SettingsOverrides.range(continuousAccessTokenLifetime))
        entry.set("idTokenLifetime", idTokenLifetime)
        entry.set("authorizationCodeLifetime", authorizationCodeLifetime)
        entry.set("deviceCodeLifetime", deviceCodeLifetime)
        entry.set("deviceCodeInterval", deviceCodeInterval)
        entry.set("refreshTokenLifetime", refreshTokenLifetime)
        entry.set("singlePageRefreshTokenLifetime", singlePageRefreshTokenLifetime)
        entry.set("userFlowRefreshTokenWindow", userFlowRefreshTokenWindow)
        entry.set("sessionLifetime", sessionLifetime)
        entry.set("persistentSessionLifetime", persistentSessionLifetime)
        entry.set("lockoutThreshold", lockoutThreshold)
        entry.set("lockoutDuration", lockoutDuration)
        entry.set("oneTimeCodeLength", oneTimeCodeLength)
        entry.set("oneTimeCodeLifetime", oneTimeCodeLifetime)
        entry.set("oneTimeCodeAttempts", oneTimeCodeAttempts)
        entry.set("oneTimeCodeInterval", oneTimeCodeInterval)
        if let throttle {
            entry.set(
                "throttle",
                .exported {
                    $0.set("requests", throttle.requests)
                    $0.set("per", throttle.per)
                })
        }
        if let outage {
            entry.set(
                "outage",
                .exported {
                    $0.set("status", outage.status)
                    $0.set("retryAfter", outage.retryAfter)
                })
        }
        entry.set("requestLoopLimit", requestLoopLimit)
        entry.set("consentDeclinedError", consentDeclinedError?.rawValue)
        entry.set("refreshWithSeveralResources", refreshWithSeveralResources?.rawValue)
        entry.set("clientAssertionReplay", clientAssertionReplay?.rawValue)
        entry.set("errorLineSeparator", errorLineSeparator?.rawValue)
        entry.set("userFlowIssuer", userFlowIssuer?.rawValue)
        entry.set("policyClaim", policyClaim?.rawValue)
        entry.set("graphTokenSignature", graphTokenSignature?.rawValue)
        entry.set("nativeAuthTestContract", nativeAuthTestContract.map(JSONValue.bool))
        entry.set("nativeAuthRiskVerify", nativeAuthRiskVerify.map(JSONValue.bool))
        entry.set("nativeAuthCrossOrigin", nativeAuthCrossOrigin.map(JSONValue.bool))
        entry.set("passwordResetDuration", passwordResetDuration)
        entry.set("graphPermissions", graphPermissions?.rawValue)
        entry.set("deviceChallenge", deviceChallenge?.rawValue)
        entry.set("extendedAccessTokenLifetime", extendedAccessTokenLifetime)
        entry.set("speInfo", speInfo)
        entry.set("managedIdentityHeader", managedIdentityHeader)
        entry.set("arcKeyFolder", arcKeyFolder)
        entry.set("azureRegion", azureRegion)
    }

    private static func range(_ range: ClosedRange<Int>?) -> JSONValue? {
        range.map { $0.count == 1 ? .integer(Int64($0.lowerBound)) : .string("\($0.lowerBound)..\($0.upperBound)") }
    }
}
