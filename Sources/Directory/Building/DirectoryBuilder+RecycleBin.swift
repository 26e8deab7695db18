import Entra
import Formats

extension DirectoryBuilder {
    /// Adds a user to those of the recycle bin.
    mutating func delete(_ user: User, _ draft: UserDraft, in index: Int) {
        let location = draft.id?.location ?? draft.location
        guard tenants[index].accounts.ids.claim(user.id.description, "the user id", at: location, &findings) else {
            return
        }
        tenants[index].accounts.deleted.append((user, draft.deletedRelations))
    }

    /// Returns the home account of a guest whose home is not described by the file.
    mutating func home(_ id: Marked<String>) -> User.Home? {
        let parts = id.value.pieces(separatedBy: ".")
        guard parts.count == 2, parts.allSatisfy({ GUID($0) != nil }) else {
            findings.error(
                id.location, "\"\(id.value)\" is not the id of a home account",
                hint: "the form is the object id and the tenant id with a dot between")
            return nil
        }
        return User.Home(objectID: ObjectID(parts[0]), tenantID: TenantID(parts[1]))
    }

    /// Moves the deleted users and registrations of a tenant into the recycle bin. The steps before treat a deleted registration
    /// as any other, so that its references are resolved.
    mutating func moveDeletedObjects(of index: Int) {
        for (user, relations) in tenants[index].accounts.deleted {
            tenants[index].bin.insert(user)
            tenants[index].bin.keep(relations, of: user.id)
        }
        guard tenants[index].applications.contains(where: { $0.deletedDateTime != nil }) else { return }
        for application in tenants[index].applications where application.deletedDateTime != nil {
            tenants[index].bin.insert(application)
        }
        tenants[index].applications.removeAll { $0.deletedDateTime != nil }
    }
}
