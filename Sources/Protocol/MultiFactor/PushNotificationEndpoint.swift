import Crypto
import Entra
import Formats
import HTTP
import Store

extension ProtocolRoutes {
    /// The route at which the page "Approve sign in request" asks for the answer.
    static let pushNotification: [Route<Endpoint>] = [
        Route(["POST"], PushNotificationPage.pollPath, .endAuthentication)
    ]
}

extension Endpoint {
    /// Returns whether a push notification is answered, as `{"Success": …, "ResultValue": …}`. The request has the state of the
    /// page, and only the browser that shows the page gets a result. The result signs nobody in: the page posts its form for that.
    static var endAuthentication: Endpoint {
        Endpoint("endauth", keys: .none) { (context) throws(EntraError) in
            let body = try context.form.get() ?? Form()
            try CrossSiteFormCheck.reject(context, body)
            let services = context.services
            let session = BrowserSession(
                opening: BrowserCookieHeader.cookies(in: context.request.headers), services: services)
            guard let text = body[PageField.flowToken],
                let flow = FlowToken(sealed: text, keys: services.keys.sealing), session.showed(flow),
                let pending = flow.pendingCode
            else { throw EntraError(.stateCookieMissing) }
            let outcome = PushNotification.outcome(of: pending, services: services)
            return .json(
                JSONWriter.object { json in
                    json.field("Success", outcome == .approved)
                    json.field("ResultValue", outcome.resultValue)
                })
        }
    }
}

extension PushNotification.Outcome {
    /// The word of the service for the outcome.
    fileprivate var resultValue: String {
        switch self {
        case .pending: "AuthenticationPending"
        case .approved: "Success"
        case .denied: "PhoneAppDenied"
        case .expired: "PhoneAppNoResponse"
        }
    }
}
