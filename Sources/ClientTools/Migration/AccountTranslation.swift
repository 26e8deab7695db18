import Formats

/// The translation between ADAL's name of an account, the UPN, and MSAL's, the home account ID (docs/reference/wire.md#accounts).
package enum AccountTranslation {
    /// The home of an account: its object ID in its home tenant. Neither part contains a dot.
    package struct Home: Sendable {
        package let uid: String
        package let utid: String

        package init(uid: String, utid: String) {
            self.uid = uid
            self.utid = utid
        }
    }

    /// Translates the name of an account. `home` is the home of the user with the name, if a directory contains the user. Throws
    /// `malformed` if the text is neither a UPN nor a home account ID.
    package static func account(_ name: String, home: Home?) throws(TranslationFailure) -> Translation {
        let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        if parts.count == 2, GUID(String(Substring(parts[1])).asciiLowercased) != nil, !parts[0].isEmpty {
            return Translation(
                "account", name, to: "no ADAL user id: a home account id does not contain the UPN",
                notes: [
                    "This is a home account id: object \(Substring(parts[0])) in tenant \(Substring(parts[1])). "
                        + "The user's name is in the claim preferred_username, and may change."
                ])
        }
        guard name.utf8.contains(UInt8(ascii: "@")) else {
            throw .malformed("\(name) is not an ADAL user id, which is a UPN such as alex@contoso.com")
        }
        let id = home.map { "\($0.uid).\($0.utid)".asciiLowercased }
        return Translation(
            "account", name, to: id ?? "{uid}.{utid}",
            notes: [
                "A home account id is uid.utid from client_info: the user's object id in the home tenant, and the id of "
                    + "the home tenant. A change of the UPN does not change the id, and the id is the same in every "
                    + "tenant where the user is a guest.",
                "To find the account that ADAL signed in, call accountForUsername once with the UPN. After that, call "
                    + "accountForIdentifier with the identifier from MSAL's result. Do not build or parse identifiers.",
            ])
    }
}
