import Entra
import HTTP

extension ProtocolRoutes {
    /// The routes of a policy of a B2C tenant. The query parameter `p` on the other paths selects a policy as well.
    static let b2c: [Route<Endpoint>] = [
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
    ]
}
