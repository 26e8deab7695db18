import Entra
import HTTP

extension ProtocolRoutes {
    /// The route of the Azure portal's API, at the service main.iam.ad.ext.azure.com.
    static let portalConsent = [
        Route(["POST"], "/api/RegisteredApplications/{application}/Consent", Endpoint.portalConsent)
    ]
}

extension Endpoint {
    static var portalConsent: Endpoint {
        Endpoint("adminconsent", crossOrigin: .rejected) { (context) throws(EntraError) in
            do throws(GraphError) {
                try PortalConsentFlow.run(
                    application: context.captures["application"] ?? "",
                    authorization: context.request.headers["Authorization"], services: context.services)
                return HTTPResponse(status: 204)
            } catch {
                return .graphError(error, context)
            }
        } raise: {
            .graphError(GraphError($0), $1)
        }
    }
}
