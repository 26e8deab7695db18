@testable import Directory
import Entra
import Testing

/// Compares the table with a linear search of a list.
@Suite struct AssignmentTableTests {
    private static let assignments = ["a", "b", "a", "c"].flatMap { resource in
        [
            AppRoleAssignment(principal: .user(ObjectID("u")), resource: ClientID(resource), appRole: .defaultAccess),
            AppRoleAssignment(
                principal: .application(ClientID("u")), resource: ClientID(resource), appRole: PermissionID("r")),
        ]
    }

    @Test func findsAssignmentsOfResource() {
        let table = AssignmentTable(AssignmentTableTests.assignments)
        #expect(table.all.array == AssignmentTableTests.assignments)
        for resource in ["a", "b", "c", "d"].map({ ClientID($0) }) {
            #expect(
                table.assignments(for: resource)
                    == AssignmentTableTests.assignments.filter { $0.resource == resource })
        }
    }

    /// The row includes an assignment that was configured twice.
    @Test(arguments: Set(assignments)) func removesAssignment(assignment: AppRoleAssignment) {
        var table = AssignmentTable(AssignmentTableTests.assignments)
        #expect(table.contains(assignment))
        table.remove(assignment)
        let left = AssignmentTableTests.assignments.filter { $0 != assignment }
        #expect(!table.contains(assignment) && table.all.array == left)
        #expect(table.assignments(for: assignment.resource) == left.filter { $0.resource == assignment.resource })
        table.append(assignment)
        #expect(table.contains(assignment) && table.all.array == left + [assignment])
    }
}
