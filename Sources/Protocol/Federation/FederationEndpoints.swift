import Entra
import Formats
import HTTP

extension ProtocolRoutes {
    /// The routes of home realm discovery, and of the stand-in for the identity provider of a federated domain.
    static let federation: [Route<Endpoint>] = [
        Route(["GET"], "/{tenant}/userrealm/{username}", .userRealm),
        Route(["GET"], "/{tenant}/userrealm", .userRealm),
        Route(["GET"], "/{tenant}/userrealm/", .userRealm),
        Route(["GET", "POST"], "/adfs/ls/", .standInSignIn),
        Route(["POST"], "/login.srf", .federatedReturn),
        Route(["GET"], "/adfs/services/trust/mex", .metadataExchange),
        Route(["POST"], "/adfs/services/trust/13/usernamemixed", .securityTokenService(.v13)),
        Route(["POST"], "/adfs/services/trust/2005/usernamemixed", .securityTokenService(.v2005)),
    ]
}

/// The endpoints through which clients discover federated users, and the stand-in identity provider that signs in such users.
extension Endpoint {
    static var userRealm: Endpoint {
        Endpoint("userrealm", usesStore: false, crossOrigin: .allowed, keys: .none) { (context) throws(EntraError) in
            let query = try context.query.get()
            return .json(
                try UserRealm.response(
                    tenantSegment: context.tenantSegment, username: context.captures["username"] ?? query["user"],
                    query: query, services: context.services))
        }
    }

    static var metadataExchange: Endpoint {
        Endpoint("mex", usesStore: false, keys: .none) { (context) throws(EntraError) in
            HTTPResponse(
                status: 200, contentType: soap, body: SecurityTokenService.metadata(at: context.origin),
                isCompressible: true)
        }
    }

    static func securityTokenService(_ version: WSTrustVersion) -> Endpoint {
        Endpoint("wstrust", keys: .federation) { (context) throws(EntraError) in
            let response = try SecurityTokenService.response(context.request.body, version, services: context.services)
            // Faults of the sender also have status 500, as in Active Directory Federation Services (SOAP 1.2 over HTTP).
            return HTTPResponse(status: response.isFault ? 500 : 200, contentType: soap, body: response.envelope)
        } raise: { error, _ in
            // A fault has status 500, except when the service is unavailable: the sender is not at fault then.
            let fault: SecurityTokenResponse.Fault =
                error.isStoreFailure ? .unavailable(error.message) : .malformed(error.message)
            var response = HTTPResponse(
                status: error.isStoreFailure ? error.status : 500, contentType: soap,
                body: SecurityTokenResponse.fault(fault, version))
            response.setRetryAfter(error.retryAfter)
            return response
        }
    }

    /// The sign-in page of the stand-in.
    static var standInSignIn: Endpoint {
        Endpoint("signinpage", errors: .page, keys: .federation) { (context) throws(EntraError) in
            let body = try context.form.get() ?? Form()
            // The returned context is bound to a browser, so the assertion signs in only the browser that started.
            if body[PageField.password] != nil { try CrossSiteFormCheck.reject(context, allowsNullOrigin: true) }
            var request = try context.query.get()
            request.append(contentsOf: body)
            return .page(try StandInSignInPage.page(request, services: context.services), context)
        }
    }

    /// The endpoint to which identity providers, also of other sites, post their responses.
    static var federatedReturn: Endpoint {
        Endpoint("federation", errors: .page, keys: .federation) { (context) throws(EntraError) in
            let (page, session) = try FederationResponse.run(
                try context.form.get() ?? Form(), cookies: BrowserCookieHeader.cookies(in: context.request.headers),
                services: context.services)
            var response = HTTPResponse.page(page, context)
            BrowserCookieHeader.add(session, to: &response, context)
            return response
        }
    }

    private static let soap = "application/soap+xml; charset=utf-8"
}

