import Directory
import Entra
import Formats
import Protocol

/// The forms for application registrations.
extension DirectoryForm {
    static let applications: [DirectoryForm] = [
        DirectoryForm(
            "new-app", { $0.tenant.map { "New application in \($0.displayName)" } }, button: "Create application",
            done: "The application was created, with its service principal."
        ) { target, body in
            guard let tenant = target.tenant else { return nil }
            var plan = DirectoryPlan.run(.graph("POST", "/applications", in: tenant, .object(body)))
            plan.then = { application in
                application["appId"].map { id in
                    [.graph("POST", "/servicePrincipals", in: tenant, .object([.init("appId", id)]))]
                } ?? []
            }
            return plan
        }.with {
            $0.fields = { _ in
                [
                    DirectoryField("Display name", "displayName", isRequired: true), audience,
                    DirectoryField("Public client (device code, ROPC)", "isFallbackPublicClient", .toggle),
                ]
            }
            $0.text = { _ in "The new application gets a service principal in the tenant, as in the Entra admin center."
            }
            $0.place = { $0.page("app", $1, "appId") }
            $0.example = Form([Form.Field("displayName", "Nightly job"), Form.Field("signInAudience", "AzureADMyOrg")])
        },
        DirectoryForm(
            "edit-app", { $0.application.map { "Edit \($0.displayName)" } }, button: "Save",
            done: "The application was changed."
        ) { target, body in
            guard let change = target.change(body) else { return nil }
            return body.isEmpty ? DirectoryPlan() : .run(change)
        }.with {
            $0.fields = { _ in properties }
            $0.before = { $0.application.map { GraphType.application.table.json($0) } }
        },
        DirectoryForm(
            "optional-claims", { $0.application.map { "Optional claims of \($0.displayName)" } }, button: "Save",
            done: "The optional claims were changed."
        ) { target, body in
            guard let application = target.application else { return nil }
            guard !body.isEmpty else { return DirectoryPlan() }
            return target.change([.init("optionalClaims", OptionalClaimNames.merged(body, application))]).map {
                .run($0)
            }
        }.with {
            $0.fields = { _ in
                [
                    DirectoryField("In ID tokens", "idToken", .lines, hint: "email, one claim on each line"),
                    DirectoryField("In access tokens", "accessToken", .lines, hint: "ipaddr"),
                ]
            }
            $0.before = { $0.application.map { OptionalClaimNames.names($0) } }
        },
        DirectoryForm(
            "add-principal", { $0.application.map { "Create the service principal of \($0.displayName)?" } },
            button: "Create service principal", done: "The service principal was created."
        ) { target, _ in
            guard let tenant = target.tenant, let application = target.application else { return nil }
            return .run(
                .graph(
                    "POST", "/servicePrincipals", in: tenant,
                    .object([.init("appId", .string(application.appId))])))
        },
        DirectoryForm(
            "delete-app", { $0.application.map { "Delete the application \($0.displayName)?" } },
            button: "Delete application", done: "The application was deleted."
        ) { target, _ in
            guard let tenant = target.tenant, let application = target.application else { return nil }
            return .run(.graph("DELETE", application.graphPath, in: tenant))
        }.with {
            $0.isDeletion = true
            $0.text = { _ in "The application can be restored for 30 days of the tenant’s clock." }
            $0.place = { target, _ in target.tenantPage }
        },
    ]

    private static let audience = DirectoryField(
        "Supported accounts", "signInAudience",
        .choice([
            .init(.string("AzureADMyOrg"), "This organization only (AzureADMyOrg)"),
            .init(.string("AzureADMultipleOrgs"), "Any organization (AzureADMultipleOrgs)"),
            .init(
                .string("AzureADandPersonalMicrosoftAccount"),
                "Any organization and personal accounts (AzureADandPersonalMicrosoftAccount)"),
            .init(
                .string("PersonalMicrosoftAccount"), "Personal accounts only (PersonalMicrosoftAccount)"),
        ]))

    private static let properties: [DirectoryField] = [
        DirectoryField("Display name", "displayName", isRequired: true), audience,
        DirectoryField("Application ID URIs", "identifierUris", .lines, hint: "api://orders"),
        DirectoryField(
            "Version of access tokens", "api.requestedAccessTokenVersion",
            .choice([.init(.null, "v1 (null)"), .init(.integer(1), "v1"), .init(.integer(2), "v2")])),
        DirectoryField("Public client (device code, ROPC)", "isFallbackPublicClient", .toggle),
        DirectoryField("Front-channel logout URL", "web.logoutUrl", hint: "https://localhost:5001/signout"),
        DirectoryField(
            "ID tokens from the authorize endpoint", "web.implicitGrantSettings.enableIdTokenIssuance", .toggle),
        DirectoryField(
            "Access tokens from the authorize endpoint", "web.implicitGrantSettings.enableAccessTokenIssuance",
            .toggle),
        DirectoryField(
            "Groups in tokens", "groupMembershipClaims",
            .choice(
                [.init(.null, "none")]
                    + ["SecurityGroup", "All", "DirectoryRole", "ApplicationGroup"].map { .init($0) })),
        DirectoryField(
            "Native authentication", "nativeAuthenticationApisEnabled", .choice([.init("none"), .init("all")])),
    ]
}

extension Application {
    /// The path of the registration in Microsoft Graph.
    var graphPath: String { "/applications/\(DirectoryOperation.key(self.id))" }
}

extension DirectoryTarget {
    /// Returns the operation that changes the application.
    func change(_ body: [JSONValue.Member]) -> DirectoryOperation? {
        guard let tenant, let application else { return nil }
        return .graph("PATCH", application.graphPath, in: tenant, .object(body))
    }

