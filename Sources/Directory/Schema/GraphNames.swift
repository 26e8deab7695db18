import Formats

/// The properties that Microsoft Graph, and the portal's older manifest, have in an object in addition to those that Understudy
/// reads. Such a property is kept or ignored without a message; any other name is probably a mistake.
///
/// The tables follow Microsoft Graph v1.0 and beta (Microsoft Learn, 2026-08): properties, and relationships that exports expand.
enum GraphNames {
    /// Returns whether Graph has a property with the name in the object.
    static func contain(_ name: String, in object: String) -> Bool {
        if Annotation.isName(name) || isAnnotation(name) { return true }
        if extensible.contains(ByteString(object)), isExtension(name) { return true }
        return tables[ByteString(object)]?.contains(ByteString(name)) == true
    }

    /// Returns the property names of an object, for "did you mean".
    static func names(of object: String) -> [String] {
        tables[ByteString(object)]?.map(\.string) ?? []
    }

    /// Returns whether the name is an annotation in the form of Azure AD Graph, such as `odata.type`.
    private static func isAnnotation(_ name: String) -> Bool {
        name.utf8.starts(with: "odata.".utf8) || name.utf8.starts(with: "@".utf8)
    }

    /// Returns whether the name is a directory extension, `extension_{appId}_{name}`, or a schema extension,
    /// `ext{8 characters}_{name}`.
    private static func isExtension(_ name: String) -> Bool {
        guard let end = name.utf8.firstIndex(of: UInt8(ascii: "_")) else { return false }
        let prefix = name.utf8[..<end]
        return prefix.elementsEqual("extension".utf8)
            || prefix.starts(with: "ext".utf8) && prefix.count == 11
                && prefix.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) }
    }

    private static let extensible: Set<ByteString> = Set(
        ["user", "account", "group", "application", "device"].map { ByteString($0) })

    private static let tables: [ByteString: Set<ByteString>] = Dictionary(
        rows.map { row in
            (ByteString(row.object), Set(row.names.pieces(separatedBy: " ").map { ByteString($0) }))
        }, uniquingKeysWith: { $0.union($1) })

    private static let directoryObject = "deletedDateTime extensions"

    /// Names are separated by one space, because a string compiles faster than an array.
    private static let rows: [(object: String, names: String)] =
        [
            ("application", "extensions"), ("application", application), ("application", olderManifest),
            ("application", servicePrincipal),
            ("user", "extensions"), ("user", user), ("account", directoryObject), ("account", user),
            ("group", "extensions"), ("group", group), ("device", directoryObject), ("device", device),
        ] + parts

    private static let application = """
        addIns appManagementPolicies applicationTemplateId certification connectorGroup createdByAppId \
        createdOnBehalfOf defaultRedirectUri description disabledByMicrosoftStatus \
        homeRealmDiscoveryPolicies info isDeviceOnlyAuthSupported isDisabled isManagementRestricted logo managerApplications \
        migrationStatus notes onPremisesPublishing parentalControlSettings publisherDomain requestSignatureVerification \
        samlMetadataUrl serviceManagementReference servicePrincipalLockConfiguration signInAudienceRestrictions \
        synchronization tags tokenEncryptionKeyId tokenIssuancePolicies tokenLifetimePolicies uniqueName windows
        """

    /// The properties of the portal's older manifest, which did not have the form of Graph, and of Azure AD Graph before it.
    private static let olderManifest = """
        allowGuestsSignIn allowPassthroughUsers appBranding appLogoUrl appManagementRestrictions applicationTag \
        availableToOtherTenants createdByApplication deletionTimestamp encryptedMsiApplicationSecret errorUrl homepage \
        informationalUrls logoUrl mainLogo oauth2AllowUrlPathMatching oauth2RequirePostResponse objectId objectType \
        onlineMeetings orgRestrictions recordConsentConditions resourceType resourceSpecificApplicationPermissions \
        signInUrl supportsConvergence trustedCertificateSubjects wwwHomepage
        """

    private static let servicePrincipal = """
        addIns alternativeNames appDescription appDisplayName appOwnerOrganizationId appRoleAssignedTo appRoleAssignments \
        claimsMappingPolicies claimsPolicy createdObjects customSecurityAttributes \
        delegatedPermissionClassifications endpoints errorUrl isAuthorizationServiceEnabled \
        lastUserActivity licenseDetails loginUrl memberOf \
        notificationEmailAddresses oauth2PermissionGrants ownedObjects \
        passwordSingleSignOnSettings permissionGrantPreApprovalPolicies preferredSingleSignOnMode \
        preferredTokenSigningKeyEndDateTime preferredTokenSigningKeyThumbprint publishedPermissionScopes publisherName \
        remoteDesktopSecurityConfiguration resourceSpecificApplicationPermissions samlSingleSignOnSettings \
        servicePrincipalNames servicePrincipalType transitiveMemberOf
        """

    private static let user = """
        aboutMe accessReviews activities ageGroup agreementAcceptances appRoleAssignments approvals assignedLicenses \
        assignedPlans authentication authorizationInfo birthday businessPhones calendar chats city cloudLicensing \
        cloudPCs cloudRealtimeCommunicationInfo companyName consentProvidedForMinor contacts createdDateTime \
        createdObjects creationType customSecurityAttributes department deviceEnrollmentLimit deviceKeys \
        deviceManagementTroubleshootingEvents devices directReports drive drives employeeExperience employeeHireDate \
        employeeId employeeLeaveDateTime employeeOrgData employeeType events externalUserConvertedOn \
        externalUserInformation externalUserState externalUserStateChangeDateTime faxNumber followedSites hireDate \
        identities identityParentId imAddresses infoCatalogs insights interests isManagementRestricted \
        isLicenseReconciliationNeeded isResourceAccount joinedTeams legalAgeGroupClassification licenseAssignmentStates \
        licenseDetails lastLicenseAccess mailFolders mailNickname mailboxSettings manager managedAppRegistrations \
        managedDevices memberOf messages mobilePhone mySite oauth2PermissionGrants officeLocation onPremisesDistinguishedName \
        onPremisesDomainName onPremisesExtensionAttributes onPremisesImmutableId onPremisesLastSyncDateTime \
        onPremisesObjectIdentifier onPremisesProvisioningErrors onPremisesSipInfo onPremisesUserPrincipalName onenote \
        onlineMeetings otherMails outlook ownedDevices ownedObjects passwordPolicies pastProjects people photos \
        physicalDeliveryOfficeName planner postalCode preferredDataLocation preferredName presence print profile \
        provisionedPlans proxyAddresses refreshTokensValidFromDateTime registeredDevices responsibilities schools \
        scopedRoleMemberOf securityIdentifier serviceProvisioningErrors settings showInAddressList signInActivity \
        signInSessionsValidFromDateTime skills sponsors state streetAddress teamwork telephoneNumber todo \
        transitiveMemberOf transitiveReports userType
        """

    private static let group = """
        acceptedSenders accessType allowExternalSenders appRoleAssignments assignedLabels assignedLicenses \
        autoSubscribeNewMembers calendar classification cloudLicensing conversations createdByAppId createdDateTime \
        createdOnBehalfOf description drive drives endpoints events expirationDateTime groupLifecyclePolicies \
        groupTypes hasMembersWithLicenseErrors hideFromAddressLists hideFromOutlookClients infoCatalogs \
        isArchived isAssignableToRole isFavorite isManagementRestricted isSubscribedByMail \
        licenseProcessingState mail mailEnabled mailNickname memberOf membershipRule membershipRuleProcessingState \
        membershipRuleProcessingStatus membersWithLicenseErrors onPremisesLastSyncDateTime \
        onPremisesObjectIdentifier onPremisesProvisioningErrors onPremisesSecurityIdentifier onPremisesSyncEnabled \
        onenote organizationId permissionGrants photos planner preferredDataLocation preferredLanguage \
        proxyAddresses rejectedSenders renewedDateTime resourceBehaviorOptions resourceProvisioningOptions \
        securityIdentifier serviceProvisioningErrors settings sites team theme threads transitiveMemberOf \
        transitiveMembers uniqueName unseenConversationsCount unseenCount unseenMessagesCount visibility \
        welcomeMessageEnabled writebackConfiguration
        """

    private static let device = """
        alternativeSecurityIds approximateLastSignInDateTime commands complianceExpirationDateTime \
        createdDateTime deviceCategory deviceMetadata deviceOwnership deviceVersion domainName enrollmentProfileName \
        enrollmentType extensionAttributes externalSourceName hostNames hostnames isManagementRestricted isRooted kind \
        managementType manufacturer mdmAppId memberOf model name onPremisesLastSyncDateTime onPremisesSecurityIdentifier \
        onPremisesSyncEnabled operatingSystemVersion physicalIds platform profileType registeredUsers \
        registrationDateTime sourceType status systemLabels transitiveMemberOf usageRights
        """

    /// The properties of objects inside other objects.
    private static let parts: [(object: String, names: String)] = [
        ("verifiedPublisher", "addedDateTime displayName"),
        ("servicePrincipal", "description homepage notes samlMetadataUrl tags tokenEncryptionKeyId"),
        ("servicePrincipal", servicePrincipal),
        (
            "authenticationBehaviors",
            "blockAzureADGraphAccess removeUnverifiedEmailClaim requireClientServicePrincipal"
        ),
        ("web", "homePageUrl oauth2AllowImplicitFlow redirectUriSettings"), ("spa", "redirectUriSettings"),
        ("publicClient", "redirectUriSettings"),
        ("api", "resourceSpecificApplicationPermissions tokenEncryptionSetting"),
        ("replyUrlWithType", "index"),
        ("permissionScope", "isPrivate lang origin"), ("appRole", "isPrivate lang origin"),
        ("passwordCredential", "additionalProperties createdOn customKeyIdentifier"),
        ("keyCredential", "additionalProperties createdOn customKeyIdentifier hasExtendedValue type"),
        ("federatedIdentityCredential", "createdTime id trustedIssuer"),
        ("optionalClaims", "saml2"),
        ("passwordProfile", "forceChangePasswordNextSignInWithMfa"),
        ("device", "certificateUserIds"),
        (
            "federatedDomain",
            """
            availabilityStatus authenticationType displayName federatedIdpMfaBehavior id isAdminManaged isDefault isInitial \
            isRoot isSignedAuthenticationRequestRequired isVerified model nextSigningCertificate passwordResetUri \
            passwordNotificationWindowInDays passwordValidityPeriodInDays preferredAuthenticationProtocol promptLoginBehavior \
            rootDomain serviceConfigurationRecords signOutUri signingCertificateUpdateStatus state supportedServices \
            verificationDnsRecords
            """
        ),
        (
            "managedIdentity",
            """
            etag isolationScope kind location managedBy plan properties resourceGroup scale sku subscriptionId systemData tags \
            userAssignedIdentities zones
            """
        ),
        (
            "roleDefinition",
            "allowedPrincipalTypes inheritsPermissionsFrom isBuiltIn isPrivileged resourceScopes rolePermissions templateId version"
        ),
        ("roleAssignment", "appScopeId condition id principalType resourceScope"),
        ("oauth2PermissionGrant", "createdBy expiryTime id startTime"),
        (
            "appRoleAssignment",
            """
            createdDateTime creationTimestamp deletedDateTime id objectId objectType principalDisplayName principalType \
            resourceDisplayName
            """
        ),
        (
            "conditionalAccessPolicy",
            """
            createdDateTime deletedDateTime description id modifiedDateTime partialEnablementStrategy templateId
            """
        ),
        (
            "sessionControls",
            """
            applicationEnforcedRestrictions cloudAppSecurity continuousAccessEvaluation disableResilienceDefaults \
            globalSecureAccessFilteringProfile networkAccessSecurity secureSignInSession secureApplicationSession
            """
        ),
        ("signInFrequency", "authenticationType"),
        ("sharedClaimsMappingPolicy", "deletedDateTime description"),
        ("tokenLifetimePolicy", "deletedDateTime description"),
        ("tokenIssuancePolicy", "deletedDateTime description"),
        ("homeRealmDiscoveryPolicy", "deletedDateTime description"),
        ("activityBasedTimeoutPolicy", "deletedDateTime description"),
        ("appManagementPolicy", "deletedDateTime description isEnabled restrictions"),
        (
            "namedLocation",
            """
            countriesAndRegions countryLookupMethod createdDateTime deletedDateTime includeUnknownCountriesAndRegions \
            ipRanges isTrusted modifiedDateTime
            """
        ),
        (
            "tenantAppManagementPolicy",
            """
            applicationRestrictions deletedDateTime description displayName isEnabled servicePrincipalRestrictions
            """
        ),
        (
            "authorizationPolicy",
            """
            allowEmailVerifiedUsersToJoinOrganization allowInvitesFrom allowUserConsentForRiskyApps \
            allowedToSignUpEmailBasedSubscriptions allowedToUseSSPR blockMsolPowerShell defaultUserRolePermissions \
            deletedDateTime description displayName guestUserRoleId
            """
        ),
        ("identitySecurityDefaultsEnforcementPolicy", "deletedDateTime description displayName isEnabled"),
    ]
}

/// The names of annotations, which Microsoft Graph writes next to properties, such as `members@odata.context` (OData JSON Format
/// 4.01, 4.6).
enum Annotation {
    /// The pattern of annotation names, in the schema's dialect of regular expressions: one of the `prefixes` anywhere in the
    /// name.
    static let pattern = #"@(odata|microsoft\.graph)\."#

    private static let prefixes = ["@odata.", "@microsoft.graph."]

    static func isName(_ name: String) -> Bool {
        prefixes.contains { name.containsExactly($0) }
    }
}
