import Entra
import Formats
import Platform

extension DirectoryBuilder {
    mutating func resolveGroups() {
        for index in tenants.indices {
            var ids = UniqueNames()
            for draft in tenants[index].draft.groups {
                var group = draft.group
                let name = group.displayName
                group.id = groupID(of: draft, in: index)
                let location = draft.id?.location ?? draft.location
                let kind = draft.id == nil ? "groups without ids need different names: the group name" : "the group id"
                let text = draft.id?.value ?? name
                guard ids.claim(group.id.description, kind, text: text, at: location, &findings) else { continue }
                tenants[index].groupIDs.insert(group.id)
                if group.deletedDateTime != nil {
                    group.deletedMembers = draft.deletedMembers.map { ObjectID($0.value) }
                    group.owners = draft.owners.map { ObjectID($0.value) }
                    tenants[index].bin.insert(group)
                    tenants[index].bin.keep(draft.deletedRelations, of: group.id)
                    continue
                }
                tenants[index].groups.append(group)
                tenants[index].groupsByName[ByteString(name.asciiLowercased), default: []].append(group.id)
            }
        }
    }

    /// Returns the configured or derived object ID.
    func groupID(of draft: GroupDraft, in index: Int) -> ObjectID {
        let derived = GUID(derivedFrom: "group", tenants[index].id.description, draft.group.displayName)
        return ObjectID(draft.id?.value ?? derived.description)
    }

    /// Resolves each tenant's own users.
    mutating func resolveUsers() {
        for index in tenants.indices {
            let drafts = tenants[index].draft.users
            tenants[index].accounts.reserve(drafts.count)
            for draft in drafts {
                guard let name = draft.userPrincipalName else { continue }
                var user = User(draft.user)
                user.userPrincipalName = name.value
                user.displayName = draft.displayName ?? name.value
                checkName(name, in: index)
                checkPassword(draft)
                checkPhoneSignIn(draft)
                user.id = userID(draft, name.value, in: index)
                user.home = User.Home(objectID: user.id, tenantID: tenants[index].id)
                user.groups = groups(draft.groups, in: index)
                user.directoryRoles = roles(draft.roles, in: index)
                if let home = draft.homeAccountId { user.home = self.home(home) ?? user.home }
                if user.deletedDateTime != nil {
                    delete(user, draft, in: index)
                    continue
                }
                user.guestOf = draft.guestOf.compactMap { $0.tenant?.value }
                add(user, at: draft.id?.location ?? name.location, name.location, to: index)
            }
        }
    }

    private mutating func add(
        _ user: User, at location: ConfigurationLocation, _ nameLocation: ConfigurationLocation, to index: Int
    ) {
        let isNewName = tenants[index].accounts.names.claim(
            user.userPrincipalName, "the user principal name", at: nameLocation, &findings)
        guard isNewName, tenants[index].accounts.ids.claim(user.id.description, "the user id", at: location, &findings)
        else { return }
        tenants[index].accounts.byName[ByteString(user.userPrincipalName.asciiLowercased)] =
            tenants[index].accounts.users.count
        tenants[index].accounts.users.append(user)
    }

    private mutating func checkName(_ name: Marked<String>, in index: Int) {
        guard let domainName = DirectoryBuilder.domain(of: name.value) else {
            findings.error(
                name.location, "\"\(name.value)\" is not a user principal name",
                hint: "a user principal name has the form user@domain")
            return
        }
        guard tenants[index].kind == .workforce,
            !tenants[index].domains.contains(where: { $0.isExactlyIgnoringASCIICase(domainName) })
        else { return }
        findings.warning(
            name.location, "this tenant has no domain \(domainName)",
            hint: "the user cannot be found through common or organizations")
    }

    /// Reports a passwordless user with a password, because the password would take precedence.
    private mutating func checkPassword(_ draft: UserDraft) {
        guard draft.user.isPasswordless, draft.user.password != nil else { return }
        findings.error(
            draft.location, "a passwordless user must not have a password", hint: "leave out passwordless or password")
    }

    /// Reports a user who signs in by phone without the app.
    private mutating func checkPhoneSignIn(_ draft: UserDraft) {
        guard draft.user.isPhoneSignInEnabled, !draft.user.signsInByPhone else { return }
        findings.error(
            draft.location, "phoneSignIn needs the Microsoft Authenticator app as a registered method",
            hint: "add mfa: push, or push to otherMfa")
    }

    /// Returns the text after the only `@`, or nil if the text is not a user principal name.
    private static func domain(of name: String) -> String? {
        guard let at = name.utf8.firstIndex(of: UInt8(ascii: "@")), at > name.startIndex,
            name.utf8.allSatisfy({ $0 > ASCII.space && $0 != 0x7F })
        else { return nil }
        let domain = name.utf8[at...].dropFirst()
        return domain.isEmpty || domain.contains(UInt8(ascii: "@")) ? nil : String(domain)
    }

    /// Returns the configured or derived object ID. The IDs of personal accounts have a form of their own: 64 bits after zeros
    /// (docs/reference/protocol.md#claim-oid).
    private mutating func userID(_ draft: UserDraft, _ name: String, in index: Int) -> ObjectID {
        let isPersonal = tenants[index].kind == .consumers
        if let id = draft.id {
            if isPersonal, !id.value.hasExactPrefix(DirectoryBuilder.personalPrefix) {
                findings.error(
                    id.location, "\(id.value) is not the id of a personal account",
                    hint: "such an id is 00000000-0000-0000- followed by 16 hexadecimal digits")
            }
            return ObjectID(id.value)
        }
        let derived = GUID(derivedFrom: "user", tenants[index].id.description, name.asciiLowercased).description
        return ObjectID(
            isPersonal ? DirectoryBuilder.personalPrefix + String(Substring(derived.utf8.suffix(17))) : derived)
    }

