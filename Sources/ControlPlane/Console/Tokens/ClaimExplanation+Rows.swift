extension ClaimExplanation {
    /// The claims of every token.
    static let ofEveryToken = rows(
        "claims-of-every-token",
        """
        aud|Names the recipient: the client of an ID token, the API of an access token. Every other recipient \
        must reject the token.|the API in the requested scopes; api.requestedAccessTokenVersion of the API \
        decides the form
        iss|Names the issuer, whose published keys verify the signature.|the host of the request, the tenant, \
        and api.requestedAccessTokenVersion of the API
        iat|The time of issue minus 300 seconds.|the tenant’s clock
        nbf|The start of the validity. A recipient rejects the token before this time.|the tenant’s clock
        exp|The end of the validity. A recipient rejects the token from this time on.|the setting \
        accessTokenLifetime or idTokenLifetime, a token lifetime policy, and the tenant’s clock
        tid|The tenant in which the user signed in.|the authority of the request
        ver|The version of the token.|the endpoint for an ID token, api.requestedAccessTokenVersion of the API \
        for an access token
        sub|The user, with a value of its own for each application. Without a user, the same value as oid.|the \
        user’s id and the application’s appId
        oid|The object ID of the user or of the service principal, the same in every application.|id of the \
        user, servicePrincipalId of the application; in a version 2 ID token also the scope profile
        aio|Opaque, for the server alone.|the server alone
        rh|Opaque, for the server alone.|the server alone
        uti|The unique ID of the token, opaque.|the server alone
        xms_ftd|Opaque, for the server alone.|the server alone
        """)

    /// The claims about the client and its permissions.
    static let aboutTheClient = rows(
        "claims-about-the-client-and-its-permissions",
        """
        appid|The client that got the token, in version 1.|client_id of the request
        appidacr|How the client authenticated, in version 1: 0 not at all, 1 by secret, 2 by certificate.|the \
        credentials of the token request
        azp|The client that got the token, in version 2.|client_id of the request
        azpacr|How the client authenticated, in version 2: 0 not at all, 1 by secret, 2 by certificate.|the \
        credentials of the token request
        app_displayname|The name of the client, for Microsoft Graph.|displayName of the application
        scp|The delegated permissions. The API must check that the required permission is among them.|the \
        requested scopes, and the consents of the user or an administrator
        roles|The app roles of the user, or the application permissions of the client.|appRoles of the \
        application or API, and appRoleAssignments
        xms_mirid|The Azure resource ID of the managed identity.|managedIdentities of the tenant
        xms_az_rid|The Azure resource ID of the host of a managed identity.|managedIdentities of the tenant
        xms_cc|The client can handle claims challenges.|the claims parameter with xms_cc, and the optional claim \
        xms_cc of the API
        cnf|The key to which the token is bound. A thief cannot use the token without the key.|token_type=pop or \
        mtls_pop of the token request
        idtyp|Whether the token is for a user or for an application.|the optional claim idtyp of the API; always \
        present for Microsoft Graph
        """)

    /// The claims about the user.
    static let aboutTheUser = rows(
        "claims-about-the-user",
        """
        name|The name of the user, for display only.|displayName of the user; in version 2 also the scope \
        profile
        preferred_username|The sign-in name, for display only, because the name can change.|userPrincipalName of \
        the user, or mail of a guest; in version 2 the scope profile
        unique_name|The sign-in name in version 1, for display only.|userPrincipalName of the user
        upn|The user principal name, which can change.|userPrincipalName of the user; in version 2 the optional \
        claim upn
        given_name|The first name of the user.|givenName of the user; in version 2 the optional claim given_name
        family_name|The last name of the user.|surname of the user; in version 2 the optional claim family_name
        email|The mail address. Not proof of an identity unless the domain is verified.|mail of the user; the \
        scope email or the optional claim email
        idp|The identity provider of a guest or of a social account.|the home tenant or identityProvider of the \
        user
        groups|The groups of the user.|groupMembershipClaims of the client (ID token) or the API (access token)
        wids|The directory roles of the user, as template IDs.|groupMembershipClaims DirectoryRole or All, and \
        the directory roles of the user
        onprem_sid|The security identifier of the on-premises account.|onPremisesSecurityIdentifier of the user
        """)

    /// The claims about the sign-in.
    static let aboutTheSignIn = rows(
        "claims-about-the-sign-in",
        """
        nonce|The value that the client sent. The client must compare the value to detect a replayed ID \
        token.|the nonce parameter of the authorization request
        amr|The authentication methods of the sign-in.|the user’s methods, and Conditional Access policies
        acr|The authentication context class of version 1, or the name of the user flow.|the version of the \
        token; the setting policyClaim for user flows
        acrs|The authentication contexts that the sign-in satisfies.|Conditional Access policies with an \
        authentication context, and the claims parameter
        auth_time|The time at which the user entered credentials.|max_age or the claims parameter, or the \
        optional claim auth_time
        ipaddr|The address of the client.|the network; in version 2 the optional claim ipaddr
        sid|The ID of the session, the same in every application. Used for front-channel sign-out.|the session; \
        in ID tokens the optional claim sid
        c_hash|The hash of the code that was issued with the ID token.|response_type with code and id_token
        at_hash|The hash of the access token that was issued with the ID token.|response_type with id_token and \
        token
        """)

    /// The claims for Microsoft's APIs.
    static let forMicrosoft = rows(
        "claims-for-microsofts-apis",
        """
        acct|0 for a member of the tenant, 1 for a guest.|userType of the user; elsewhere the optional claim \
        acct
        puid|16 digits that belong to the user.|the server alone
        tenant_region_scope|The region of the tenant.|the server alone; elsewhere the optional claim tenant_region_scope
        xms_st|The subject of the client’s ID token.|the server alone
        xms_idrel|The relationship of the identity to the tenant.|the kind of account
        xms_act_fct|The kind of actor.|the server alone
        xms_sub_fct|The kind of subject.|the server alone
        xms_tnt_fct|The kind of tenant.|the server alone
        xms_acd|A fixed time.|the server alone
        xms_tcdt|A fixed time: the creation of the tenant.|the server alone
        xms_rd|Opaque, for the server alone.|the server alone
        """)

    /// The claims that only user flows of Azure AD B2C have.
    static let ofUserFlows = rows(
        "claims-of-azure-ad-b2c-policies",
        """
        tfp|The user flow that issued the token.|the policy in the authority; the setting policyClaim
        emails|The mail addresses of the user.|mail of the user, and claims of the policy
        jobTitle|The job title of the user.|jobTitle of the user, and claims of the policy
        country|The country of the user.|country of the user, and claims of the policy
        """)

    /// The claims in place of too many groups.
    static let ofGroupLimits = rows(
        "groups",
        """
        hasgroups|The user has more groups than a response of the authorization endpoint can hold.|the number of \
        groups, and groupMembershipClaims
        _claim_names|The user has more groups than a token can hold. _claim_sources has the address to ask.|the \
        number of groups, and groupMembershipClaims
        _claim_sources|The address at which to ask for the groups.|the number of groups, and \
        groupMembershipClaims
        """)

    /// The claims that only an optional claim adds.
    static let optional = rows(
        "optional-claims",
        """
        ctry|The country of the user, two letters.|the optional claim ctry, and country of the user
        login_hint|Opaque. The value is accepted as login_hint and logout_hint.|the optional claim login_hint
        tenant_ctry|The country of the tenant.|the optional claim tenant_ctry, and countryLetterCode of the \
        tenant
        verified_primary_email|The mail address, if its domain is verified.|the optional claim \
        verified_primary_email, and mail of the user
        verified_secondary_email|The other mail addresses in verified domains.|the optional claim \
        verified_secondary_email, and otherMails of the user
        xms_edov|Whether the domain of the mail address is verified.|the optional claim xms_edov, and the \
        domains of the tenant
        xms_pdl|The preferred data location of the user.|the optional claim xms_pdl, and preferredDataLocation \
        of the user
        xms_pl|The preferred language of the user.|the optional claim xms_pl, and preferredLanguage of the user
        xms_tpl|The preferred language of the tenant.|the optional claim xms_tpl
        """)

    /// The claims of AD FS.
    static let onPremises = rows(
        "claims-of-ad-fs",
        """
        apptype|Whether the client has credentials: Public or Confidential (AD FS).|the credentials of the \
        application
        authmethod|The authentication method (AD FS).|the server alone
        jti|The unique ID of the token (AD FS).|the server alone
        """)
}
