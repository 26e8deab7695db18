import Directory
import Entra
import Formats
import HTTP
import Protocol

extension GraphType where Entity == Device {
    // The reference of Azure AD Graph marks the required properties, and the reference of Microsoft Graph some of them.
    static let device = GraphType(
        "device", set: "devices", others: \.otherProperties, id: { $0.id.description },
        [
            .derived("id", .guid) { $0.id },
            .derived("deletedDateTime", .text) { _ in nil as String? },
            .property("accountEnabled", \.accountEnabled, .boolean).required,
            .stored("alternativeSecurityIds", \.otherProperties, .smallList, absent: .array([])).required,
            .property("deviceId", \.deviceId, .guid).required.creationOnly,
            .property("displayName", \.displayName, .nonEmptyText(upTo: 256)).required,
            .property("isCompliant", \.isCompliant, .boolean),
            .property("isManaged", \.isManaged, .boolean),
            .property("operatingSystem", \.operatingSystem, .nonEmptyText).required,
            .stored("operatingSystemVersion", \.otherProperties, .anyText).required,
            .derived("trustType", .text) { $0.trustType?.rawValue },
        ]
    ).withExtensions(\.otherProperties)
}

extension GraphRequest {
    /// Returns the device with the object ID or device ID in the path. Throws 404 if there is no such device.
    func device() throws(GraphError) -> Device {
        let key = key()
        let found =
            switch key.property?.asciiLowercased {
            case nil: tenant.deviceObject(ObjectID(key.value))
            case "deviceid": tenant.device(ObjectID(key.value))
            default: nil as Device?
            }
        guard let found else { throw .notFound(key.value) }
        return found
    }
}

/// The operations on devices. Only the configuration gives a device a certificate, with which the device signs in.
extension GraphOperation {
    private static let collection = GraphCollection<Device>(
        path: "/devices", type: .device,
        indexes: [
            GraphIndex("id") { $0.tenant.deviceObject(ObjectID($1)) },
            GraphIndex("deviceId") { $0.tenant.device(ObjectID($1)) },
        ],
        all: { (request) throws(GraphError) in request.tenant.devices },
        find: { (request) throws(GraphError) in try request.device() })

    // The users of a device are its owners: a registration sets both to the same user (Microsoft Graph, device).
    static let devices: [GraphOperation] =
        collection.reading(.readDevices, tracksChanges: true)
        + collection.creating(.createDevices) { (request) throws(GraphError) in
            request.created(try create(request), .device, at: "/devices")
        }
        + collection.changing(.updateDevices) { (request, device) throws(GraphError) in
            let members = try request.members()
            for member in members where !member.isAnnotation {
                try GraphPermission.updateDevices(member.name).check(request)
            }
            try request.checkExtensions(members, of: .device)
            try request.edit { (edit: inout TenantEdit) throws(GraphError) in
                guard var changed = edit.device(device.id) else { throw .notFound(device.id.description) }
                try GraphType.device.table.write(members, into: &changed, .change)
                let outcome = edit.update(changed)
                try GraphError.check(outcome, key: device.id.description, conflict: "deviceId")
            }
        }
        + collection.deleting(.deleteDevices) { (request, device) throws(GraphError) in
            try request.edit { (edit: inout TenantEdit) throws(GraphError) in
                let outcome = edit.remove(device: device.id)
                try GraphError.check(outcome, key: device.id.description, conflict: "id")
            }
        }
        + ["registeredOwners", "registeredUsers"].flatMap { name in
            ["", "/microsoft.graph.user"].map { cast in
                GraphOperation("GET", "/devices/{id}/\(name)\(cast)", .readDevices) { (request) throws(GraphError) in
                    let owners = try request.device().registeredOwners.compactMap(request.tenant.user)
                    return try request.page(owners, .user, typed: cast.isEmpty)
                }
            }
        }
        + ["ownedDevices", "registeredDevices"].flatMap { name in
            ["", "/microsoft.graph.device"].map { cast in
                GraphOperation("GET", "/users/{id}/\(name)\(cast)", .readMemberships) { (request) throws(GraphError) in
                    let user = try request.user().id
                    let devices = request.tenant.devices.filter { $0.registeredOwners.contains(user) }
                    return try request.page(devices, .device, typed: cast.isEmpty)
                }
            }
        }

    private static func create(_ request: GraphRequest) throws(GraphError) -> Device {
        let members = try request.members()
        try request.checkExtensions(members, of: .device)
        var device = Device(deviceId: ObjectID(""), displayName: "")
        device.id = request.newID()
        try GraphType.device.table.write(members, into: &device, .creation)
        if device.isCompliant || device.isManaged { try GraphPermission.updateDevices("isManaged").check(request) }
        let now = JSONValue.string(request.services.now.iso8601)
        for name in ["createdDateTime", "registrationDateTime"] { device.otherProperties.append(.init(name, now)) }
        let new = device
        try request.edit { (edit: inout TenantEdit) throws(GraphError) in
            let outcome = edit.add(new)
            try GraphError.check(outcome, key: new.id.description, conflict: "deviceId")
        }
        return new
    }
}
