import Directory
import Entra
import State
import Wire

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

    enum Outcome: Sendable {
        /// The device that proved itself, if any.
        case proceed(ObjectID?)
        case challenge(DeviceChallenge)
    }

    /// Grants by which a user's sign-in goes on, on the device that policies judge, and what each is to bring.
    private static let grants: [ExactString: [String]] = [
        "authorization_code": [Parameter.code], "refresh_token": [Parameter.refreshToken],
        "password": [Parameter.username, Parameter.password],
    ]

    /// At the token endpoint: each request that is right in itself is challenged once, and repeated with the answer. What it
    /// redeems has to be there, and is not looked at before; what is missing the grant tells.
    static func atToken(
        _ device: Request?, _ request: TokenRequest, _ client: ResolvedClient, address: AuthorityAddress,
        services: Services
    ) throws(EntraError) -> Outcome {
        guard let device, let brought = request[Parameter.grantType].flatMap({ grants[$0] }),
            services.settings(of: client).deviceChallenge == .pkeyAuth,
            brought.allSatisfy({ request[$0] != nil })
        else { return .proceed(nil) }
        try ClientAuthentication.checkWithoutGrant(client, request, services)
        return try run(device, address.tenant, services)
    }

    /// At the authorize endpoint: a browser session is asked once, before the first page, not at a page's form. What it
    /// answered is kept in it. Nil where the sign-in may go on.
    static func atAuthorize(
        _ visit: AuthorizeFlow.Visit, _ addressed: AddressedAuthorizeRequest, _ session: inout BrowserSession,
        _ settings: Settings, _ services: Services
    ) throws(EntraError) -> DeviceChallenge? {
        guard let device = visit.device, (device.isCapable && !visit.isForm) || device.answer != nil,
            settings.deviceChallenge == .pkeyAuth
        else { return nil }
        if device.answer == nil, session.wasAskedForDevice(services) { return nil }
        switch try run(device, addressed.request.address.tenant, services) {
        case .challenge(let challenge): return challenge
        case .proceed(let proved):
            session.answerDevice(proved, services: services)
            return nil
        }
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
}
