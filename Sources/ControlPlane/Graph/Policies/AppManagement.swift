import Crypto
import Directory
import Entra
import Formats
import Protocol

/// The restrictions that an app management policy places on new secrets and certificates of an application or of its service
/// principal (Microsoft Graph `appManagementPolicy`, `tenantAppManagementPolicy`). The object's own policy replaces the policy of
/// the tenant.
struct AppManagement {
    private let policy: DirectoryPolicy
    private let application: Application
    private let restrictions: JSONValue

    /// Finds the enabled policy of an application or of its service principal. Returns nil if there is none.
    init?(of application: Application, isServicePrincipal: Bool, in tenant: Tenant) {
        let table = tenant.policyTable
        guard !table.isEmpty else { return nil }
        let id = isServicePrincipal ? application.servicePrincipalID : application.id
        let own = table.policy(.appManagement, assignedTo: id)
        let all = table.policies(.defaultAppManagement).first
        guard let policy = [own, all].compactMap(\.self).first(where: { $0["isEnabled"]?.bool == true }),
            let restrictions = policy[
                policy.kind == .appManagement
                    ? "restrictions" : isServicePrincipal ? "servicePrincipalRestrictions" : "applicationRestrictions"]
        else { return nil }
        self.policy = policy
        self.application = application
        self.restrictions = restrictions
    }

    /// Throws 400 if the policy forbids the secret or its lifetime.
    func check(_ secret: PasswordCredential) throws(GraphError) {
        guard active("passwordCredentials", "passwordAddition") == nil else { throw typeNotAllowed }
        try checkLifetime(secret.startDateTime, secret.endDateTime, "passwordCredentials", "passwordLifetime")
    }

    /// Throws 400 if the policy forbids the lifetime of the certificate.
    func check(_ credential: KeyCredential) throws(GraphError) {
        let certificate = credential.certificate.flatMap { try? ClientCertificate(der: $0) }
        try checkLifetime(
            credential.startDateTime ?? certificate?.notBefore, credential.endDateTime ?? certificate?.notAfter,
            "keyCredentials", "asymmetricKeyLifetime")
    }

    private func checkLifetime(
        _ start: Timestamp?, _ end: Timestamp?, _ list: String, _ type: String
    ) throws(GraphError) {
        guard let maximum = active(list, type)?["maxLifetime"]?.string.flatMap(AppManagement.seconds) else { return }
        guard let start, let end, end.seconds - start.seconds <= maximum else { throw lifetimeTooLong }
    }

    /// Returns the restriction of a type if it is enabled and covers the application. An application whose time of creation is not
    /// known counts as new.
    private func active(_ list: String, _ type: String) -> JSONValue? {
        restrictions[list]?.array?.first { restriction in
            guard restriction["restrictionType"]?.string?.isExactly(type) == true,
                restriction["state"]?.string?.isExactly("disabled") != true
            else { return false }
            guard let text = restriction["restrictForAppsCreatedAfterDateTime"]?.string,
                let earliest = Timestamp(iso8601: text), let created = application.createdDateTime
            else { return true }
            return created >= earliest
        }
    }

    private var typeNotAllowed: GraphError {
        GraphError(
            status: 400, code: "CredentialTypeNotAllowedAsPerAppPolicy",
            message: "Credential type not allowed as per assigned policy '\(policy.id)'.")
    }

    private var lifetimeTooLong: GraphError {
        GraphError(
            status: 400, code: "CredentialInvalidLifetimeAsPerAppPolicy",
            message: "Credential lifetime exceeds the max value allowed as per assigned policy '\(policy.id)'.")
    }
}

extension AppManagement {
    private static let types: [(list: String, types: [String])] = [
        (
            "passwordCredentials",
            [
                "passwordAddition", "passwordLifetime", "symmetricKeyAddition", "symmetricKeyLifetime",
                "customPasswordAddition",
            ]
        ),
        ("keyCredentials", ["asymmetricKeyLifetime", "trustedCertificateAuthority"]),
    ]

    /// Throws 400 if restrictions of the policy are not valid.
    static func check(_ policy: DirectoryPolicy) throws(GraphError) {
        for name in ["restrictions", "applicationRestrictions", "servicePrincipalRestrictions"] {
            guard let restrictions = policy[name], restrictions != .null else { continue }
            for (list, types) in types {
                for restriction in restrictions[list]?.array ?? [] where !isValid(restriction, types) {
                    throw .invalidValue("\(name).\(list)")
                }
            }
        }
    }

    private static func isValid(_ restriction: JSONValue, _ types: [String]) -> Bool {
        guard let type = restriction["restrictionType"]?.string, types.contains(where: type.isExactly) else {
            return false
        }
        let state = restriction["state"]?.string ?? "enabled"
        guard state.isExactly("enabled") || state.isExactly("disabled") else { return false }
        if let text = restriction["restrictForAppsCreatedAfterDateTime"]?.string, Timestamp(iso8601: text) == nil {
            return false
        }
        let duration = restriction["maxLifetime"]?.string
        if type.hasExactSuffix("Lifetime") { return duration.flatMap(seconds) != nil }
        return duration == nil
    }

    /// Reads a duration in the form of ISO 8601, such as `P90D` or `P4DT12H30M5S`. A year has 365 days and a month 30.
    static func seconds(_ text: String) -> Int64? {
        guard let rest = text.dropping(prefix: "P"), !rest.isEmpty, !rest.hasExactSuffix("T") else { return nil }
        var units: [(mark: UInt8, seconds: Int64)] = [
            (UInt8(ascii: "Y"), 31_536_000), (UInt8(ascii: "M"), 2_592_000), (UInt8(ascii: "W"), 604_800),
            (UInt8(ascii: "D"), 86_400),
        ]
        var total: Int64 = 0
        var digits: [UInt8] = []
        for byte in rest.utf8 {
            if ASCII.isDigit(byte) {
                digits.append(byte)
            } else if byte == UInt8(ascii: "T"), digits.isEmpty {
                units = [(UInt8(ascii: "H"), 3_600), (UInt8(ascii: "M"), 60), (UInt8(ascii: "S"), 1)]
            } else {
                guard let position = units.firstIndex(where: { $0.mark == byte }), !digits.isEmpty, digits.count <= 7,
                    let count = ASCII.decimal(digits)
                else { return nil }
                total += Int64(count) * units[position].seconds
                units = Array(units.dropFirst(position + 1))
                digits = []
            }
        }
        return digits.isEmpty ? total : nil
    }
}
