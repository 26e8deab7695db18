import Crypto
import Directory
import Entra
import Formats

/// A read-only Azure Resource Manager, with the subscriptions of the configuration (docs/reference/resource-manager.md). Each
/// principal of a tenant reads all subscriptions of the tenant, because the directory has no Azure role assignments.
enum ResourceManagerFlow {
    /// Returns the body of the response as JSON. `path` is the path of the request.
    static func response(
        method: String, path: String, query: Form, authorization: String?, services: Services
    ) throws(ResourceManagerError) -> [UInt8] {
        let token = try authenticated(authorization, services)
        let segments = segments(of: path)
        let names = segments.map(\.asciiLowercased)
        let version =
            try isBelowProvider(names)
            ? ResourceManagerVersion.stated(query) : ResourceManagerVersion.requested(query)
        guard method == "GET" else { throw .absent(method, path) }
        switch names.count {
        case 1 where names[0].isExactly("tenants"): return try tenants(token, services)
        case 1 where names[0].isExactly("subscriptions"): return subscriptions(of: token.tenant)
        case 1...2 where names[0].isExactly("providers"):
            return try providers(under: "", named: segments.dropFirst().first)
        case 2... where names[0].isExactly("subscriptions"):
            let subscription = try subscription(segments[1], token, services.directory)
            let rest = Array(segments.dropFirst(2))
            return try response(below: subscription, of: token.tenant, rest, version, method, path)
        default: throw .absent(method, path)
        }
    }

    /// Returns the tenant of the subscription in a path, or nil if the path names none.
    static func tenant(ofPath path: String, in directory: Directory) -> Tenant? {
        let segments = segments(of: path)
        guard segments.count >= 2, segments[0].isExactlyIgnoringASCIICase("subscriptions") else { return nil }
        return owner(of: segments[1], in: directory)?.tenant
    }

    /// Whether a path names a resource type of a provider, such as `Microsoft.Authorization/roleAssignments`. Each resource type
    /// has versions of its own.
    private static func isBelowProvider(_ names: [String]) -> Bool {
        guard let position = names.firstIndex(where: { $0.isExactly("providers") }) else { return false }
        return names.count > position + 2
    }

    private static func segments(of path: String) -> [String] {
        path.pieces(separatedBy: "/").filter { !$0.isEmpty }
    }

    private static func owner(of id: String, in directory: Directory) -> (tenant: Tenant, subscription: Subscription)? {
        let id = ObjectID(id)
        for tenant in directory.tenants {
            if let subscription = tenant.subscriptions.first(where: { $0.subscriptionId == id }) {
                return (tenant, subscription)
            }
        }
        return nil
    }

    private static func subscription(
        _ id: String, _ token: SelfIssuedAccessToken, _ directory: Directory
    ) throws(ResourceManagerError) -> Subscription {
        guard GUID(id) != nil else { throw .malformedSubscription(id) }
        guard let owner = owner(of: id, in: directory) else { throw .subscriptionNotFound(id) }
        guard owner.tenant.id == token.tenant.id else { throw .wrongTenant(token.tenant.id, home: owner.tenant.id) }
        return owner.subscription
    }
}

// MARK: Tokens

extension ResourceManagerFlow {
    /// Returns the token of a request: issued by this server for Azure Resource Manager, valid, and of an account that exists.
    private static func authenticated(
        _ authorization: String?, _ services: Services
    ) throws(ResourceManagerError) -> SelfIssuedAccessToken {
        guard let text = SelfIssuedToken.bearerToken(in: authorization) else { throw .missingHeader }
        let token: SelfIssuedAccessToken
        do throws(SelfIssuedAccessToken.Rejection) {
            token = try SelfIssuedAccessToken(
                OpaqueAccessToken.jwt(in: text, services.keys.sealing), services: services)
        } catch {
            throw rejection(error, services.now)
        }
        guard let api = token.tenant.application(.azureServiceManagement), token.isFor(api) else {
            let api = token.tenant.application(.azureServiceManagement)
            throw .wrongAudience(token.audience, allowed: api?.identifierUris ?? [])
        }
        guard token.claims["cnf"] == nil else { throw .invalidToken("The access token is bound to a key.") }
        switch token.subject {
        case .user:
            do throws(GraphError) { _ = try token.user(services) } catch { throw .invalidToken(error.message) }
        case .application:
            let client = services.directory.registration(of: token.client, in: token.tenant)?.application
            let isKnown =
                client?.accountEnabled ?? token.tenant.managedIdentities.contains { $0.clientID == token.client }
            guard isKnown else { throw .invalidToken("The application of the access token was deleted or disabled.") }
        }
        return token
    }

