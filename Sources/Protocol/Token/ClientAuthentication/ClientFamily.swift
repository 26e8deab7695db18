import Directory
import Entra
import Formats
import Store

/// The rules of client families (`foci`). Applications of one family use each other's refresh tokens, each with its own ID and its
/// own consents (docs/reference/protocol.md#token-response, docs/reference/wire.md#accounts). Only public clients have a family.
enum ClientFamily {
    /// Returns the family that an application's refresh tokens of a platform belong to, or nil if there is none.
    static func id(of application: Application, on platform: ClientPlatform) -> String? {
        platform == .publicClient ? application.familyId : nil
    }

    /// Returns the grant of one application as a grant of another application of the same family. Throws AADSTS70000 if the
    /// applications share no family. If the token belongs to a family, the suberror is `client_mismatch`, and clients then leave
    /// the family.
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