extension ProtocolRoutes {
    /// The routes of Active Directory Federation Services: the paths of version 1 with `adfs` as the tenant. The service publishes
    /// some of its addresses with a trailing slash, and accepts all of them with and without one.
    static let adfs: [Route<Endpoint>] = [
        Route(["GET"], "/{tenant=adfs}/.well-known/openid-configuration", .adfsConfiguration),
        Route(["GET", "POST"], "/{tenant=adfs}/oauth2/authorize/", .authorize(.v1)),
        Route(["POST"], "/{tenant=adfs}/oauth2/token/", .token(.v1)),
        Route(["GET", "POST"], "/{tenant=adfs}/oauth2/devicecode/", .deviceAuthorization(.v1)),
        Route(["GET", "POST"], "/{tenant=adfs}/oauth2/deviceauth/", .deviceLogin),
        Route(["GET", "POST"], "/{tenant=adfs}/oauth2/logout/", .logout(.v1)),
        Route(["GET"], "/{tenant=adfs}/discovery/keys/", .keys(.v1)),
        Route(["GET", "POST"], "/{tenant=adfs}/userinfo", .adfsUserInfo),
        Route(["GET", "POST"], "/{tenant=adfs}/userinfo/", .adfsUserInfo),
        Route(["GET"], "/FederationMetadata/2007-06/FederationMetadata.xml", .federationMetadata),
        Route([], "/adfs/v2.0/.well-known/openid-configuration", .absent),
        Route([], "/adfs/discovery/v2.0/keys", .absent),
        Route([], "/adfs/oauth2/v2.0/{endpoint}", .absent),
        Route(["GET"], "/.well-known/webfinger", .webFinger),
        Route(["GET"], "/enrollmentserver/contract", .enrollmentContract),
        Route(["GET"], "/{domain}/enrollmentserver/contract", .enrollmentContract),
    ]
}

/// The endpoints of the on-premises service. Its other endpoints are the version 1 endpoints of Entra with `adfs` as the
/// tenant.
extension Endpoint {
    static var adfsConfiguration: Endpoint {
        Endpoint("discovery", usesStore: false, crossOrigin: .allowed) { (context) throws(EntraError) in
            _ = try Authority(segment: "adfs", directory: context.services.directory)
            return .json(ADFSDiscovery.openIDConfiguration(at: context.origin), isCompressible: true)
        }
    }

    /// The userinfo endpoint of the on-premises service, which returns only `sub`.
    static var adfsUserInfo: Endpoint {
        Endpoint("userinfo", crossOrigin: .allowed) { (context) throws(EntraError) in
            do throws(GraphError) {
                return .json(
                    try ADFSUserInfo.response(
                        authorization: context.request.headers["Authorization"], services: context.services))
            } catch {
                return .graphError(error, context)
            }
        } raise: {
            .graphError(GraphError($0), $1)
        }
    }

    /// The metadata of the federation service (WS-Federation 1.2 §3), in which clients find the issuer and the signing keys.
    static var federationMetadata: Endpoint {
        Endpoint("federationmetadata", usesStore: false, keys: .federation) { (context) throws(EntraError) in
            HTTPResponse(
                status: 200, contentType: "application/samlmetadata+xml",
                body: try FederationMetadata.document(services: context.services), isCompressible: true)
        }
    }

    static var webFinger: Endpoint {
        Endpoint("webfinger", usesStore: false, crossOrigin: .allowed) { (context) throws(EntraError) in
            .json(try ADFSDiscovery.webFinger(query: try context.query.get(), services: context.services))
        }
    }

    static var enrollmentContract: Endpoint {
        Endpoint("enrollment", usesStore: false) { (context) throws(EntraError) in
            ADFSDiscovery.enrollmentContract(domain: context.captures["domain"], services: context.services).map {
                .json($0)
            } ?? HTTPResponse(status: 404)
        }
    }

    /// A path that would match a tenant's route, but does not exist on premises.
    package static var absent: Endpoint {
        Endpoint(EndpointName.unknown) { (_) throws(EntraError) in HTTPResponse(status: 404) }
    }
}