    private static func rejection(
        _ rejection: SelfIssuedAccessToken.Rejection, _ now: Timestamp
    ) -> ResourceManagerError {
        switch rejection {
        case .malformed: .invalidToken("The access token is invalid.")
        case .signature: .invalidToken("The access token is invalid: its signature is not of this server.")
        case .issuer: .invalidToken("The access token is invalid: its tenant does not exist.")
        case .outsideValidity(_, let end) where end.seconds <= now.seconds: .expired(at: end, now: now)
        case .outsideValidity: .invalidToken("The access token is not yet valid.")
        }
    }
}

// MARK: Documents

extension ResourceManagerFlow {
    /// Returns the tenants of the account: the home tenant, and the tenants in which the account is a guest.
    private static func tenants(
        _ token: SelfIssuedAccessToken, _ services: Services
    ) throws(ResourceManagerError) -> [UInt8] {
        var tenants = [token.tenant]
        var home = token.tenant.id
        if case .user(let id) = token.subject, let user = token.tenant.user(id) {
            home = user.home.tenantID
            tenants = services.directory.tenants.filter { tenant in
                tenant.kind != .consumers && (tenant.id == home || tenant.user(home: user.home) != nil)
            }
        }
        return list { list in
            for tenant in tenants {
                list.objectElement { json in
                    json.field("id", "/tenants/\(tenant.id)")
                    json.field("tenantId", tenant.id.description)
                    if let country = tenant.countryLetterCode {
                        json.field("countryCode", country)
                    }
                    json.field("displayName", tenant.displayName)
                    json.field("domains", tenant.domains)
                    if let domain = tenant.domains.first { json.field("defaultDomain", domain) }
                    json.field("tenantCategory", tenant.id == home ? "Home" : "ProjectedBy")
                    json.field(
                        "tenantType", tenant.kind == .b2c ? "AAD B2C" : tenant.kind == .external ? "CIAM" : "AAD")
                }
            }
        }
    }

    private static func subscriptions(of tenant: Tenant) -> [UInt8] {
        JSONWriter.object { json in
            json.array("value") { list in
                for subscription in tenant.subscriptions { list.objectElement { write(subscription, of: tenant, &$0) } }
            }
            json.object("count") { count in
                count.field("type", "Total")
                count.field("value", tenant.subscriptions.count)
            }
        }
    }

    private static func write(_ subscription: Subscription, of tenant: Tenant, _ json: inout JSONWriter) {
        json.field("id", "/subscriptions/\(subscription.subscriptionId)")
        json.field("authorizationSource", "RoleBased")
        json.field("managedByTenants", [String]())
        json.field("subscriptionId", subscription.subscriptionId.description)
        json.field("tenantId", tenant.id.description)
        json.field("displayName", subscription.displayName)
        json.field("state", subscription.state.rawValue)
        json.object("subscriptionPolicies") { policies in
            policies.field("locationPlacementId", "Public_2014-09-01")
            policies.field("quotaId", "PayAsYouGo_2014-09-01")
            policies.field("spendingLimit", "Off")
        }
    }

    /// Returns the response below a subscription, where `rest` are the segments after its ID.
    private static func response(
        below subscription: Subscription, of tenant: Tenant, _ rest: [String], _ version: String, _ method: String,
        _ path: String
    ) throws(ResourceManagerError) -> [UInt8] {
        guard let kind = rest.first else { return JSONWriter.object { write(subscription, of: tenant, &$0) } }
        let root = "/subscriptions/\(subscription.subscriptionId)"
        switch (kind.asciiLowercased, rest.count) {
        case ("locations", 1): return locations(under: root)
        case ("resourcegroups", 1), ("resources", 1): return list { _ in }
        case ("resourcegroups", 2...): throw .unknownGroup(rest[1])
        case ("providers", 1...2): return try providers(under: root, named: rest.dropFirst().first)
        default: throw .absent(method, path)
        }
    }

