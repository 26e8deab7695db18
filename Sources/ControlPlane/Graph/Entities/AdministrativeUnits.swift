import Directory
import Formats
import HTTP
import Protocol

/// An administrative unit. No tenant of this server has any.
struct AdministrativeUnit: Sendable {
    var id = ""
    var displayName: String?
}

extension GraphType where Entity == AdministrativeUnit {
    static let administrativeUnit = GraphType(
        "administrativeUnit", set: "directory/administrativeUnits", id: { $0.id },
        [
            .derived("id", .text) { $0.id }.filterable,
            .derived("deletedDateTime", .text) { _ in nil as String? },
            .derived("description", .text) { _ in nil as String? }.searchable,
            .derived("displayName", .text) { $0.displayName }.searchable,
            .derived("isMemberManagementRestricted", .boolean) { _ in nil as Bool? },
            .derived("visibility", .text) { _ in nil as String? },
        ])
}

/// The operations on administrative units. Their lists are empty, as in a tenant without units.
extension GraphOperation {
    private static let collection = GraphCollection<AdministrativeUnit>(
        path: "/directory/administrativeUnits", type: .administrativeUnit,
        all: { (_) throws(GraphError) in [] },
        find: { (request) throws(GraphError) in throw .notFound(request.key().value) })

    static let administrativeUnits: [GraphOperation] =
        collection.reading(.readUnits, tracksChanges: true)
        + [
            GraphOperation(
                "POST", "/directory/administrativeUnits", .manageUnits,
                rejection: .badRequest("The server has no administrative units, and does not create any."))
        ]
}
