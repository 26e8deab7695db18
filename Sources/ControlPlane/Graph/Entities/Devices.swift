import Directory
import Entra
import Formats
import HTTP
import Protocol

extension GraphType where Entity == Device {
    static let device = GraphType(
        "device", set: "devices", id: { $0.id.description },
        [
            .derived("id", .guid) { $0.id },
            .derived("deletedDateTime", .text) { _ in nil as String? },
            .derived("accountEnabled", .boolean) { $0.accountEnabled },
            .derived("deviceId", .guid) { $0.deviceId },
            .derived("displayName", .text) { $0.displayName },
            .derived("isCompliant", .boolean) { $0.isCompliant },
            .derived("isManaged", .boolean) { $0.isManaged },
            .derived("operatingSystem", .text) { $0.operatingSystem },
            .derived("trustType", .text) { $0.trustType?.rawValue },
        ])
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

/// The operations on devices, which only the configuration creates.
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
}
