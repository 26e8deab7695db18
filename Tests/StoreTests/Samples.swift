import Crypto
import Directory
import Entra
import Formats
import Store

let keys = SealingKeys.make(SeededStream(seed: "state", label: "sealing"))

/// Returns a different GUID for each number.
func guid(_ number: Int) -> GUID {
    GUID(derivedFrom: "sample", String(number))
}

func home(_ number: Int, tenant: String = "11111111-0000-4000-8000-000000000001") -> User.Home {
    User.Home(objectID: ObjectID(guid(number).description), tenantID: TenantID(tenant))
}

func authentication(_ number: Int, methods: [String] = ["pwd"]) -> Authentication {
    Authentication(
        home: home(number), time: 1_769_862_896 + Int64(number), methods: methods, sessionID: guid(1_000 + number),
        deviceID: number == 1 ? ObjectID(guid(2_000).description) : nil, order: Int64(number))
}

func grant(
    platform: ClientPlatform = .web, endpoint: EndpointVersion = .v2, scope: String? = "openid User.Read",
    resource: String? = nil, consents: [IssuedGrant.Consent] = []
) -> IssuedGrant {
    IssuedGrant(
        client: ClientID("aaaaaaaa-0000-4000-8000-000000000003"),
        tenant: TenantID("11111111-0000-4000-8000-000000000001"), user: ObjectID("ABCDE-12345"),
        authentication: authentication(1, methods: ["pwd", "mfa"]), platform: platform, endpoint: endpoint,
        scope: scope,
        resource: resource, consents: consents, order: 7)
}

func code(
    _ grant: IssuedGrant = grant(), redirectURI: String? = "http://localhost:5000/signin-oidc", nonce: String? = "n",
    codeChallenge: String? = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", codeChallengeMethod: String? = "S256",
    claims: String? = nil, requestsAuthTime: Bool = false, expiresAt: Int64 = 1_769_863_496
) -> AuthorizationCode {
    AuthorizationCode(
        id: guid(0), grant: grant, redirectURI: redirectURI, nonce: nonce, codeChallenge: codeChallenge,
        codeChallengeMethod: codeChallengeMethod, claims: claims, requestsAuthTime: requestsAuthTime,
        expiresAt: expiresAt)
}

let refreshToken = RefreshToken(
    id: guid(2), grant: grant(), issuedAt: 1_769_862_896, begunAt: 1_769_800_000, expiresAt: 1_777_638_896,
    signInClaims: #"{"name":"Sam"}"#)

let tokenOrigin = TokenOrigin(authentication: authentication(1), isAtHighRisk: true)

let serverNonce = ServerNonce(id: guid(6), expiresAt: 1_769_863_196)

let deviceContext = DeviceContext(id: guid(7), address: "https://localhost:8443/a", expiresAt: 1_769_863_196)

let arcKey = ArcKey(id: guid(5), expiresAt: 1_769_862_956)

let session = SessionCookie(
    id: guid(3), accounts: [authentication(1), authentication(2)], isPersistent: true, lastUsed: 1_769_862_896)

let deviceCode = DeviceCode(
    id: guid(5), client: ClientID("aaaaaaaa-0000-4000-8000-000000000001"), authority: "common",
    expiresAt: 1_769_863_796)

/// Returns a step of a native authentication journey. Only version 2 has an `interaction`.
func continuationToken(
    _ interaction: ContinuationToken.Interaction? = .init(scenario: "signUp", scope: "openid", claims: "{}"),
    password: String? = "Understudy!1", attributes: String? = "{}", scope: String? = nil
) -> ContinuationToken {
    var token = ContinuationToken(
        stage: guid(8), step: "attributesWanted", client: ClientID("cccccccc-0000-4000-8000-000000000001"),
        tenant: TenantID("33333333-3333-4333-8333-333333333333"), username: "new@customer.example",
        issuedAt: 1_769_862_896, order: 7, challengeTypes: ["password", "oob", "redirect"],
        capabilities: ["mfa_required"])
    token.methods = ["otp", "pwd"]
    token.password = password
    token.attributes = attributes
    token.scope = scope
    token.interaction = interaction
    return token
}

let flowToken = FlowToken(
    browserID: guid(4), requestDigest: Digest.sha256(Array("request".utf8)), issuedAt: 1_769_862_896,
    order: 8, username: "user@contoso.com", authentication: authentication(1), isFresh: true,
    pendingCode: PendingCode(
        id: guid(5), recipient: "user@contoso.com", code: "123456", expiresAt: 1_769_864_096, attempts: 5))
