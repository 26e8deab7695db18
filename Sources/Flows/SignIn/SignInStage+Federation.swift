import Crypto
import Directory
import Entra
import State
import Wire

extension SignInStage {
    /// Sends the browser of a federated user to the identity provider, with the state of the sign-in to come back with. Nil
    /// for a user of this directory, and where the provider has no page.
    mutating func homeRealm(_ username: String, _ account: Account) -> Step? {
        guard !services.isOnPremises, let (tenant, domain) = services.directory.federation(of: account.user),
            let address = FederationAddresses(domain, at: services.origin).passive
        else { return nil }
        flow.username = username
        let context = FederationContext(action: request.form.action, fields: request.form.hidden, flow: boundFlow)
        let asked = PassiveSignIn(
            audience: Federation.audience(in: services.cloud(of: tenant)), username: account.user.signInName,
            context: context.sealed(with: services.keys.sealing))
        return .show(.formPost(FormPostPage(action: address, fields: asked.fields.fields, purpose: .signIn)))
    }
}
