import ControlPlane
import Entra
import Formats
import HTTP
import Protocol

/// The routes of all URLs of the server. Paths match case-insensitively, as Entra's paths do.
enum Routes {
    /// The methods of Microsoft Graph's routes. `GraphOperation.table` lists the methods that an object accepts.
    private static let graphMethods = ["GET", "POST", "PATCH", "PUT", "DELETE"]

    static let table: [Route<Endpoint>] = [
        Route(["GET"], "/{tenant}/v2.0/.well-known/openid-configuration", .openIDConfiguration(.v2)),
        Route(["GET"], "/{tenant}/.well-known/openid-configuration", .openIDConfiguration(.v1)),
        Route(["GET"], "/{tenant}/discovery/v2.0/keys", .keys(.v2)),
        Route(["GET"], "/{tenant}/discovery/keys", .keys(.v1)),
        Route(["GET"], "/common/discovery/instance", .instanceDiscovery),

        Route(["GET", "POST"], "/{tenant}/oauth2/v2.0/authorize", .authorize(.v2)),
        Route(["GET", "POST"], "/{tenant}/oauth2/authorize", .authorize(.v1)),
        Route(["POST"], "/{tenant}/oauth2/v2.0/token", .token(.v2)),
        Route(["POST"], "/{tenant}/oauth2/token", .token(.v1)),
        Route(["GET"], "/common/oauth2/nativeclient", .nativeClient),
        Route(["GET"], "/tfp/oauth2/nativeclient", .nativeClient),

        Route(["GET"], "/metadata/identity/oauth2/token", .managedIdentity(.virtualMachine)),
        Route(["GET"], "/metadata/instance/compute", .instanceMetadata),
        Route(["GET"], "/msi/token", .managedIdentity(.appService, .olderAppService)),
        Route(["GET"], "/msi/auth", .managedIdentity(.machineLearning)),
        Route(["GET"], "/arc/metadata/identity/oauth2/token", .managedIdentity(.azureArc)),
        Route(["GET"], "/servicefabric/metadata/identity/oauth2/token", .managedIdentity(.serviceFabric)),
        Route(["POST"], "/oauth2/token", .managedIdentity(.cloudShell)),

        Route(["GET"], "/{tenant}/userrealm/{username}", .userRealm),
        Route(["GET"], "/{tenant}/userrealm", .userRealm),
        Route(["GET"], "/{tenant}/userrealm/", .userRealm),

        Route(["GET"], "/adfs/.well-known/openid-configuration", .adfsConfiguration),
        Route([], "/adfs/v2.0/.well-known/openid-configuration", .absent),
        Route([], "/adfs/discovery/v2.0/keys", .absent),
        Route([], "/adfs/oauth2/v2.0/{endpoint}", .absent),
        Route([], "/adfs/oauth2/deviceauth", .absent),
        Route(["GET"], "/.well-known/webfinger", .webFinger),
        Route(["GET"], "/enrollmentserver/contract", .enrollmentContract),
        Route(["GET"], "/{domain}/enrollmentserver/contract", .enrollmentContract),
        Route(["GET", "POST"], "/adfs/ls/", .standInSignIn),
        Route(["POST"], "/login.srf", .federatedReturn),
        Route(["GET"], "/adfs/services/trust/mex", .metadataExchange),
        Route(["POST"], "/adfs/services/trust/13/usernamemixed", .securityTokenService(.v13)),
        Route(["POST"], "/adfs/services/trust/2005/usernamemixed", .securityTokenService(.v2005)),

        Route(["POST"], "/{tenant}/oauth2/v2.0/devicecode", .deviceAuthorization(.v2)),
        Route(["GET", "POST"], "/{tenant}/oauth2/devicecode", .deviceAuthorization(.v1)),
        Route(["GET", "POST"], "/{tenant}/oauth2/deviceauth", .deviceLogin),
        Route(["GET"], "/devicelogin", .deviceLoginAddress),
        Route(["POST"], "/devicelogin", .deviceLogin),

        Route(["GET", "POST"], "/{tenant}/v2.0/adminconsent", .adminConsent(.v2)),
        Route(["GET", "POST"], "/{tenant}/adminconsent", .adminConsent(.v1)),

        Route(["GET", "POST"], "/{tenant}/oauth2/v2.0/logout", .logout(.v2)),
        Route(["GET", "POST"], "/{tenant}/oauth2/logout", .logout(.v1)),
        Route(["GET"], "/{tenant}/oauth2/checksession", .checkSession),
        Route(["GET", "POST"], "/{tenant}/kerberos", .kerberos),
        Route(["GET", "POST"], "/oidc/userinfo", .graphUserInfo),
        Route(["GET", "POST"], "/{tenant}/openid/userinfo", .userInfo),
        Route(graphMethods, "/v1.0/{set}", .graph),
        Route(graphMethods, "/v1.0/{set}/{id}", .graph),
        Route(graphMethods, "/v1.0/{set}/{id}/{relation}", .graph),
        Route(graphMethods, "/v1.0/{set}/{id}/{relation}/{object}", .graph),
        Route(graphMethods, "/v1.0/{set}/{id}/{relation}/{object}/{reference}", .graph),
        // The SDKs send two slashes after the version, so the first segment is empty.
        Route(graphMethods, "/v1.0/{empty}/{set}/{id}/{relation}/{object}/{reference}", .graph),

        // These routes have the policy of a B2C tenant in the path. `?p=` on the routes above has the same meaning.
        Route(["GET"], "/{tenant}/{policy}/v2.0/.well-known/openid-configuration", .openIDConfiguration(.v2)),
        Route(["GET"], "/{tenant}/{policy}/discovery/v2.0/keys", .keys(.v2)),
        Route(["GET", "POST"], "/{tenant}/{policy}/oauth2/v2.0/authorize", .authorize(.v2)),
        Route(["POST"], "/{tenant}/{policy}/oauth2/v2.0/token", .token(.v2)),
        Route(["GET", "POST"], "/{tenant}/{policy}/oauth2/v2.0/logout", .logout(.v2)),
        Route(["GET", "POST"], "/{tenant}/{policy}/openid/v2.0/userinfo", .userFlowUserInfo),
        Route(["GET", "POST"], "/{tenant}/openid/v2.0/userinfo", .userFlowUserInfo),
        Route(["GET"], "/tfp/{tenant}/{policy}/v2.0/.well-known/openid-configuration", .openIDConfiguration(.v2)),
        Route(["GET"], "/tfp/{tenant}/{policy}/discovery/v2.0/keys", .keys(.v2)),
        Route(["GET", "POST"], "/tfp/{tenant}/{policy}/oauth2/v2.0/authorize", .authorize(.v2)),
        Route(["POST"], "/tfp/{tenant}/{policy}/oauth2/v2.0/token", .token(.v2)),
        Route(["GET", "POST"], "/tfp/{tenant}/{policy}/oauth2/v2.0/logout", .logout(.v2)),
        Route(["GET", "POST"], "/tfp/{tenant}/{policy}/openid/v2.0/userinfo", .userFlowUserInfo),

        Route(["POST"], "/{tenant}/oauth2/v2.0/initiate", .native(.initiate)),
        Route(["POST"], "/{tenant}/oauth2/v2.0/challenge", .native(.challenge)),
        Route(["POST"], "/{tenant}/oauth2/v2.0/introspect", .native(.introspect)),
        Route(["POST"], "/{tenant}/signup/v1.0/start", .native(.signUpStart)),
        Route(["POST"], "/{tenant}/signup/v1.0/challenge", .native(.signUpChallenge)),
        Route(["POST"], "/{tenant}/signup/v1.0/continue", .native(.signUpContinue)),
        Route(["POST"], "/{tenant}/resetpassword/v1.0/start", .native(.resetStart)),
        Route(["POST"], "/{tenant}/resetpassword/v1.0/challenge", .native(.resetChallenge)),
        Route(["POST"], "/{tenant}/resetpassword/v1.0/continue", .native(.resetContinue)),
        Route(["POST"], "/{tenant}/resetpassword/v1.0/submit", .native(.resetSubmit)),
        Route(["POST"], "/{tenant}/resetpassword/v1.0/poll_completion", .native(.resetPoll)),
        Route(["POST"], "/{tenant}/register/v1.0/introspect", .native(.registerIntrospect)),
        Route(["POST"], "/{tenant}/register/v1.0/challenge", .native(.registerChallenge)),
        Route(["POST"], "/{tenant}/register/v1.0/continue", .native(.registerContinue)),
        Route(["POST"], "/{tenant}/oauth2/v2.0/authorize-challenge", .authorizeChallenge),
        Route(["POST"], "/{tenant}/api/v0.1/signin/start", .interaction(.signIn)),
        Route(["POST"], "/{tenant}/api/v0.1/signup/start", .interaction(.signUp)),
        Route(["POST"], "/{tenant}/api/v0.1/signup/attributes", .interaction(.submitAttributes)),
        Route(["POST"], "/{tenant}/api/v0.1/resetpassword/start", .interaction(.resetPassword)),
        Route(["POST"], "/{tenant}/api/v0.1/methods/{type}/{id}/challenge", .interaction(.challenge)),
        Route(["POST"], "/{tenant}/api/v0.1/methods/{type}/{id}/riskverify", .interaction(.riskVerify)),
        Route(["POST"], "/{tenant}/api/v0.1/methods/{type}/{id}/verify", .interaction(.verify)),
        Route(["PUT"], "/{tenant}/api/v0.1/methods/{type}/{id}", .interaction(.update)),
        Route(["POST"], "/{tenant}/api/v0.1/methods/{type}/{id}/pollUpdate", .interaction(.poll)),
        Route(["POST"], "/config/response", .nativeContractResponse),
        Route(["GET"], "/config/all", .nativeContractList),
        Route(["DELETE"], "/config/all", .nativeContractClear),

        Route(["GET"], "/", .landing),
        Route(["GET"], "/favicon.ico", .favicon),
        Route(["GET"], "/error", .errorLookup),

        Route(["GET"], "/_understudy", .consoleAddress),
        Route(["GET"], "/_understudy/", .console(.flows)),
        Route(["GET"], "/_understudy/console/flow", .consoleFlow),
        Route(["POST"], "/_understudy/console/curl", .consoleCurl),
        Route(["GET"], "/_understudy/console/outbox", .console(.outbox)),
        Route(["GET"], "/_understudy/console/directory", .console(.directory)),
        Route(["POST"], "/_understudy/console/directory", .consoleDirectory),
        Route(["GET"], "/_understudy/console/msal", .console(.msal)),
        Route(["GET"], "/_understudy/console/scripts", .console(.scripts)),
        Route(["POST"], "/_understudy/console/scripts", .consoleScripts),
        Route(["GET"], "/_understudy/console/clock", .console(.clock)),
        Route(["POST"], "/_understudy/console/clock", .consoleClock),
        Route(["GET"], "/_understudy/console/redirect-uris", .console(.redirectURIs)),
        Route(["GET"], "/_understudy/console/migration", .console(.migration)),
        Route(["GET"], "/_understudy/console/style.css", .consoleStylesheet),
        Route(["GET"], "/_understudy/console/console.js", .consoleScript),
        Route(["GET"], "/_understudy/console/icon.svg", .consoleIcon),

        Route(["GET"], "/_understudy/health", .health),
        Route(["GET"], "/_understudy/outbox", .outbox),
        Route(["POST"], "/_understudy/challenges", .challenges),
        Route(["GET"], "/_understudy/metrics", .metrics),
        Route(["GET"], "/_understudy/openapi.yaml", .openAPI(.yaml)),
        Route(["GET"], "/_understudy/openapi.json", .openAPI(.json)),
        Route(["GET"], "/_understudy/schema.json", .configurationSchema),
        Route(["GET"], "/_understudy/errors", .errorCatalog),
        Route(["POST"], "/_understudy/responses", .addResponses),
        Route(["GET"], "/_understudy/responses", .listResponses),
        Route(["DELETE"], "/_understudy/responses", .removeResponses),
        Route(["GET"], "/_understudy/requests", .journalList),
        Route(["DELETE"], "/_understudy/requests", .journalClear),
        Route(["POST"], "/_understudy/requests/count", .journalCount),
        Route(["POST"], "/_understudy/requests/verify", .journalVerify),
        Route(["GET"], "/_understudy/requests/stream", .journalStream),
        Route(["GET"], "/_understudy/requests/{id}", .journalEntry),
        Route(["GET"], "/_understudy/clock", .clock),
        Route(["PUT"], "/_understudy/clock", .steerClock),
        Route(["GET"], "/_understudy/directory", .directory),
        Route(["PUT"], "/_understudy/directory", .putDirectory),
        Route(["POST"], "/_understudy/reset", .reset),
        Route(["POST"], "/_understudy/signin", .driveSignIn),
        Route(["POST"], "/_understudy/tokens", .mintToken),
        Route(["POST"], "/_understudy/tokens/inspect", .inspectToken),
        Route(["POST"], "/_understudy/tenants", .makeTenant),
        Route(["DELETE"], "/_understudy/tenants/{tenant}", .deleteTenant),
        Route(["POST"], "/_understudy/revocations", .revocations),
        Route(["GET"], "/_understudy/keys", .signingKeys),
        Route(["POST"], "/_understudy/keys/rotate", .rotateKeys),
        Route(["DELETE"], "/_understudy/keys/{key}", .dropKey),
        Route(["GET"], "/_understudy/ca.pem", .certificateAuthority(.pem)),
        Route(["GET"], "/_understudy/ca.der", .certificateAuthority(.der)),
        Route(["GET"], "/_understudy/ca.mobileconfig", .certificateAuthority(.mobileConfig)),
        Route(["GET"], "/_understudy/ssh-ca.pub", .sshAuthority),
    ]
}

extension Routes {
    /// The router for the table, or the problem if the table is malformed.
    static let router = Result { () throws(RouteProblem) in try Router(table, letters: .folded) }

    /// The distinct names of all endpoints, followed by the name for requests without an endpoint.
    static let endpointNames: [String] = {
        var names: [String] = []
        for route in table where !names.containsExactly(route.handler.name) { names.append(route.handler.name) }
        return names.filter { !$0.isExactly(EndpointName.unknown) } + [EndpointName.unknown]
    }()
}
