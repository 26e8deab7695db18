import Entra

enum PermissionScopeKeys {
    static let keys = ObjectSpec<PermissionDraft<PermissionScope>>(
        "permissionScope", "A delegated permission that the API exposes (Graph permissionScope).",
        unknownKeys: .ignored,
        keys: [
            .key(
                "id", \.id, .marked(.guid),
                "The permission's id. Default: derived from the tenant, the appId and the value."),
            .key("value", \.value, .marked(.nonEmptyText), "The name in scope and scp, such as Orders.Read."),
            .key(
                "type", \.permission.kind, .word, "User: users may consent. Admin: only administrators. Default User."
            ).alwaysExported,
            .key("isEnabled", \.permission.isEnabled, .bool, "false: the server ignores it. Default true."),
            .key(
                "adminConsentDisplayName", \.permission.adminConsentDisplayName, .text,
                "The name on the consent page of an administrator."),
            .key(
                "adminConsentDescription", \.permission.adminConsentDescription, .text,
                "The description on the consent page of an administrator."),
            .key(
                "userConsentDisplayName", \.permission.userConsentDisplayName, .text,
                "The name on the consent page of a user."),
            .key(
                "userConsentDescription", \.permission.userConsentDescription, .text,
                "The description on the consent page of a user."),
        ])

    static let value = keys.value {
        PermissionDraft(permission: PermissionScope(id: PermissionID(""), value: ""), location: $0)
    }
}

enum AppRoleKeys {
    static let keys = ObjectSpec<PermissionDraft<AppRole>>(
        "appRole", "A role that users, groups or clients can be assigned (Graph appRole).", unknownKeys: .ignored,
        keys: [
            .key(
                "id", \.id, .marked(.guid),
                "The role's id. Default: derived from the tenant, the appId and the value."),
            .key("value", \.value, .marked(.nonEmptyText), "The name in the roles claim."),
            .key("displayName", \.permission.displayName, .text, "The role's display name.").alwaysExported,
            .key("description", \.permission.description, .text, "What the role allows."),
            .key(
                "isEnabled", \.permission.isEnabled, .bool,
                "false: the role can no longer be assigned; assigned roles stay in tokens. Default true."),
            .key(
                "allowedMemberTypes", \.permission.memberTypes, .list(.word),
                "User: users and groups can be assigned the role. Application: clients can."),
        ])

    static let value = keys.value {
        PermissionDraft(permission: AppRole(id: PermissionID(""), value: "", displayName: ""), location: $0)
    }
}

extension PreAuthorizedDraft {
    static let keys = ObjectSpec<PreAuthorizedDraft>(
        "preAuthorizedApplication", "A client that needs no consent for some permissions.", unknownKeys: .ignored,
        keys: [
            .key("appId", \.appId, .nonEmptyText, "The client's appId.").required,
            .key(
                "delegatedPermissionIds", \.permissions, .list(.marked(.nonEmptyText)),
                "Ids or values of this application's own scopes."),
            .key(
                "permissionIds", \.permissions, .list(.marked(.nonEmptyText)),
                "The older name of delegatedPermissionIds."
            ).alias,
        ])
}

extension RequiredResourceDraft {
    static let keys = ObjectSpec<RequiredResourceDraft>(
        "requiredResourceAccess", "Permissions of one API that the client lists statically.", unknownKeys: .ignored,
        keys: [
            .key(
                "resourceAppId", \.resource, .marked(.nonEmptyText),
                "The API's appId, or a name of one of Microsoft's APIs."
            ).required,
            .key(
                "resourceAccess", \.access, .list(RequiredAccessDraft.keys.value { _ in RequiredAccessDraft() }),
                "The permissions."),
        ])
}

extension RequiredAccessDraft {
    static let keys = ObjectSpec<RequiredAccessDraft>(
        "resourceAccess", "One permission of the API.", unknownKeys: .ignored,
        keys: [
            .key("id", \.id, .marked(.nonEmptyText), "The permission's id, or its value such as User.Read.").required,
            .key("type", \.kind, .word, "Scope: a delegated permission. Role: an application permission.").required,
        ])
}

extension OptionalClaims {
    static let keys = ObjectSpec<OptionalClaims>(
        "optionalClaims", "Additional claims in tokens (Graph optionalClaims).", unknownKeys: .ignored,
        keys: [
            .key("idToken", \.idToken, .list(Claim.value), "The claims in id_tokens for this client."),
            .key("accessToken", \.accessToken, .list(Claim.value), "The claims in access tokens for this API."),
            .key("saml2Token", \.saml2Token, .list(Claim.value), "The claims in SAML tokens."),
        ])
}

extension OptionalClaims.Claim {
    static let keys = ObjectSpec<OptionalClaims.Claim>(
        "optionalClaim", "One optional claim.", unknownKeys: .ignored,
        keys: [
            .key("name", \.name, .nonEmptyText, "The claim's name.").required,
            .key("source", \.source, .text, "user: the claim is a directory extension of the user."),
            .key("essential", \.essential, .bool, "Whether the application depends on the claim. Default false."),
            .key(
                "additionalProperties", \.additionalProperties, .list(.text), "Variants of the claim, such as use_guid."
            ),
        ])

    static let value = keys.value { _ in OptionalClaims.Claim(name: "") }
}
