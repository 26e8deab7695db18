/// Requests that raise the codes about the device of a user.
extension ReachableCodeTests {
    private static let device = Lab.deviceChallenge.refresh("x")

    static let devices: [ErrorCase] = [
        ErrorCase(50097) { try $0.token(device, tenant: "contoso.com", headers: [("x-ms-PkeyAuth", "1.0")]) },
        ErrorCase(50155) {
            try $0.token(device, tenant: "contoso.com", headers: [("Authorization", "PKeyAuth Context=\"x\"")])
        },
        ErrorCase(700003) { site in
            let challenged = try site.token(device, tenant: "contoso.com", headers: [("x-ms-PkeyAuth", "1.0")])
            let challenge = try DeviceChallengeTests.Challenge(challenged.header("WWW-Authenticate") ?? "")
            return try site.token(device, tenant: "contoso.com", headers: [("Authorization", try challenge.response())])
        },
    ]
}
