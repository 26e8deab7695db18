import Directory
import Entra
import State
import Wire

/// Applications of one family of client ids (`foci`) use each other's refresh tokens, each under its own id and with its own
/// consents (docs/reference/protocol.md#token-response, docs/reference/wire.md#accounts). Public clients only.
enum ClientFamily {
    /// The family that an application's refresh tokens of that platform belong to.
    static func id(of application: Application, on platform: ClientPlatform) -> String? {
        platform == .publicClient ? application.familyId : nil
    }

    /// What was issued to one application, in the hands of another. Throws AADSTS70000 where they share no family, with the
    /// suberror `client_mismatch` where the token is a family's: clients then leave the family.
    static func grant(_ grant: IssuedGrant, for client: Application, in directory: Directory) throws(EntraError)
        -> IssuedGrant
    {
        guard grant.client != client.clientID else { return grant }
        let detail = "The refresh token was issued to the client \(grant.client)."
        guard let issuer = directory.registration(of: grant.client, in: directory.tenant(grant.tenant))?.application,
            let family = id(of: issuer, on: grant.platform)
        else { throw EntraError(.invalidGrant, detail: detail) }
        guard let own = id(of: client, on: grant.platform), own.isExactly(family) else {
            throw EntraError(.invalidGrant, suberror: .clientMismatch, detail: detail)
        }
        var inherited = grant
        inherited.client = client.clientID
        inherited.consents = []
        return inherited
    }
}
