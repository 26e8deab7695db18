import Directory
import Entra
import Formats
import HTTP
import Protocol

/// The type of named locations: ranges of addresses, or countries. `@odata.type` says which.
extension GraphType where Entity == DirectoryPolicy {
    static let namedLocation = GraphType(
        "namedLocation", set: "identity/conditionalAccess/namedLocations", id: { $0.id.description },
        namedLocationIdentity + addresses + countries)
    static let ipNamedLocation = GraphType(
        "ipNamedLocation", set: "identity/conditionalAccess/namedLocations", id: { $0.id.description },
        namedLocationIdentity + addresses)
    static let countryNamedLocation = GraphType(
        "countryNamedLocation", set: "identity/conditionalAccess/namedLocations", id: { $0.id.description },
        namedLocationIdentity + countries)

    private static let namedLocationIdentity: [GraphProperty<DirectoryPolicy>] = [
        .stored("@odata.type", \.otherProperties, .anyText).readOnly,
        .derived("id", .text) { $0.id.description }.filterable,
        .property("displayName", \.displayName, .nonEmptyText(upTo: 256)).required.filterable,
        .stored("createdDateTime", \.otherProperties, .anyText).readOnly,
        .stored("modifiedDateTime", \.otherProperties, .anyText).readOnly,
    ]

    private static let addresses: [GraphProperty<DirectoryPolicy>] = [
        .stored("isTrusted", \.otherProperties, .anyBoolean, absent: .bool(false)).filterable,
        .stored("ipRanges", \.otherProperties, .addressRanges, absent: .array([])),
    ]

    private static let countries: [GraphProperty<DirectoryPolicy>] = [
        .stored("countriesAndRegions", \.otherProperties, .countries, absent: .array([])),
        .stored("includeUnknownCountriesAndRegions", \.otherProperties, .anyBoolean, absent: .bool(false)),
        .stored(
            "countryLookupMethod", \.otherProperties, .anyWord("clientIpAddress", "authenticatorAppGps"),
            absent: .string("clientIpAddress")),
    ]
}

extension GraphValue where Value == JSONValue {
    /// Address ranges with their types, each of which must be a range of that type.
    fileprivate static let addressRanges = GraphValue.parsed(.list, { $0 }) { value in
        guard let ranges = value.array, !ranges.isEmpty, ranges.count <= maximumRanges else { return nil }
        var typed: [JSONValue] = []
        for range in ranges {
            guard let text = range["cidrAddress"]?.string, let parsed = AddressRange(text) else { return nil }
            let type = parsed.isIPv4 ? "#microsoft.graph.iPv4CidrRange" : "#microsoft.graph.iPv6CidrRange"
            typed.append(.object([.init("@odata.type", .string(type)), .init("cidrAddress", .string(text))]))
        }
        return .array(typed)
    }

    /// The largest number of ranges in a location (Microsoft Learn, Conditional Access: named locations).
    private static let maximumRanges = 2_000

    fileprivate static let countries = GraphValue.parsed(.list, { $0 }) { value in
        guard let codes = value.array, !codes.isEmpty, codes.count <= 300 else { return nil }
        return codes.allSatisfy { $0.string.map { CountryCode.isValid($0) } ?? false } ? value : nil
    }
}

extension GraphOperation {
    static let namedLocations: [GraphOperation] = {
        let path = "/identity/conditionalAccess/namedLocations"
        let collection = GraphCollection<DirectoryPolicy>(
            path: path, type: .namedLocation,
            all: { (request) throws(GraphError) in request.tenant.policyTable.policies(.namedLocation) },
            find: { (request) throws(GraphError) in try request.policy(.namedLocation) })
        let list = collection.reading(.readConditionalAccess).filter { !$0.pattern.hasExactSuffix("{id}") }
        return list + [
            GraphOperation("GET", "\(path)/{id}", .readConditionalAccess) { (request) throws(GraphError) in
                let location = try request.policy(.namedLocation)
                return try request.entity(location, locationType(location))
            }
        ]
            + collection.creating(.manageConditionalAccess) { (request) throws(GraphError) in
                var location = DirectoryPolicy(.namedLocation, id: request.newID())
                let members = try request.members()
                try setType(members, of: &location, request)
                location.set("createdDateTime", .string(request.services.now.iso8601))
                location.set("modifiedDateTime", .string(request.services.now.iso8601))
                try GraphError.withSchema("NamedLocation") { () throws(GraphError) in
                    try locationType(location).table.write(members, into: &location, .creation)
                }
                try check(location)
                let new = location
                try request.edit { (edit: inout TenantEdit) throws(GraphError) in
                    let outcome = edit.add(new)
                    try GraphError.check(outcome, key: new.id.description, conflict: "id")
                }
                return request.created(new, locationType(new), at: path)
            }
            + collection.changing(.manageConditionalAccess) { (request, location) throws(GraphError) in
                let members = try request.members()
                try request.change(location) { (changed, _) throws(GraphError) in
                    changed.set("modifiedDateTime", .string(request.services.now.iso8601))
                    try GraphError.withSchema("NamedLocation") { () throws(GraphError) in
                        try locationType(changed).table.write(members, into: &changed, .change)
                    }
                    try check(changed)
                }
            }
            + collection.deleting(.manageConditionalAccess) { (request, location) throws(GraphError) in
                guard location["isTrusted"]?.bool != true else {
                    throw .malformed("A trusted named location cannot be deleted. Set isTrusted to false first.")
                }
                try request.edit { (edit: inout TenantEdit) throws(GraphError) in
                    let outcome = edit.remove(.namedLocation, location.id)
                    try GraphError.check(outcome, key: location.id.description, conflict: "id")
                }
            }
    }()

    private static let types: [GraphType<DirectoryPolicy>] = [.ipNamedLocation, .countryNamedLocation]

    private static func locationType(_ location: DirectoryPolicy) -> GraphType<DirectoryPolicy> {
        let name = location["@odata.type"]?.string ?? ""
        return types.first { name.hasExactSuffix(".\($0.name)") } ?? .ipNamedLocation
    }

    /// Sets the type that the body of a new location names.
    private static func setType(
        _ members: [JSONValue.Member], of location: inout DirectoryPolicy, _ request: GraphRequest
    ) throws(GraphError) {
        let name = members.first { $0.name.isExactly("@odata.type") }?.value.string ?? ""
        guard let type = types.first(where: { name.hasExactSuffix("microsoft.graph.\($0.name)") }) else {
            throw .schema("NamedLocation")
        }
        location.set("@odata.type", .string("#microsoft.graph.\(type.name)"))
    }

    private static func check(_ location: DirectoryPolicy) throws(GraphError) {
        let content = locationType(location).name.isExactly("ipNamedLocation") ? "ipRanges" : "countriesAndRegions"
        guard location[content]?.array?.isEmpty == false else { throw .schema("NamedLocation") }
    }
}

extension DirectoryPolicy {
    fileprivate mutating func set(_ name: String, _ value: JSONValue) {
        otherProperties.removeAll { $0.name.isExactly(name) }
        otherProperties.append(JSONValue.Member(name, value))
    }
}
