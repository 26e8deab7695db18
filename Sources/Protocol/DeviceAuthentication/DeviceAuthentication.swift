import Directory
import Entra
import Formats
import Store

/// Authenticates the device that a client runs on. Clients that support challenges are challenged if the setting
/// `deviceChallenge` says so.
package enum DeviceAuthentication {
    /// The part of a request that concerns its device.
    package struct Request: Sendable {
        /// Whether the client can answer a challenge.
        let isCapable: Bool
        let answer: PKeyAuthResponse?
        /// The URL of the request without its query.
        let address: String

        package init(isCapable: Bool, answer: PKeyAuthResponse?, address: String) {
            self.isCapable = isCapable
            self.answer = answer
            self.address = address
        }
    }

    enum Outcome: Sendable {
        /// The request proceeds, with the authenticated device if there is one.
        case proceed(ObjectID?)
        case challenge(DeviceChallenge)
    }

    /// The grants that continue a user's sign-in on a device, and the parameters that each requires.
    private static let grants: [ByteString: [String]] = [
        "authorization_code": [Parameter.code], "refresh_token": [Parameter.refreshToken],
        "password": [Parameter.username, Parameter.password],
    ]

    /// Challenges a request to the token endpoint once; the client repeats the request with its answer. Only requests with a
    /// valid client and the required parameters are challenged. The values are not checked before; the grant reports missing
    /// parameters.
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

    /// Challenges a browser session at the authorize endpoint once, before the first page, and never on a page's form. The
    /// session keeps the answer. Returns nil if the sign-in may proceed.
    static func atAuthorize(
        _ visit: AuthorizeFlow.Visit, tenant: String, _ session: inout BrowserSession,
        _ settings: Settings, _ services: Services
    ) throws(EntraError) -> DeviceChallenge? {
        guard let device = visit.device, (device.isCapable && !visit.isForm) || device.answer != nil,
            settings.deviceChallenge == .pkeyAuth
        else { return nil }
        if device.answer == nil, session.wasAskedForDevice(services) { return nil }
        switch try run(device, tenant, services) {
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