    /// Returns a list of the application in Microsoft Graph's form.
    func list(_ path: String) -> [JSONValue] {
        application.map { GraphType.application.table.json($0).at(path).array ?? [] } ?? []
    }
}

/// The names of optional claims, which the form shows without their further properties.
private enum OptionalClaimNames {
    static func names(_ application: Application) -> JSONValue {
        let claims = GraphType.application.table.json(application).at("optionalClaims")
        return .object(
            ["idToken", "accessToken"].map { kind in
                JSONValue.Member(kind, .array((claims[kind]?.array ?? []).compactMap { $0["name"] }))
            })
    }

    /// Returns the optional claims with the changed lists of names. A claim that stays keeps its properties.
    static func merged(_ body: [JSONValue.Member], _ application: Application) -> JSONValue {
        let before = GraphType.application.table.json(application).at("optionalClaims")
        return .object(
            ["idToken", "accessToken", "saml2Token"].map { kind in
                let known = before[kind]?.array ?? []
                guard let names = body.first(where: { $0.name.isExactly(kind) })?.value.array else {
                    return JSONValue.Member(kind, .array(known))
                }
                return JSONValue.Member(
                    kind,
                    .array(names.map { name in known.first { $0["name"] == name } ?? .object([.init("name", name)]) }))
            })
    }
}

/// The forms for redirect URIs.
extension DirectoryForm {
    static let redirectURIs: [DirectoryForm] = [
        DirectoryForm(
            "add-uri", { $0.application.map { "Add a redirect URI to \($0.displayName)" } }, button: "Add redirect URI",
            done: "The redirect URI was added."
        ) { target, _ in
            let path = "\(target["platform"]).redirectUris"
            return change(target, target.list(path) + [.string(target["redirectUri"])])
        }.with {
            $0.fields = { _ in
                [
                    DirectoryField(
                        "Platform", "platform",
                        .choice([
                            .init(.string("web"), "Web"), .init(.string("spa"), "Single-page application"),
                            .init(.string("publicClient"), "Mobile and desktop"),
                        ]), isProperty: false),
                    DirectoryField(
                        "Redirect URI", "redirectUri", hint: "http://localhost:5000/signin-oidc", isRequired: true,
                        isProperty: false, list: "redirectUris"),
                ]
            }
        },
        DirectoryForm(
            "remove-uri", { $0.application.map { _ in "Remove the redirect URI?" } }, button: "Remove",
            done: "The redirect URI was removed."
        ) { target, _ in
            let path = "\(target["platform"]).redirectUris"
            return change(target, target.list(path).filter { $0 != .string(target["uri"]) })
        },
    ]

    private static func change(_ target: DirectoryTarget, _ uris: [JSONValue]) -> DirectoryPlan? {
        let platform = target["platform"]
        guard ["web", "spa", "publicClient"].containsExactly(platform) else { return nil }
        return target.change([.init(platform, .object([.init("redirectUris", .array(uris))]))]).map { .run($0) }
    }
}

/// The forms for client secrets and certificates.
extension DirectoryForm {
    static let credentials: [DirectoryForm] = [
        DirectoryForm(
            "add-secret", { $0.application.map { "Add a client secret to \($0.displayName)" } }, button: "Add secret",
            done: "The client secret was added."
        ) { target, body in
            guard let tenant = target.tenant, let application = target.application else { return nil }
            return .run(
                .graph(
                    "POST", "\(application.graphPath)/addPassword", in: tenant,
                    .object([.init("passwordCredential", .object(body))])))
        }.with {
            $0.fields = { _ in
                [
                    DirectoryField("Description", "displayName", hint: "test"),
                    DirectoryField("Expires", "endDateTime", hint: "2030-01-01T00:00:00Z; empty: in two years"),
                ]
            }
            $0.revealed = "secretText"
            $0.example = Form([Form.Field("displayName", "test")])
        },
        DirectoryForm(
            "remove-secret", { $0.application.map { _ in "Remove the client secret?" } }, button: "Remove",
            done: "The client secret was removed."
        ) { target, _ in
            guard let tenant = target.tenant, let application = target.application else { return nil }
            return .run(
                .graph(
                    "POST", "\(application.graphPath)/removePassword", in: tenant,
                    .object([.init("keyId", .string(target["item"]))])))
        },
        DirectoryForm(
            "add-certificate", { $0.application.map { "Add a certificate to \($0.displayName)" } },
            button: "Add certificate", done: "The certificate was added."
        ) { target, body in
            guard let pem = body.first(where: { $0.name.isExactly("key") })?.value.string else {
                return .problem("The form needs a certificate.", "key")
            }
            let credential = JSONValue.object(
                body.filter { !$0.name.isExactly("key") } + [
                    .init("type", .string("AsymmetricX509Cert")), .init("usage", .string("Verify")),
                    .init("key", .string(Base64.standard(Array(pem.utf8)))),
                ])
            return target.change([.init("keyCredentials", .array(target.certificates + [credential]))]).map { .run($0) }
        }.with {
            $0.fields = { _ in
                [
                    DirectoryField("Description", "displayName"),
                    DirectoryField(
                        "Certificate", "key", .block, hint: "-----BEGIN CERTIFICATE-----", isRequired: true,
                        list: "keyCredentials"),
                ]
            }
        },
        DirectoryForm(
            "remove-certificate", { $0.application.map { _ in "Remove the certificate?" } }, button: "Remove",
            done: "The certificate was removed."
        ) { target, _ in
            let id = JSONValue.string(target["item"])
            return target.change([
                .init("keyCredentials", .array(target.certificates.filter { $0["keyId"] != id }))
            ]).map { .run($0) }
        },
    ]
}

extension DirectoryTarget {
    /// The certificates without their keys, which Microsoft Graph keeps.
    fileprivate var certificates: [JSONValue] { list("keyCredentials") }
}
