import Entra

/// The assignments of app roles in their order, by resource.
struct AssignmentTable: Sendable {
    private(set) var all: ObjectList<AppRoleAssignment>
    /// The numbers of each assignment, usually one. An assignment that was configured twice has two.
    private var numbers: ShardedDictionary<AppRoleAssignment, [Int]>
    private var byResource = ShardedDictionary<ClientID, [Int]>()

    init(_ assignments: [AppRoleAssignment] = []) {
        all = ObjectList(assignments)
        numbers = ShardedDictionary(capacity: assignments.count)
        for number in assignments.indices { index(assignments[number], number) }
    }

    func contains(_ assignment: AppRoleAssignment) -> Bool { numbers[assignment] != nil }

    func assignments(for resource: ClientID) -> [AppRoleAssignment] {
        (byResource[resource] ?? []).compactMap { all[$0] }
    }

    mutating func append(_ assignment: AppRoleAssignment) {
        index(assignment, all.append(assignment))
    }

    mutating func remove(_ assignment: AppRoleAssignment) {
        for number in numbers[assignment] ?? [] {
            all.remove(number)
            byResource.remove(number, of: assignment.resource)
        }
        numbers[assignment] = nil
    }

    private mutating func index(_ assignment: AppRoleAssignment, _ number: Int) {
        numbers.append(number, to: assignment)
        byResource.append(number, to: assignment.resource)
    }
}
