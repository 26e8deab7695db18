/// The properties of directory objects (Microsoft Learn, 2026-11: the resource pages, and "Support for filter by properties of
/// Microsoft Entra ID (directory) objects"). Each line has the name, the kind, the use, and the operators.
extension DocumentedProperty {
    static let user = """
        businessPhones list shown eq+ startsWith+
        displayName text shown eq startsWith null+ sort
        givenName text shown eq startsWith null+
        jobTitle text shown eq startsWith null+
        mail text shown eq startsWith endsWith+ null+
        mobilePhone text shown eq+ startsWith+ null+
        officeLocation text shown eq+ startsWith+ null+
        preferredLanguage text shown eq+ startsWith+ null+
        surname text shown eq startsWith null+
        userPrincipalName text shown eq startsWith endsWith+ sort
        id guid shown eq
        aboutMe text selected
        accountEnabled boolean selected eq
        ageGroup text selected eq
        assignedLicenses list computed count+
        assignedLicenses/skuId guid eq
        assignedPlans list computed
        assignedPlans/capabilityStatus text eq+
        assignedPlans/service text eq+ startsWith+
        assignedPlans/servicePlanId guid eq+
        authorizationInfo complex selected
        authorizationInfo/certificateUserIds list eq+
        birthday dateTime selected
        city text selected eq startsWith null+
        companyName text selected eq+ startsWith+ null+
        consentProvidedForMinor text selected eq
        country text selected eq startsWith null+
        createdDateTime dateTime computed eq ge null+ sort+
        creationType text computed eq
        customSecurityAttributes complex selected
        deletedDateTime dateTime computed eq ge sort+
        department text selected eq startsWith null+
        employeeHireDate dateTime selected eq+ ge+
        employeeId text selected eq null+
        employeeLeaveDateTime dateTime selected
        employeeOrgData complex selected
        employeeOrgData/costCenter text eq+
        employeeOrgData/division text eq+
        employeeType text selected eq+
        externalUserState text selected eq
        externalUserStateChangeDateTime dateTime computed
        faxNumber text selected eq+ startsWith+ null+
        hireDate dateTime selected
        identities list selected
        identities/issuer text eq null
        identities/issuerAssignedId text eq
        identities/signInType text eq
        imAddresses list computed eq startsWith
        infoCatalogs list selected eq startsWith
        interests list selected
        isLicenseReconciliationNeeded boolean computed eq
        isManagementRestricted boolean computed
        isResourceAccount boolean computed eq
        lastPasswordChangeDateTime dateTime computed
        legalAgeGroupClassification text computed
        licenseAssignmentStates list computed
        mailboxSettings complex selected
        mailNickname text selected eq startsWith null+
        mySite text selected
        onPremisesDistinguishedName text computed eq+ startsWith+ null+
        onPremisesDomainName text computed
        onPremisesExtensionAttributes complex selected
        onPremisesExtensionAttributes/extensionAttribute1 text eq+ null+
        onPremisesExtensionAttributes/extensionAttribute2 text eq+ null+
        onPremisesExtensionAttributes/extensionAttribute3 text eq+ null+
        onPremisesExtensionAttributes/extensionAttribute4 text eq+ null+
        onPremisesExtensionAttributes/extensionAttribute5 text eq+ null+
        onPremisesExtensionAttributes/extensionAttribute6 text eq+ null+
        onPremisesExtensionAttributes/extensionAttribute7 text eq+ null+
        onPremisesExtensionAttributes/extensionAttribute8 text eq+ null+
        onPremisesExtensionAttributes/extensionAttribute9 text eq+ null+
        onPremisesExtensionAttributes/extensionAttribute10 text eq+ null+
        onPremisesExtensionAttributes/extensionAttribute11 text eq+ null+
        onPremisesExtensionAttributes/extensionAttribute12 text eq+ null+
        onPremisesExtensionAttributes/extensionAttribute13 text eq+ null+
        onPremisesExtensionAttributes/extensionAttribute14 text eq+ null+
        onPremisesExtensionAttributes/extensionAttribute15 text eq+ null+
        onPremisesImmutableId text selected eq
        onPremisesLastSyncDateTime dateTime computed eq ge
        onPremisesProvisioningErrors list computed count+
        onPremisesProvisioningErrors/category text eq
        onPremisesProvisioningErrors/propertyCausingError text eq
        onPremisesSamAccountName text computed eq+ startsWith+
        onPremisesSecurityIdentifier text computed eq null+
        onPremisesSyncEnabled boolean computed eq null+
        onPremisesUserPrincipalName text computed eq startsWith
        otherMails list selected eq startsWith endsWith+ count+
        passwordPolicies text selected null+
        passwordProfile complex selected
        passwordProfile/forceChangePasswordNextSignIn boolean eq+ null+
        passwordProfile/forceChangePasswordNextSignInWithMfa boolean eq+ null+
        pastProjects list selected
        postalCode text selected eq+ startsWith+ null+
        preferredDataLocation text selected
        preferredName text selected
        print complex selected
        provisionedPlans list computed
        provisionedPlans/provisioningStatus text eq+
        provisionedPlans/service text eq+ startsWith+
        proxyAddresses list computed eq startsWith endsWith+ count+
        refreshTokensValidFromDateTime dateTime computed
        responsibilities list selected
        schools list selected
        securityIdentifier text computed
        serviceProvisioningErrors list computed
        showInAddressList boolean selected eq+
        signInActivity complex computed
        signInActivity/lastSignInDateTime dateTime eq ge
        signInSessionsValidFromDateTime dateTime computed
        skills list selected
        state text selected eq null+
        streetAddress text selected eq+ startsWith+ null+
        usageLocation text selected eq startsWith null+
        userType text selected eq null+
        """

