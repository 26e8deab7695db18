import Directory
package import Entra
import State
package import Wire

/// Which device a client runs on, asked where the settings say so (`deviceChallenge`) of clients that can tell.
package enum DeviceAuthentication {
    /// What a request says of its device.
    package struct Request: Sendable {
        /// The client can answer a challenge.
        let isCapable: Bool
        let answer: PKeyAuthAnswer?
        /// The request's URL without its query.
        let address: String

        package init(isCapable: Bool, answer: PKeyAuthAnswer?, address: String) {
            self.isCapable = isCapable
            self.answer = answer
            self.address = address
        }
    }

    package enum Outcome: Sendable {
        /// The device that proved itself, if any.
        case proceed(ObjectID?)
        case challenge(DeviceChallenge)
    }

    /// Grants by which a user's sign-in goes on, on the device that policies judge.
    private static let grants = ["authorization_code", "refresh_token", "password"]

    /// At the token endpoint: each request is challenged once, and repeated with the answer.
    package static func atToken(
        _ request: Request?, _ form: Form?, tenantSegment: String, services: Services
    ) throws(EntraError) -> Outcome {
        guard let request, let form, let type = form[Parameter.grantType],
            grants.contains(where: { $0.isExactly(type) }),
            isWanted(by: form[Parameter.clientID], tenantSegment, services)
        else { return .proceed(nil) }
        return try run(request, tenantSegment, services)
    }

    /// At the authorize endpoint: a browser session is asked once, before the first page, not at a page's form. What it
    /// answered is kept in it; the session is nil where it is as it was.
    package static func atAuthorize(
        _ request: Request?, isForm: Bool, _ query: Form, cookies: BrowserCookies, tenantSegment: String,
        services: Services
    ) throws(EntraError) -> (outcome: Outcome, session: BrowserSession?) {
        guard let request, (request.isCapable && !isForm) || request.answer != nil,
            isWanted(by: query[Parameter.clientID], tenantSegment, services)
        else { return (.proceed(nil), nil) }
        var session = BrowserSession(opening: cookies, services: services)
        if request.answer == nil, session.wasAskedForDevice(services) { return (.proceed(nil), nil) }
        let outcome = try run(request, tenantSegment, services)
        guard case .proceed(let device) = outcome else { return (outcome, nil) }
        session.answerDevice(device, services: services)
        return (outcome, session)
    }

    private static func run(
        _ request: Request, _ tenantSegment: String, _ services: Services
    ) throws(EntraError) -> Outcome {
        guard let answer = request.answer else {
            return .challenge(
                DeviceChallenge(
                    at: request.address, tenant: services.directory.tenant(named: tenantSegment), services: services))
        }
        let proof = DeviceProof(
            answer: answer, address: request.address, tenant: tenantSegment, services: services)
        return .proceed(try proof.device())
    }

    private static func isWanted(by client: String?, _ tenantSegment: String, _ services: Services) -> Bool {
        let tenant = services.directory.tenant(named: tenantSegment)
        guard let client,
            let (home, application) = services.directory.registration(of: ClientID(client), in: tenant)
        else { return false }
        return services.settings(tenant: tenant ?? home, application: application).deviceChallenge == .pkeyAuth
    }
}
