import Entra

/// The groups of a tenant, by object ID.
typealias GroupTable = ObjectTable<GroupKey>

enum GroupKey: ObjectKey {
    case id(ObjectID)

    static func count(of group: Group) -> Int { 1 }

    static func forEach(of group: Group, _ body: (GroupKey) -> Void) {
        body(.id(group.id))
    }
}

extension GroupTable {
    subscript(id: ObjectID) -> Group? { self[.id(id)] }
}
