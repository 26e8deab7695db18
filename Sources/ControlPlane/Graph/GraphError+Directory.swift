import Directory
import Protocol

/// The errors of Microsoft Graph for directory objects.
extension GraphError {
    static func badRequest(_ message: String, _ details: [Detail] = []) -> GraphError {
        GraphError(status: 400, code: "Request_BadRequest", message: message, details: details)
    }

    /// Returns the error for a request that is not valid OData.
    static func malformed(_ message: String) -> GraphError {
        GraphError(status: 400, code: "BadRequest", message: message)
    }

    /// The error for a body that is not a JSON object, or whose `Content-Type` is not JSON.
    static let unreadable = malformed(
        "Unable to read JSON request payload. Please ensure Content-Type header is set and payload is of valid JSON format."
    )

    static func unsupportedQuery(_ message: String) -> GraphError {
        GraphError(status: 400, code: "Request_UnsupportedQuery", message: message)
    }

    /// Returns the error for a key that no object has.
    static func notFound(_ key: String) -> GraphError {
        GraphError(
            status: 404, code: "Request_ResourceNotFound",
            message: "The object '\(key)' does not exist, or an object that the request refers to does not exist.")
    }

    /// Returns the error for a path without a resource.
    static func unknownSegment(_ path: String) -> GraphError {
        malformed("No resource of this service has the path '\(path)'.")
    }

    /// Returns the error for a value that another object already has.
    static func conflict(_ property: String) -> GraphError {
        badRequest(
            "Another object has the same value for the property \(property).",
            [Detail(code: "ObjectConflict", target: property)])
    }

    /// Returns the error for an object whose key is already in use.
    static func exists(_ message: String) -> GraphError {
        GraphError(status: 409, code: "Request_MultipleObjectsWithSameKeyValue", message: message)
    }

    static let quota = GraphError(
        status: 403, code: "Directory_QuotaExceeded",
        message:
            "The directory has \(TenantEdit.maximumRunTimeObjects) objects that were created at run time, which is the limit."
    )

    static func invalidValue(_ path: String, _ reason: String? = nil) -> GraphError {
        badRequest(
            "The value of the property '\(path)' is not valid\(reason.map { ": \($0)" } ?? "").",
            [Detail(code: "InvalidValue", target: path)])
    }

    /// Returns the error for an invalid value, with the message of the real service.
    static func invalidValue(_ path: String, of resource: String) -> GraphError {
        badRequest(
            "Invalid value specified for property '\(path)' of resource '\(resource)'.",
            [Detail(code: "InvalidValue", target: path)])
    }

    /// Returns the error with the name of the resource if the error is a plain invalid value, and the unchanged error otherwise.
    func about(_ resource: String) -> GraphError {
        guard let path = details.first?.target, self == .invalidValue(path) else { return self }
        return .invalidValue(path, of: resource)
    }

    static func missingValue(_ path: String) -> GraphError {
        badRequest("The property '\(path)' needs a value.", [Detail(code: "MissingValue", target: path)])
    }

    static let weakPassword = badRequest(
        "The specified password does not comply with password complexity requirements. Please provide a different password.",
        [Detail(code: "InvalidValue", target: "passwordProfile.password")])

    /// Returns the error for an edit that was not made, or nil if the edit was made.
    static func rejected(_ outcome: TenantEdit.Outcome, key: String, conflict property: String) -> GraphError? {
        switch outcome {
        case .done: nil
        case .notFound: notFound(key)
        case .taken: conflict(property)
        case .full: quota
        }
    }

    init(_ problem: ODataQuery.Problem) {
        switch problem {
        case .malformed(let option): self = .malformed("The query option \(option) is not valid.")
        case .twice(let option): self = .malformed("The query option \(option) occurs twice.")
        case .unknown(let option): self = .malformed("The query option \(option) is not known.")
        case .unsupported(let option): self = .unsupportedQuery("The query option \(option) is not supported here.")
        }
    }
}
