import Directory
import Entra
import Formats
import HTTP
import Protocol

/// A directory extension with the name of the application that defines it.
struct ExtensionPropertyEntry: Sendable {
    var property = ExtensionProperty(name: "", dataType: .string, targetObjects: [])
    let appDisplayName: String
}

extension GraphType where Entity == ExtensionPropertyEntry {
    static let extensionProperty = GraphType(
        "extensionProperty", set: "extensionProperties", id: { $0.property.id.description },
        [
            .derived("id", .guid) { $0.property.id }.filterable,
            .derived("deletedDateTime", .text) { _ in nil as String? },
            .derived("appDisplayName", .text) { $0.appDisplayName },
            .property("dataType", \.property.dataType, .word).required,
            .property("isMultiValued", \.property.isMultiValued, .boolean),
            .derived("isSyncedFromOnPremises", .boolean) { _ in false },
            .property("name", \.property.name, .nonEmptyText(upTo: 128)).required.filterable,
            .property("targetObjects", \.property.targetObjects, .list(.word)).required,
        ])
}

extension GraphType {
    /// Returns the type with the values of directory extensions, which `others` keeps. Operations that write check whether the
    /// extension exists.
    func withExtensions(
        _ others: any WritableKeyPath<Entity, [JSONValue.Member]> & Sendable
    ) -> GraphType {
        var copy = self
        copy.table.dynamic = { name in
            ExtensionProperty.isName(name) ? GraphProperty.directoryExtension(name, others).searchable : nil
        }
        return copy
    }
}

extension GraphProperty {
    /// Creates the property of a directory extension. Null removes the value.
    fileprivate static func directoryExtension(
        _ name: String, _ others: any WritableKeyPath<Entity, [JSONValue.Member]> & Sendable
    ) -> GraphProperty {
        GraphProperty(name: name, kind: .text) { entity in
            entity[keyPath: others].first { $0.name.isExactly(name) }?.value ?? .null
        } set: { (entity, json, _) throws(GraphError) in
            entity[keyPath: others].removeAll { $0.name.isExactly(name) }
            if json != .null { entity[keyPath: others].append(JSONValue.Member(name, json)) }
        }
    }
}

extension GraphRequest {
    /// The applications whose directory extensions objects of the tenant can have: the tenant's own, and those of other tenants
    /// with a service principal here.
    private var extensionOwners: [Application] {
        tenant.ownApplications
            + tenant.servicePrincipals.compactMap { services.directory.registration(of: $0, in: tenant)?.application }
    }

    /// Throws 400 for a directory extension in a body that no application defines for the type of object, and for a value of
    /// another type.
    func checkExtensions(_ members: [JSONValue.Member], of target: ExtensionProperty.Target) throws(GraphError) {
        let names = members.filter { ExtensionProperty.isName($0.name) }
        guard !names.isEmpty else { return }
        let known = extensionOwners.flatMap(\.extensionProperties).filter { $0.targetObjects.contains(target) }
        for member in names {
            guard let property = known.first(where: { $0.name.isExactly(member.name) }) else {
                throw .badRequest("The following extension properties are not available: \(member.name).")
            }
            guard property.admits(member.value) else { throw .invalidValue(member.name) }
        }
    }

    fileprivate var availableExtensions: [ExtensionPropertyEntry] {
        extensionOwners.flatMap { application in
            application.extensionProperties.map {
                ExtensionPropertyEntry(property: $0, appDisplayName: application.displayName)
            }
        }
    }
}

extension GraphOperation {
    private static let collection = GraphCollection<ExtensionPropertyEntry>(
        path: "/applications/{id}/extensionProperties", type: .extensionProperty, key: "property",
        all: { (request) throws(GraphError) in entries(of: try request.application()) },
        find: { (request) throws(GraphError) in
            let key = request.key("property").value
            let found = entries(of: try request.application()).first { $0.property.id == ObjectID(key) }
            guard let found else { throw .notFound(key) }
            return found
        })

    static let extensionProperties: [GraphOperation] =
        collection.reading(.readApplications)
        + collection.creating(.manageApplications) { (request) throws(GraphError) in
            let application = try request.application()
            let entry = try create(request, of: application)
            return request.created(
                entry, .extensionProperty, at: "/applications/\(application.id)/extensionProperties")
        }
        + collection.deleting(.manageApplications) { (request, entry) throws(GraphError) in
            try request.change(try request.application()) { (changed) throws(GraphError) in
                changed.extensionProperties.removeAll { $0.id == entry.property.id }
            }
        }
        + ["getAvailableExtensionProperties", "microsoft.graph.getAvailableExtensionProperties"].map { name in
            GraphOperation("POST", "/directoryObjects/\(name)", .readApplications) { (request) throws(GraphError) in
                let members = request.body.isEmpty ? [] : try request.members()
                let isSynced = members.first { $0.name.isExactly("isSyncedFromOnPremises") }?.value.bool == true
                return try request.page(isSynced ? [] : request.availableExtensions, .extensionProperty)
            }
        }

    private static func entries(of application: Application) -> [ExtensionPropertyEntry] {
        application.extensionProperties.map {
            ExtensionPropertyEntry(property: $0, appDisplayName: application.displayName)
        }
    }

    private static func create(
        _ request: GraphRequest, of application: Application
    ) throws(GraphError) -> ExtensionPropertyEntry {
        var entry = ExtensionPropertyEntry(appDisplayName: application.displayName)
        try GraphType.extensionProperty.table.write(try request.members(), into: &entry, .creation)
        guard ExtensionProperty.isPlain(entry.property.name) else {
            throw .invalidValue("name", "a name has letters, digits and underscores")
        }
        guard !entry.property.targetObjects.isEmpty else { throw .missingValue("targetObjects") }
        entry.property.name = ExtensionProperty.name(entry.property.name, of: application.clientID)
        entry.property.id = request.newID()
        let property = entry.property
        try request.change(application) { (changed) throws(GraphError) in
            guard !changed.extensionProperties.contains(where: { $0.name.isExactly(property.name) }) else {
                throw .badRequest(
                    "An extension property exists with the name \(property.name).",
                    [GraphError.Detail(code: "ObjectConflict", target: "name")])
            }
            guard changed.extensionProperties.count < ExtensionProperty.maximum else {
                throw .badRequest("An application has at most \(ExtensionProperty.maximum) extension properties.")
            }
            changed.extensionProperties.append(property)
        }
        return entry
    }
}
