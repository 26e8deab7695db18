import Wire

/// How ADAL and MSAL name an account: by its UPN, and by home account id (docs/reference/wire.md#accounts).
package enum AccountTranslation {
    /// Where an account lives: its object id in its home tenant. Neither has a dot in it.
    package struct Home: Sendable {
        package let uid: String
        package let utid: String

        package init(uid: String, utid: String) {
            self.uid = uid
            self.utid = utid
        }
    }

    /// `home` is that of the user of that name, where a directory tells it.
    package static func account(_ name: String, home: Home?) throws(TranslationFailure) -> Translation {
        let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        if parts.count == 2, GUID(String(Substring(parts[1])).asciiLowercased) != nil, !parts[0].isEmpty {
            return Translation(
                "account", name, to: "no user id of ADAL's can be made from it",
                notes: [
                    "It is a home account id: the account is \(Substring(parts[0])) of tenant \(Substring(parts[1])). Its "
                        + "name is in preferred_username, and may change."
                ])
        }
        guard name.utf8.contains(UInt8(ascii: "@")) else {
            throw .malformed("\(name) is no user id: ADAL's is a UPN such as alex@contoso.com")
        }
        let id = home.map { "\($0.uid).\($0.utid)".asciiLowercased }
        return Translation(
            "account", name, to: id ?? "{uid}.{utid}",
            notes: [
                "A home account id is uid.utid out of client_info: the object id in the home tenant, and that tenant's id. "
                    + "It stays when the UPN changes, and is the same in every tenant where the person is a guest.",
                "Once, to find the account that ADAL signed in: accountForUsername with the UPN. From then on "
                    + "accountForIdentifier with the identifier of MSAL's own result; do not build or take apart one.",
            ])
    }
}
