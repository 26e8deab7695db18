import Entra
import HTTP

/// Every URL of the server. Read it from top to bottom; paths match whatever the case of their letters, as Entra's do.
enum Routes {
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
        Route(["POST"], "/config/response", .nativeContractResponse),
        Route(["GET"], "/config/all", .nativeContractList),
        Route(["DELETE"], "/config/all", .nativeContractClear),

        Route(["GET"], "/error", .errorLookup),

        Route(["GET"], "/_understudy/health", .health),
        Route(["GET"], "/_understudy/outbox", .outbox),
        Route(["GET"], "/_understudy/ca.pem", .certificateAuthority(.pem)),
        Route(["GET"], "/_understudy/ca.der", .certificateAuthority(.der)),
        Route(["GET"], "/_understudy/ca.mobileconfig", .certificateAuthority(.mobileConfig)),
    ]
}
