import Directory
import Entra
import Formats

/// An error in the form of Azure Resource Manager: `{"error":{"code":…,"message":…}}`.
struct ResourceManagerError: Error, Sendable, Equatable {
    let status: Int
    let code: String
    let message: String
    var retryAfter: Int64?

    /// Creates the error from an error of the catalog. Only statuses whose cause is not the token are kept.
    init(_ error: EntraError) {
        let isKept = error.status == 429 || error.status >= 500
        self.init(
            isKept ? error.status : 401, isKept ? "ServerUnavailable" : "InvalidAuthenticationToken", error.message,
            retryAfter: error.retryAfter)
    }

    init(_ status: Int, _ code: String, _ message: String, retryAfter: Int64? = nil) {
        self.status = status
        self.code = code
        self.message = message
        self.retryAfter = retryAfter
    }

    static let missingHeader = ResourceManagerError(
        401, "AuthenticationFailed", "Authentication failed. The 'Authorization' header is missing.")

    static func invalidToken(_ message: String) -> ResourceManagerError {
        ResourceManagerError(401, "InvalidAuthenticationToken", message)
    }

    static func expired(at end: Timestamp, now: Timestamp) -> ResourceManagerError {
        ResourceManagerError(
            401, "ExpiredAuthenticationToken",
            "The access token expired at \(end.iso8601), before the current time \(now.iso8601).")
    }

    static func wrongAudience(_ audience: String, allowed: [String]) -> ResourceManagerError {
        let names = allowed.map { "'\($0)'" }.joined(separator: ",")
        return ResourceManagerError(
            401, "InvalidAuthenticationTokenAudience",
            "The access token is for the wrong audience or resource '\(audience)'. The audience must be one of \(names)."
        )
    }

    /// The subscription belongs to another tenant than the token.
    static func wrongTenant(_ issuer: TenantID, home: TenantID) -> ResourceManagerError {
        ResourceManagerError(
            401, "InvalidAuthenticationTokenTenant",
            "The access token is of the tenant '\(issuer)', and the subscription belongs to the tenant '\(home)'. Request a token "
                + "of that tenant.")
    }

    static let missingVersion = ResourceManagerError(
        400, "MissingApiVersionParameter",
        "The api-version query parameter (?api-version=) is required for all requests.")

    static func invalidVersion(_ version: String) -> ResourceManagerError {
        let supported = ResourceManagerVersion.all.joined(separator: ",")
        return ResourceManagerError(
            400, "InvalidApiVersionParameter",
            "The api-version '\(version)' is invalid. The supported versions are '\(supported)'.")
    }

    static func subscriptionNotFound(_ id: String) -> ResourceManagerError {
        ResourceManagerError(404, "SubscriptionNotFound", "The subscription '\(id)' could not be found.")
    }

    static func malformedSubscription(_ id: String) -> ResourceManagerError {
        ResourceManagerError(
            400, "InvalidSubscriptionId", "The provided subscription identifier '\(id)' is malformed or invalid.")
    }

    static func unknownNamespace(_ name: String) -> ResourceManagerError {
        ResourceManagerError(404, "InvalidResourceNamespace", "The resource namespace '\(name)' is invalid.")
    }

    static func unknownGroup(_ name: String) -> ResourceManagerError {
        ResourceManagerError(404, "ResourceGroupNotFound", "Resource group '\(name)' could not be found.")
    }

    /// The error for everything that this resource manager does not have.
    static func absent(_ method: String, _ path: String) -> ResourceManagerError {
        ResourceManagerError(
            404, "NotFound",
            "Understudy has no Azure resources, so \(method) \(path) does not exist. Its Azure Resource Manager is read-only and "
                + "lists tenants, subscriptions, locations and resource providers.")
    }

    /// The challenge of a response with status 401. `authority` is the URL of the tenant that issues tokens.
    func challenge(authority: String) -> String {
        let description = message.filteredForHeader
        return
            "Bearer authorization_uri=\"\(authority)\", error=\"invalid_token\", error_description=\"\(description)\""
    }

    var json: [UInt8] {
        JSONWriter.object { json in
            json.object("error") { error in
                error.field("code", code)
                error.field("message", message)
            }
        }
    }
}

extension String {
    /// The text with each character that a quoted string of a header cannot contain as a question mark (RFC 9110 §5.6.4).
    fileprivate var filteredForHeader: String {
        let isPlain = { (byte: UInt8) in
            (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
        }
        return String(decoding: utf8.map { isPlain($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
    }
}

/// The values of `api-version`, newest first: the list in the service's own error message (2024), and the two versions of 2025 that
/// the current SDKs request.
enum ResourceManagerVersion {
    static let all =
        ("2025-04-01 2025-03-01 2024-11-01 2024-07-01 2024-06-01-preview 2024-03-01 2023-11-01 2023-07-01 2023-07-01-preview "
        + "2023-03-01-preview 2022-12-01 2022-11-01-preview 2022-09-01 2022-06-01 2022-05-01 2022-03-01-preview 2022-01-01 "
        + "2021-04-01 2021-01-01 2020-10-01 2020-09-01 2020-08-01 2020-07-01 2020-06-01 2020-05-01 2020-01-01 2019-11-01 "
        + "2019-10-01 2019-09-01 2019-08-01 2019-07-01 2019-06-01 2019-05-10 2019-05-01 2019-03-01 2018-11-01 2018-09-01 "
        + "2018-08-01 2018-07-01 2018-06-01 2018-05-01 2018-02-01 2018-01-01 2017-12-01 2017-08-01 2017-06-01 2017-05-10 "
        + "2017-05-01 2017-03-01 2016-09-01 2016-07-01 2016-06-01 2016-02-01 2015-11-01 2015-01-01 2014-04-01 "
        + "2014-04-01-preview 2014-01-01 2013-03-01").pieces(separatedBy: " ")

    /// Returns the `api-version` of a query, which may be of another service.
    static func stated(_ query: Form) throws(ResourceManagerError) -> String {
        guard let version = query[Parameter.apiVersion], !version.isEmpty else { throw .missingVersion }
        return version
    }

    /// Returns the `api-version` of a query.
    static func requested(_ query: Form) throws(ResourceManagerError) -> String {
        let version = try stated(query)
        guard all.contains(where: version.isExactlyIgnoringASCIICase) else { throw .invalidVersion(version) }
        return version
    }

    /// Returns the `api-version` of a query for the metadata, which also has the version 1.0
    /// (docs/reference/resource-manager.md#versions).
    static func requestedOfMetadata(_ query: Form) throws(ResourceManagerError) -> String {
        if query[Parameter.apiVersion]?.isExactly(oldest) == true { return oldest }
        return try requested(query)
    }

    private static let oldest = "1.0"
}
