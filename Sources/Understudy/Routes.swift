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

        Route(["GET"], "/error", .errorLookup),

        Route(["GET"], "/_understudy/health", .health),
        Route(["GET"], "/_understudy/outbox", .outbox),
        Route(["GET"], "/_understudy/ca.pem", .certificateAuthority(.pem)),
        Route(["GET"], "/_understudy/ca.der", .certificateAuthority(.der)),
        Route(["GET"], "/_understudy/ca.mobileconfig", .certificateAuthority(.mobileConfig)),
    ]
}
