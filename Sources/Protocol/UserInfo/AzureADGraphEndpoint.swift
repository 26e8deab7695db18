import Entra
import Formats
import HTTP

extension ProtocolRoutes {
    /// The paths of the retired Azure AD Graph that tokens with too many groups name
    /// (docs/reference/protocol.md#groups-claim-names).
    static let azureADGraph: [Route<Endpoint>] = ["users", "servicePrincipals"].map { holder in
        Route(["POST"], "/{tenant}/\(holder)/{id}/getMemberObjects", Endpoint.azureADGraph)
    }
}

extension Endpoint {
    /// Azure AD Graph, which rejects every application since its retirement. Clients call Microsoft Graph instead.
    static var azureADGraph: Endpoint {
        Endpoint(EndpointName.unknown, crossOrigin: .allowed) { (context) throws(EntraError) in
            guard context.request.headers["Authorization"] != nil else {
                return rejection(
                    401, "Authentication_MissingOrMalformed", "Access Token missing or malformed.", context)
            }
            return rejection(
                403, "Authentication_Unauthorized",
                "Access blocked to AAD Graph API for this application. https://aka.ms/AzureADGraphMigration.", context)
        }
    }

    private static func rejection(
        _ status: Int, _ code: String, _ message: String, _ context: RequestContext
    ) -> HTTPResponse {
        context.notes.note(detail: "Azure AD Graph is retired. Request getMemberObjects of Microsoft Graph.")
        let body = JSONWriter.object { json in
            json.object("odata.error") { error in
                error.field("code", code)
                error.object("message") { text in
                    text.field("lang", "en")
                    text.field("value", message)
                }
                error.field("requestId", context.traceID.description)
                error.field("date", context.services.now.iso8601)
            }
        }
        return .json(body, status: status)
    }
}