    private static let personalPrefix = "00000000-0000-0000-"

    mutating func groups(_ names: [Marked<String>], in index: Int) -> [ObjectID] {
        names.compactMap { name in
            let id = ObjectID(name.value)
            if tenants[index].groupIDs.contains(id) { return id }
            let matches = tenants[index].groupsByName[ByteString(name.value.asciiLowercased)] ?? []
            if let group = matches.first, matches.count == 1 { return group }
            if matches.isEmpty {
                let known = tenants[index].groups.lazy.map(\.displayName)
                findings.error(
                    name.location, "this tenant has no group \(name.value)",
                    hint: Suggestion.hint(for: name.value, among: known))
            } else {
                findings.error(
                    name.location, "\(matches.count) groups have the name \(name.value)",
                    hint: "refer to the group by its id")
            }
            return nil
        }
    }

    /// Resolves guests. A guest has a second account in the other tenant, which refers to the account at home.
    mutating func resolveGuests() {
        for home in tenants.indices {
            for position in tenants[home].draft.users.indices
            where !tenants[home].draft.users[position].guestOf.isEmpty
                && tenants[home].draft.users[position].user.deletedDateTime == nil
            {
                let draft = tenants[home].draft.users[position]
                guard let name = draft.userPrincipalName,
                    let position = tenants[home].accounts.byName[ByteString(name.value.asciiLowercased)]
                else { continue }
                let user = tenants[home].accounts.users[position]
                for guest in draft.guestOf { add(guest, of: user, from: home) }
            }
        }
        for index in tenants.indices { SystemThread.empty(&tenants[index].draft.users) }
    }

    private mutating func add(_ guest: GuestDraft, of user: User, from home: Int) {
        guard let name = guest.tenant else { return }
        guard let host = tenant(named: name.value) else {
            findings.error(name.location, "unknown tenant \(name.value)", hint: "use the id or a domain of a tenant")
            return
        }
        guard host != home, tenants[host].kind != .consumers else {
            findings.error(
                name.location, "the user cannot be a guest of \(tenants[host].displayName)",
                hint: "use a tenant other than the user's own and the tenant of personal accounts")
            return
        }
        if let account = guest.account {
            checkPassword(account)
            checkPhoneSignIn(account)
        }
        var account = guest.account.map { User($0.user) } ?? user
        account.displayName = guest.account?.displayName ?? user.displayName
        account.home = user.home
        account.id = ObjectID(
            guest.id?.value
                ?? GUID(derivedFrom: "guest", tenants[host].id.description, user.id.description).description)
        account.userPrincipalName = guest.userPrincipalName ?? guestName(user, in: host)
        if guest.account == nil { account.mail = user.mail ?? user.userPrincipalName }
        account.groups = groups(guest.groups, in: host)
        account.directoryRoles = roles(guest.roles, in: host)
        account.guestOf = []
        add(account, at: guest.id?.location ?? guest.location, guest.location, to: host)
    }

    /// Returns the user principal name of a guest, such as `megan_fabrikam.com#EXT#@contoso.onmicrosoft.com`.
    private func guestName(_ user: User, in host: Int) -> String {
        let local = user.userPrincipalName.utf8.map { $0 == UInt8(ascii: "@") ? UInt8(ascii: "_") : $0 }
        let domain = tenants[host].domains.first ?? tenants[host].id.description
        return String(decoding: local, as: UTF8.self) + "#EXT#@" + domain
    }
}

extension DirectoryBuilder {
    /// Resolves each tenant's devices. The users must be resolved before.
    mutating func resolveDevices() {
        for index in tenants.indices where !tenants[index].draft.devices.isEmpty {
            var ids = UniqueNames()
            var objects = UniqueNames()
            var certificates: Set<[UInt8]> = []
            for draft in tenants[index].draft.devices {
                var device = draft.device
                let derived = GUID(derivedFrom: "device", tenants[index].id.description, device.displayName)
                device.deviceId = ObjectID(draft.deviceId?.value ?? derived.description)
                device.id =
                    draft.id.map { ObjectID($0.value) } ?? Device.objectID(of: device.deviceId, in: tenants[index].id)
                device.registeredOwners = owners(draft.owners, in: index)
                if let file = draft.certificateFile { device.certificate = certificate(in: file) }
                let location = draft.deviceId?.location ?? draft.location
                guard ids.claim(device.deviceId.description, "the device id", at: location, &findings),
                    objects.claim(
                        device.id.description, "the object id", at: draft.id?.location ?? location, &findings)
                else { continue }
                if let certificate = device.certificate, !certificates.insert(certificate).inserted {
                    findings.error(draft.location, "another device has the same certificate")
                }
                tenants[index].devices.append(device)
            }
        }
    }

    private mutating func owners(_ names: [Marked<String>], in index: Int) -> [ObjectID] {
        names.compactMap { name in
            if let user = user(name.value, in: index) { return user }
            findings.error(name.location, "this tenant has no user \(name.value)")
            return nil
        }
    }
}
