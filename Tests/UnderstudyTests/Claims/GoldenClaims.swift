import Formats

extension Site {
    /// Returns an app-only token of Contoso Daemon.
    func appToken(_ scope: String) throws -> String? {
        let response = try token(
            Client.daemon.credentials.with(["grant_type": "client_credentials", "scope": scope]), tenant: "contoso.com")
        guard response.status == 200 else { throw Unexpected(response) }
        return response["access_token"]
    }
}

extension Token {
    /// The claims in the order of the token, with values that differ each time replaced by their names.
    var goldenClaims: [UInt8] {
        let members = claims.object ?? []
        return JSONWriter.value(
            .object(
                members.map { member in
                    switch member.name {
                    case "aio", "rh", "uti", "sid", "xms_ftd", "xms_rd":
                        JSONValue.Member(member.name, .string("<\(member.name)>"))
                    case "exp" where claims["scp"] != nil: JSONValue.Member(member.name, .string("<exp>"))
                    default: member
                    }
                }))
    }
}
