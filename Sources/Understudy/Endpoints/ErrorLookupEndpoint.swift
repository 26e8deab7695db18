import Entra
import Flows
import HTTP
import Wire

extension Endpoint {
    /// Where `error_uri` leads: what a code means. The names in braces stand for what a real error fills in.
    static var errorLookup: Endpoint {
        Endpoint("error", usesStore: false, errors: .page) { (context, _) throws(EntraError) in
            let digits = try context.query.get()["code"]
            guard let row = digits.flatMap({ ASCII.decimal($0.utf8) }).flatMap(AADSTS.lookup) else {
                return HTTPResponse(status: 404)
            }
            let page = ErrorPage(
                message: "AADSTS\(row.number): \(row.template)", requestID: context.traceID.description,
                correlationID: context.correlationID, timestamp: context.services.now.entraText)
            return .page(.error(page))
        }
    }
}