    static let group = """
        id guid shown eq
        deletedDateTime dateTime fixed eq ge sort+
        assignedLabels list selected
        assignedLicenses list computed count+
        assignedLicenses/skuId guid eq
        classification text shown eq startsWith
        createdByAppId text computed eq
        createdDateTime dateTime fixed
        creationOptions list fixed
        description text shown eq+ startsWith+ null+
        displayName text shown eq startsWith null+ sort
        expirationDateTime dateTime fixed eq+ ge+
        groupTypes list shown eq
        hasMembersWithLicenseErrors boolean computed eq null
        hideFromAddressLists boolean selected
        hideFromOutlookClients boolean selected
        infoCatalogs list selected eq startsWith
        isArchived boolean computed
        isAssignableToRole boolean shown eq
        isManagementRestricted boolean computed
        isSubscribedByMail boolean selected
        licenseProcessingState complex computed
        mail text shown eq startsWith null+
        mailEnabled boolean shown eq
        mailNickname text shown eq startsWith null+
        membershipRule text shown eq startsWith
        membershipRuleProcessingState text shown eq
        onPremisesDomainName text fixed
        onPremisesLastSyncDateTime dateTime fixed eq ge
        onPremisesNetBiosName text fixed
        onPremisesProvisioningErrors list fixed count+
        onPremisesProvisioningErrors/category text eq
        onPremisesProvisioningErrors/propertyCausingError text eq
        onPremisesSamAccountName text fixed eq+ startsWith+
        onPremisesSecurityIdentifier text fixed eq null+
        onPremisesSyncEnabled boolean fixed eq null+
        preferredDataLocation text shown
        preferredLanguage text shown eq+ startsWith+ null+
        proxyAddresses list fixed eq startsWith endsWith+ count+
        renewedDateTime dateTime fixed eq ge
        resourceBehaviorOptions list shown eq
        resourceProvisioningOptions list shown eq
        securityEnabled boolean shown eq
        securityIdentifier text fixed
        serviceProvisioningErrors list fixed
        theme text shown
        uniqueName text shown eq startsWith
        unseenCount number computed
        visibility text shown
        writebackConfiguration complex selected
        allowExternalSenders boolean selected
        autoSubscribeNewMembers boolean selected
        accessType text selected
        owners list relation count+
        owners/id guid eq
        """

    static let application = """
        id guid shown eq
        deletedDateTime dateTime fixed eq ge sort+
        appId guid shown eq
        applicationTemplateId text shown eq
        createdDateTime dateTime shown eq ge null+ sort+
        createdByAppId text selected
        description text shown eq+ startsWith+ null+
        disabledByMicrosoftStatus text fixed eq
        displayName text shown eq startsWith null+ sort+
        identifierUris list shown eq startsWith
        info complex shown
        info/logoUrl text null+
        info/termsOfServiceUrl text eq+
        isDeviceOnlyAuthSupported boolean shown
        isDisabled boolean selected
        isFallbackPublicClient boolean shown
        notes text shown eq+ startsWith+ null+
        publicClient complex shown
        publicClient/redirectUris list eq+ startsWith+
        publisherDomain text fixed eq startsWith
        requestSignatureVerification complex shown
        requiredResourceAccess list shown
        requiredResourceAccess/resourceAppId guid eq+
        serviceManagementReference text shown eq+ startsWith+ null+
        servicePrincipalLockConfiguration complex shown
        signInAudience text shown eq
        spa complex shown
        spa/redirectUris list eq+ startsWith+
        tags list shown eq startsWith
        uniqueName text shown eq startsWith
        verifiedPublisher complex fixed
        verifiedPublisher/displayName text eq+ null+
        web complex shown
        web/homePageUrl text eq+ null+
        web/redirectUris list eq+ startsWith+
        certification complex fixed
        logo text selected
        onPremisesPublishing complex selected
        connectorGroup complex selected
        windows complex selected
        owners list relation count+
        owners/id guid eq
        federatedIdentityCredentials list relation count+
        federatedIdentityCredentials/issuer text eq+ startsWith+
        federatedIdentityCredentials/name text eq+ startsWith+
        federatedIdentityCredentials/subject text eq+ startsWith+
        """

