import Formats

/// The claims in an application's tokens that are added to the usual claims or replace them (Graph `claimsMappingPolicy`).
package struct ClaimsMappingPolicy: Sendable, Equatable {
    /// The object from which a value is read.
    package enum Source: String, Sendable, CaseIterable {
        case user
        /// The client application.
        case application
        /// The API of the token.
        case resource
        /// The application that reads the token: the client or the API.
        case audience
        /// The tenant.
        case company
        /// The result of one of `transformations`.
        case transformation
    }

    /// The `NameFormat` of a claim of SAML tokens.
    package enum NameForm: String, Sendable, CaseIterable {
        case unspecified = "urn:oasis:names:tc:SAML:2.0:attrname-format:unspecified"
        case uri = "urn:oasis:names:tc:SAML:2.0:attrname-format:uri"
        case basic = "urn:oasis:names:tc:SAML:2.0:attrname-format:basic"
    }

    /// An entry of `ClaimsSchema`: a value, which is fixed or from a property, and the claim that gets the value.
    package struct Claim: Sendable, Equatable {
        package var source: Source?
        /// The name of the property in the policy's own list, such as `department`.
        package var id: String?
        /// The directory extension that replaces `id`, as `extension_{appid}_{attribute}`.
        package var extensionID: String?
        /// The ID of the transformation whose result is the value.
        package var transformationID: String?
        /// The claim of JWTs, or nil if the value is only the input of a transformation or a claim of SAML assertions.
        package var jwtClaimType: String?
        /// The claim of SAML assertions, or nil.
        package var samlClaimType: String?
        package var samlNameForm: NameForm?
        /// The fixed value, or nil.
        package var value: String?

        package init() {}
    }

    /// An entry of `ClaimsTransformations`: a function of other entries and of constants.
    package struct Transformation: Sendable, Equatable {
        package enum Method: String, Sendable, CaseIterable {
            case join = "Join"
            case extractMailPrefix = "ExtractMailPrefix"
            case toLowercase = "ToLowercase"
            case toUppercase = "ToUppercase"
            case regexReplace = "RegexReplace"
            case createStringClaim = "CreateStringClaim"
        }

        /// An input: an entry of `ClaimsSchema`, by its `ID`, under the name that the method expects.
        package struct Input: Sendable, Equatable {
            package var claim = ""
            package var name = ""
            /// Whether the method applies to all values of the entry, not only to the first.
            package var isMultiValued = false

            package init() {}
        }

        /// A constant input under the name that the method expects.
        package struct Parameter: Sendable, Equatable {
            package var name = ""
            package var value = ""

            package init() {}
        }

        package var id = ""
        package var method = Method.join
        package var inputs: [Input] = []
        package var parameters: [Parameter] = []

        package init() {}

        /// Returns the constant with the name, or nil if there is none.
        package func parameter(_ name: String) -> String? {
            parameters.first { $0.name.isExactlyIgnoringASCIICase(name) }?.value
        }
    }

    /// The groups that the claim of groups may contain, by a name.
    package struct GroupFilter: Sendable, Equatable {
        package enum Name: String, Sendable, CaseIterable { case displayname, samaccountname }
        package enum Comparison: String, Sendable, CaseIterable { case prefix, suffix, contains }

        package var name = Name.displayname
        package var comparison = Comparison.prefix
        package var value = ""

        package init() {}

        /// Returns whether the claim may contain the group. A group without the name is not in the claim.
        package func admits(_ group: Group) -> Bool {
            let text: String? =
                switch name {
                case .displayname: group.displayName
                case .samaccountname: group.onPremisesSamAccountName
                }
            guard let text else { return false }
            return switch comparison {
            case .prefix: text.hasExactPrefix(value)
            case .suffix: text.hasExactSuffix(value)
            case .contains: text.containsExactly(value)
            }
        }
    }

    /// Whether a token keeps the claims that it has without a policy.
    package var includeBasicClaimSet = true
    package var claimsSchema: [Claim] = []
    package var transformations: [Transformation] = []
    /// The filter on the groups of a token, or nil for all groups.
    package var groupFilter: GroupFilter?

    package init() {}

    /// Returns whether a policy cannot set the claim (docs/reference/protocol.md#restricted-claims).
    package static func isRestricted(_ claim: String) -> Bool {
        claim.hasExactPrefix("xms_") || claim.hasExactPrefix("extn.")
            || restrictedClaims.contains(ByteString(claim))
    }

    private static let restrictedClaims: Set<ByteString> = [
        ".", "_claim_names", "_claim_sources", "aai", "access_token", "account_type", "acct", "acr", "acrs",
        "actor", "actortoken", "ageGroup", "aio", "altsecid", "amr", "app_chain", "app_displayname", "app_res",
        "appctx", "appctxsender", "appid", "appidacr", "assertion", "at_hash", "aud", "auth_data", "auth_time",
        "authorization_code", "azp", "azpacr", "bk_claim", "bk_enclave", "bk_pub", "brk_client_id",
        "brk_redirect_uri", "c_hash", "ca_enf", "ca_policy_result", "capolids", "capolids_latebind", "cc",
        "cert_token_use", "child_client_id", "child_redirect_uri", "client_id", "client_ip",
        "cloud_graph_host_name", "cloud_instance_host_name", "cloud_instance_name", "CloudAssignedMdmId", "cnf",
        "code", "controls", "controls_auds", "credential_keys", "csr", "csr_type", "ctry", "deviceid",
        "dns_names", "domain_dns_name", "domain_netbios_name", "e_exp", "email", "endpoint", "enfpolids", "exp",
        "expires_on", "fido_auth_data", "fido_ver", "fwd", "fwd_appidacr", "grant_type", "graph", "group_sids",
        "groups", "hasgroups", "hash_alg", "haswids", "home_oid", "home_puid", "home_tid", "iat",
        "identityprovider", "idp", "idtyp", "in_corp", "instance", "inviteTicket", "ipaddr",
        "isbrowserhostedapp", "iss", "isViral", "jti", "jwk", "key_id", "key_type", "login_hint",
        "mam_compliance_url", "mam_enrollment_url", "mam_terms_of_use_url", "mdm_compliance_url",
        "mdm_enrollment_url", "mdm_terms_of_use_url", "msgraph_host", "msproxy", "nameid", "nbf",
        "netbios_name", "nickname", "nonce", "oid", "on_prem_id", "onprem_sam_account_name", "onprem_sid",
        "openid2_id", "origin_header", "password", "platf", "polids", "pop_jwk", "preferred_username",
        "previous_refresh_token", "primary_sid", "prov_data", "puid", "pwd_exp", "pwd_url", "rdp_bt",
        "redirect_uri", "refresh_token", "refresh_token_issued_on", "refreshtoken", "request_nonce", "resource",
        "rh", "role", "roles", "rp_id", "rt_type", "scope", "scp", "secaud", "sid", "signature", "signin_state",
        "source_anchor", "src1", "src2", "sub", "target_deviceid", "tbid", "tbidv2", "tenant_ctry",
        "tenant_display_name", "tenant_id", "tenant_region_scope", "tenant_region_sub_scope", "thumbnail_photo",
        "tid", "tokenAutologonEnabled", "trustedfordelegation", "ttr", "unique_name", "upn", "user_agent",
        "user_setting_sync_url", "username", "uti", "ver", "verified_primary_email", "verified_secondary_email",
        "vnet", "vsm_binding_key", "wamcompat_client_info", "wamcompat_id_token", "wamcompat_scopes", "wids",
        "win_ver", "x5c_ca", "xcb2b_rclient", "xcb2b_rcloud", "xcb2b_rtenant", "ztdid",
    ]
}
