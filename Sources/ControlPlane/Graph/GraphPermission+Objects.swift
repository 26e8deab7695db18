import Formats

/// The permissions for objects of any type, devices, and the objects that others own.
extension GraphPermission {
    private static let directory = ["Directory.Read.All", "Directory.ReadWrite.All"]

    static let readDevices = GraphPermission(
        delegated: ["Device.Read.All", "Directory.AccessAsUser.All"] + directory,
        application: ["Device.Read.All", "Device.ReadWrite.All"] + directory)
    /// The permission to create devices, which applications cannot do (device-post-devices in the reference).
    static let createDevices = GraphPermission(
        delegated: ["Directory.AccessAsUser.All"], application: [],
        directoryRoles: Administrators.roles("Intune Administrator", "Windows 365 Administrator"))
    static let updateDevices = GraphPermission(
        delegated: ["Directory.AccessAsUser.All"], application: ["Device.ReadWrite.All", "Directory.ReadWrite.All"],
        directoryRoles: deviceAdministrators)
    static let deleteDevices = GraphPermission(
        delegated: ["Directory.AccessAsUser.All"], application: ["Device.ReadWrite.All"],
        directoryRoles: deviceAdministrators)
    private static let deviceAdministrators = Administrators.roles(
        "Intune Administrator", "Windows 365 Administrator", "Cloud Device Administrator")

    /// Returns the permission that a change of the property needs besides `updateDevices` (device-update in the reference). Only
    /// device management, which is no part of the directory, sets whether a device is managed and compliant.
    static func updateDevices(_ property: String) -> GraphPermission {
        guard !["isCompliant", "isManaged"].containsExactly(property) else {
            return GraphPermission(delegated: [], application: [])
        }
        var permission: GraphPermission = updateDevices
        permission.directoryRoles =
            property.isExactly("accountEnabled")
            ? Administrators.roles("Intune Administrator", "Cloud Device Administrator")
            : Administrators.roles("Intune Administrator", "Windows 365 Administrator")
        return permission
    }

    static let readDirectoryObjects = GraphPermission(
        delegated: ["Directory.AccessAsUser.All"] + directory, application: directory)

    static let readUnits = GraphPermission(
        delegated: ["AdministrativeUnit.Read.All", "AdministrativeUnit.ReadWrite.All"] + directory,
        application: ["AdministrativeUnit.Read.All", "AdministrativeUnit.ReadWrite.All"] + directory)
    static let manageUnits = GraphPermission(
        delegated: ["AdministrativeUnit.ReadWrite.All"], application: ["AdministrativeUnit.ReadWrite.All"],
        directoryRoles: Administrators.roles("Privileged Role Administrator"))
    static let readContacts = GraphPermission(
        delegated: ["OrgContact.Read.All"] + directory, application: ["OrgContact.Read.All"] + directory)

    /// The permission to delete an object of some type. The operation of the type requires further permissions.
    static let deleteDirectoryObjects: GraphPermission = {
        let types = [deleteUsers, deleteGroups, deleteDevices, manageApplications, manageServicePrincipals]
        return GraphPermission(
            delegated: types.flatMap(\.delegated), application: types.flatMap { $0.application + $0.applicationOwner })
    }()

    /// The permission to read the groups of an object of any type (directoryobject-checkmembergroups in the reference).
    static let readObjectMemberships: GraphPermission = {
        let users = ["User.ReadBasic.All", "User.Read.All", "User.ReadWrite.All"]
        let groups = ["GroupMember.Read.All", "Group.Read.All", "Group.ReadWrite.All"]
        let both = users.flatMap { user in groups.map { "\(user) \($0)" } }
        return GraphPermission(
            delegated: both + readDirectoryObjects.delegated, application: both + readDirectoryObjects.application)
    }()

    static let validateGroups = GraphPermission(
        delegated: ["Group.Read.All", "Group.ReadWrite.All"] + directory,
        application: ["Group.Read.All", "Group.ReadWrite.All"] + directory)
}
