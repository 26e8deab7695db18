import Crypto
import Directory
import Entra
import Formats
import Store

/// The sign-in at the identity provider of a federated domain.
extension SignInStage {
    /// Sends the browser of a federated user to the identity provider. With `isReauthentication`, the identity provider must
    /// request credentials again. Returns nil for a user of this directory, and if the identity provider has no sign-in page.
    mutating func homeRealm(_ username: String, _ account: Account, isReauthentication: Bool) -> Step? {
        guard let federation = services.directory.federation(of: account.user) else { return nil }
        flow.username = username
        return send(to: federation, as: account.user.signInName, isReauthentication: isReauthentication)
    }

    /// Sends the browser to the identity provider by the domain of a user name that is not in the directory. If the response names
    /// a user who is not in the directory either, AADSTS51004 follows.
    func homeRealm(ofUnknown username: String) -> Step? {
        guard admitsWorkAccounts, let federation = services.directory.federation(ofName: username) else { return nil }
        return send(to: federation, as: username)
    }

    /// Sends the browser to the identity provider by a `domain_hint`, if the request names no user.
    func homeRealm(ofDomain hint: String?) -> Step? {
        guard admitsWorkAccounts, let hint, let federation = services.directory.federation(ofDomain: hint) else {
            return nil
        }
        return send(to: federation, as: nil)
    }

    /// Sends the browser to the identity provider by the policy of the application, if the request names neither a user nor a
    /// domain (docs/reference/protocol.md#home-realm-discovery-policy).
    func homeRealmOfPolicy() -> Step? {
        guard request.choice.domainHint == nil, let tenant = request.client.authority.tenant,
            let rules = tenant.homeRealmDiscovery(of: request.application), rules.acceleratesToFederatedDomain
        else { return nil }
        let domains = tenant.federatedDomains.map(\.domain)
        let preferred = rules.preferredDomain.flatMap { name in
            domains.first { $0.isExactlyIgnoringASCIICase(name) }
        }
        return homeRealm(ofDomain: preferred ?? (rules.preferredDomain == nil && domains.count == 1 ? domains[0] : nil))
    }

    private var admitsWorkAccounts: Bool {
        guard request.client.accounts.contains(.work) else { return false }
        switch request.client.authority {
        case .common, .organizations: return true
        case .tenant(let tenant): return tenant.kind == .workforce
        case .consumers, .userFlow: return false
        }
    }

    /// Returns the redirect to the identity provider. The context carries the state of the sign-in, which the response sends back.
    private func send(
        to federation: (tenant: Tenant, domain: FederatedDomain), as username: String?, isReauthentication: Bool = false
    ) -> Step? {
        guard !services.isOnPremises,
            let address = FederationAddresses(federation.domain, at: services.origin).passive
        else { return nil }
        let maxAge = isReauthentication ? 0 : request.choice.externalMaxAge
        let context = FederationContext(
            action: request.form.action, fields: request.form.hidden, flow: boundFlow,
            earliest: maxAge.map { age in
                max(services.now.seconds - Federation.clockSkew - age, request.choice.notBefore ?? 0)
            })
        let passiveSignIn = PassiveSignIn(
            audience: Federation.audience(in: services.cloud(of: federation.tenant)), username: username,
            context: context.sealed(with: services.keys.sealing), freshness: maxAge.map { $0 / 60 })
        return .show(.formPost(FormPostPage(action: address, fields: passiveSignIn.fields.fields, purpose: .signIn)))
    }
}

extension SessionDecision.Request {
    /// The maximum age of a sign-in at another identity provider, in seconds, or nil for any age.
    fileprivate var externalMaxAge: Int64? { prompt.requiresCredentials || notBefore != nil ? 0 : maxAge }
}

extension Authentication {
    /// The value of `amr` for a sign-in at another identity provider.
    static let federated = "fed"
}
