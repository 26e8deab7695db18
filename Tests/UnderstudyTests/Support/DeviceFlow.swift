import Entra
import Formats

extension Site {
    static let deviceLogin = "/common/oauth2/deviceauth"

    /// Sends a device authorization request.
    func startDevice(
        _ client: Client = .mobile, _ more: Parameters = ["scope": usualScope], tenant: String = "common",
        _ version: EndpointVersion = .v2
    ) throws -> TestResponse {
        try post(Site.path("devicecode", tenant, version), (["client_id": client.id] as Parameters).with(more))
    }

    /// Polls with the device code of the response.
    func pollDevice(
        _ started: TestResponse, _ client: Client = .mobile, _ change: Parameters = [:], tenant: String = "common",
        _ version: EndpointVersion = .v2, headers: [(String, String)] = []
    ) throws -> TestResponse {
        let form = client.credentials.with([
            "grant_type": "urn:ietf:params:oauth:grant-type:device_code",
            version == .v1 ? "code" : "device_code": started["device_code"],
        ])
        return try token(form.with(change), tenant: tenant, version, headers: headers)
    }

    /// Enters the user code, signs in and consents in one request, as a script does.
    func approveDevice(
        _ started: TestResponse, as user: String = "alex@contoso.com", password: String = "Understudy!1",
        consent: String? = "accept", headers: [(String, String)] = []
    ) throws -> TestResponse {
        try post(
            Site.deviceLogin,
            ["otc": started["user_code"], "loginfmt": user, "passwd": password, "consent": consent], headers: headers)
    }

    /// Returns the successful token response of a device after its user has signed in.
    func deviceTokens(
        _ client: Client = .mobile, _ more: Parameters = ["scope": usualScope], as user: String = "alex@contoso.com",
        tenant: String = "common", _ version: EndpointVersion = .v2
    ) throws -> TestResponse {
        let started = try startDevice(client, more, tenant: tenant, version)
        let approved = try approveDevice(started, as: user)
        guard approved.page.kind == .deviceApproved else { throw Unexpected(approved) }
        let response = try pollDevice(started, client, tenant: tenant, version)
        guard response.status == 200 else { throw Unexpected(response) }
        return response
    }
}