    static let servicePrincipal = """
        id guid shown eq
        deletedDateTime dateTime fixed eq ge sort+
        accountEnabled boolean shown eq
        alternativeNames list shown eq startsWith
        appDisplayName text shown
        appDescription text shown
        appId text shown eq
        applicationTemplateId text shown eq
        appOwnerOrganizationId guid shown eq+
        appRoleAssignmentRequired boolean shown eq+
        createdByAppId text selected
        createdDateTime dateTime shown sort+
        customSecurityAttributes complex selected
        description text shown eq+ startsWith+ null+
        disabledByMicrosoftStatus text fixed
        displayName text shown eq startsWith null+ sort+
        errorUrl text selected
        homepage text shown eq+ startsWith+ null+
        info complex shown
        info/logoUrl text null+
        info/termsOfServiceUrl text eq+
        isDisabled boolean selected
        loginUrl text shown
        logoutUrl text shown
        notes text shown eq+ startsWith+ null+
        notificationEmailAddresses list shown
        preferredSingleSignOnMode text shown eq
        preferredTokenSigningKeyThumbprint text shown
        preferredTokenSigningKeyEndDateTime dateTime fixed eq ge
        publisherName text selected eq startsWith
        resourceSpecificApplicationPermissions list fixed
        samlMetadataUrl text selected
        samlSingleSignOnSettings complex shown
        servicePrincipalNames list shown eq startsWith
        servicePrincipalType text shown eq
        tags list shown eq startsWith
        tokenEncryptionKeyId text shown
        verifiedPublisher complex fixed
        verifiedPublisher/displayName text eq+ null+
        owners list relation count+
        """

    static let device = """
        id guid shown eq
        deletedDateTime dateTime fixed eq ge sort+
        accountEnabled boolean shown eq
        alternativeSecurityIds list shown
        alternativeSecurityIds/identityProvider text eq+ startsWith+
        alternativeSecurityIds/type number eq ge+
        approximateLastSignInDateTime dateTime fixed eq ge null+ sort+
        complianceExpirationDateTime dateTime fixed
        createdDateTime dateTime fixed sort+
        deviceCategory text shown eq+ startsWith+ null+
        deviceId guid shown eq
        deviceMetadata text shown
        deviceOwnership text shown eq+ null+
        deviceVersion number shown
        displayName text shown eq startsWith null+ sort+
        domainName text fixed
        enrollmentProfileName text shown eq+ startsWith+ null+
        enrollmentType text shown
        extensionAttributes complex shown
        extensionAttributes/extensionAttribute1 text eq+ null+
        extensionAttributes/extensionAttribute2 text eq+ null+
        extensionAttributes/extensionAttribute3 text eq+ null+
        extensionAttributes/extensionAttribute4 text eq+ null+
        extensionAttributes/extensionAttribute5 text eq+ null+
        extensionAttributes/extensionAttribute6 text eq+ null+
        extensionAttributes/extensionAttribute7 text eq+ null+
        extensionAttributes/extensionAttribute8 text eq+ null+
        extensionAttributes/extensionAttribute9 text eq+ null+
        extensionAttributes/extensionAttribute10 text eq+ null+
        extensionAttributes/extensionAttribute11 text eq+ null+
        extensionAttributes/extensionAttribute12 text eq+ null+
        extensionAttributes/extensionAttribute13 text eq+ null+
        extensionAttributes/extensionAttribute14 text eq+ null+
        extensionAttributes/extensionAttribute15 text eq+ null+
        externalSourceName text fixed
        hostnames list selected eq startsWith
        isCompliant boolean shown eq
        isManaged boolean shown eq
        isManagementRestricted boolean computed
        isRooted boolean shown eq+ null+
        managementType text fixed eq+ null+
        manufacturer text fixed eq+ startsWith+ null+
        mdmAppId text fixed eq null+
        model text fixed eq+ startsWith+ null+
        onPremisesLastSyncDateTime dateTime fixed eq ge
        onPremisesSecurityIdentifier text fixed eq null+
        onPremisesSyncEnabled boolean fixed eq null+
        operatingSystem text shown eq startsWith null+
        operatingSystemVersion text shown eq startsWith null+
        physicalIds list shown eq startsWith count+
        profileType text shown eq
        registrationDateTime dateTime fixed eq+ ge+ null+
        sourceType text fixed
        systemLabels list shown eq startsWith count+
        trustType text fixed eq
        """

    static let directoryRole = """
        id guid shown eq
        deletedDateTime dateTime fixed
        description text shown eq+ startsWith+ null+
        displayName text shown eq startsWith+ null+
        roleTemplateId guid shown eq
        """
}
