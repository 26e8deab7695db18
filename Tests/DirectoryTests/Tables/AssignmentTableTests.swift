@testable import Directory
import Entra
import Testing

/// What a list says that is looked through.
@Suite struct AssignmentTableTests {
    private static let assignments = ["a", "b", "a", "c"].flatMap { resource in
        [
            AppRoleAssignment(principal: .user(ObjectID("u")), resource: ClientID(resource), appRole: .defaultAccess),
            AppRoleAssignment(
                principal: .application(ClientID("u")), resource: ClientID(resource), appRole: PermissionID("r")),
        ]
    }

    @Test func findsThoseOfAResource() {
        let table = AssignmentTable(AssignmentTableTests.assignments)
        #expect(table.all.array == AssignmentTableTests.assignments)
        for resource in ["a", "b", "c", "d"].map({ ClientID($0) }) {
            #expect(
                table.assignments(for: resource)
                    == AssignmentTableTests.assignments.filter { $0.resource == resource })
        }
    }

    /// Also where it was configured twice.
    @Test(arguments: Set(assignments)) func forgetsWhatGoes(assignment: AppRoleAssignment) {
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