    private static func locations(under root: String) -> [UInt8] {
        list { list in
            for (name, displayName) in regions {
                list.objectElement { json in
                    json.field("id", "\(root)/locations/\(name)")
                    json.field("name", name)
                    json.field("type", "Region")
                    json.field("displayName", displayName)
                    json.field("regionalDisplayName", displayName)
                    json.object("metadata") { $0.field("regionType", "Physical") }
                }
            }
        }
    }

    /// Some regions of the public cloud.
    private static let regions = [
        ("eastus", "East US"), ("eastus2", "East US 2"), ("westus2", "West US 2"), ("northeurope", "North Europe"),
        ("westeurope", "West Europe"), ("uksouth", "UK South"), ("southeastasia", "Southeast Asia"),
    ]

    /// Returns all resource providers, or the one with the name. All are registered, so that no client tries to register one.
    private static func providers(under root: String, named name: String?) throws(ResourceManagerError) -> [UInt8] {
        guard let name else {
            return list { list in
                for namespace in namespaces { list.objectElement { write(provider: namespace, under: root, &$0) } }
            }
        }
        guard let namespace = namespaces.first(where: name.isExactlyIgnoringASCIICase) else {
            throw .unknownNamespace(name)
        }
        return JSONWriter.object { write(provider: namespace, under: root, &$0) }
    }

    private static func write(provider namespace: String, under root: String, _ json: inout JSONWriter) {
        json.field("id", "\(root)/providers/\(namespace)")
        json.field("namespace", namespace)
        json.field("resourceTypes", [String]())
        if !root.isEmpty {
            json.field("registrationPolicy", "RegistrationRequired")
            json.field("registrationState", "Registered")
        }
    }

    /// The resource providers that Terraform's azurerm requires, and some that Azure CLI asks for.
    private static let namespaces =
        ("Microsoft.ApiManagement Microsoft.App Microsoft.AppConfiguration Microsoft.AppPlatform Microsoft.Authorization "
        + "Microsoft.Automation Microsoft.AVS Microsoft.AzureStackHCI Microsoft.Blueprint Microsoft.BotService "
        + "Microsoft.Cache Microsoft.Cdn Microsoft.CognitiveServices Microsoft.Compute Microsoft.ContainerInstance "
        + "Microsoft.ContainerRegistry Microsoft.ContainerService Microsoft.CostManagement Microsoft.CustomProviders "
        + "Microsoft.Dashboard Microsoft.DataFactory Microsoft.DataLakeAnalytics Microsoft.DataLakeStore "
        + "Microsoft.DataMigration Microsoft.DataProtection Microsoft.Databricks Microsoft.DBforMariaDB "
        + "Microsoft.DBforMySQL Microsoft.DBforPostgreSQL Microsoft.DesktopVirtualization Microsoft.Devices "
        + "Microsoft.DevTestLab Microsoft.DocumentDB Microsoft.EventGrid Microsoft.EventHub Microsoft.GuestConfiguration "
        + "Microsoft.HDInsight Microsoft.HealthcareApis Microsoft.Insights Microsoft.KeyVault Microsoft.Kusto "
        + "Microsoft.Logic Microsoft.MachineLearningServices Microsoft.Maintenance Microsoft.ManagedIdentity "
        + "Microsoft.ManagedServices Microsoft.Management Microsoft.Maps Microsoft.MixedReality Microsoft.Network "
        + "Microsoft.NotificationHubs Microsoft.OperationalInsights Microsoft.OperationsManagement Microsoft.PolicyInsights "
        + "Microsoft.PowerBIDedicated Microsoft.RecoveryServices Microsoft.RedHatOpenShift Microsoft.Relay "
        + "Microsoft.Resources Microsoft.Search Microsoft.Security Microsoft.SecurityInsights Microsoft.ServiceBus "
        + "Microsoft.ServiceFabric Microsoft.SignalRService Microsoft.Sql Microsoft.Storage Microsoft.StreamAnalytics "
        + "Microsoft.TimeSeriesInsights Microsoft.Web").pieces(separatedBy: " ")

    /// Returns a list with the elements in `value`.
    private static func list(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
        JSONWriter.object { $0.array("value", body) }
    }
}
