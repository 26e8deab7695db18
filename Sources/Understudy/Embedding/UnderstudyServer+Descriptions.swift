import Entra
#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    // Allowed (whole-foundation): Apple's systems have only the whole of Foundation, as a part of the system.
    public import Foundation
#endif
import Formats
import HTTP
import Protocol

/// The descriptions of the server.
extension UnderstudyServer {
    /// Returns the version and the origins of the server if the server is ready.
    ///
    /// - Throws: ``ControlError`` if the server is not ready.
    public func health() throws(Understudy::ControlError) -> ServerHealth {
        try control.call { (_) throws(ProblemDocument) in
            do throws(EntraError) {
                _ = try control.services.signingKeys(of: nil)
            } catch {
                throw ProblemDocument(error)
            }
        }
        return ServerHealth(version: Version.text, baseURLs: baseURLs)
    }

    /// Returns the counters and gauges that Prometheus reads.
    ///
    /// - Throws: ``ControlError`` if the server does not return the metrics.
    public func metrics() throws(Understudy::ControlError) -> [Understudy::MetricSample] {
        try control.text(.document("metrics")).pieces(separatedBy: "\n").compactMap(Understudy::MetricSample.init)
    }

    /// Returns the OpenAPI 3.1 description of the server in YAML.
    ///
    /// - Throws: ``ControlError`` if the server does not return the description.
    public func openAPI() throws(Understudy::ControlError) -> String {
        try control.text(.document("openapi.yaml"))
    }

    /// Returns the OpenAPI 3.1 description of the server as JSON.
    ///
    /// - Throws: ``ControlError`` if the server does not return the description.
    public func openAPIDocument() throws(Understudy::ControlError) -> Understudy::JSON {
        try control.json(.document("openapi.json"))
    }

    /// Returns the JSON Schema of the configuration file.
    ///
    /// - Throws: ``ControlError`` if the server does not return the schema.
    public func configurationSchema() throws(Understudy::ControlError) -> Understudy::JSON {
        try control.json(.document("schema.json"))
    }

    /// Returns the catalog of error codes.
    ///
    /// - Parameters:
    ///   - code: The number or the whole name of one code.
    ///   - search: The words that an entry must contain.
    /// - Throws: ``ControlError`` of status 400 for an empty parameter.
    public func errorCatalog(code: String? = nil, search: String? = nil) throws(Understudy::ControlError)
        -> [Understudy::ErrorEntry]
    {
        let query = Form(of: ["code": code, "search": search])
        let document = try control.json(.document("errors", query: query))
        var entries: [Understudy::ErrorEntry] = []
        for entry in try (document["errors"]?.array).unwrapped("errors") {
            entries.append(try Understudy::ErrorEntry(entry))
        }
        return entries
    }

    /// Returns the CA certificate that clients must trust, as a file.
    ///
    /// - Parameter form: The format of the file.
    /// - Returns: The bytes of the file.
    /// - Throws: ``ControlError`` of status 404 if the server has a certificate of its own.
    public func certificateAuthority(_ form: Understudy::CertificateForm) throws(Understudy::ControlError) -> [UInt8] {
        try control.send(.document(form.rawValue)).body
    }

    /// Returns the key that signs SSH certificates, as one line of `TrustedUserCAKeys`.
    ///
    /// - Throws: ``ControlError`` if the server does not return the key.
    public func sshCertificateAuthority() throws(Understudy::ControlError) -> String {
        try control.text(.document("ssh-ca.pub"))
    }
}

/// The health of a server that is ready.
public struct ServerHealth: Sendable, Hashable {
    /// The version of the server.
    public let version: String
    /// The URLs at which the server listens, without a path.
    public let baseURLs: [URL]
}

/// A sample of the metrics.
public struct MetricSample: Sendable, Hashable {
    /// The name of the metric, such as `understudy_requests_total`.
    public let name: String
    /// The labels in the form of Prometheus, such as `endpoint="token",status="2xx"`, or an empty string.
    public let labels: String
    /// The value of the sample.
    public let value: Double

    /// Parses a line `name{labels} value`. Returns nil for a comment.
    init?(_ line: String) {
        guard !line.hasExactPrefix("#"), let cut = line.splitAtLast(" "), let value = Double(cut.after) else {
            return nil
        }
        let series = cut.before.pieces(separatedBy: "{", atMost: 2)
        guard let name = series.first else { return nil }
        self.name = name
        labels = series.count > 1 ? series[1].dropping(suffix: "}") ?? "" : ""
        self.value = value
    }
}

/// An error code of the catalog.
public struct ErrorEntry: Sendable, Hashable {
    /// The code, such as `AADSTS50011`.
    public let code: String
    /// The OAuth error.
    public let error: String
    /// The HTTP status of the JSON response.
    public let status: Int
    /// The form of the error at the authorization endpoint: `redirect`, `page`, or `page unless prompt=none`.
    public let delivery: String
    /// The evidence for the OAuth error and the status, such as `capture`, `documentation` or `inferred`.
    public let errorEvidence: String
    /// The evidence for the delivery.
    public let deliveryEvidence: String
    /// The message, with placeholders such as `{client_id}`.
    public let template: String
    /// The meaning of the code.
    public let meaning: String
    /// The cases in which the server itself raises the code. The list is empty for a code that only a stub raises.
    public let causes: [String]
    /// The fix for the error.
    public let fix: String

    init(_ json: JSON) throws(ControlError) {
        code = try (json["code"]?.string).unwrapped("code")
        error = try (json["error"]?.string).unwrapped("error")
        status = try Int((json["status"]?.integer).unwrapped("status"))
        delivery = try (json["delivery"]?.string).unwrapped("delivery")
        errorEvidence = try (json["evidence"]?["error"]?.string).unwrapped("evidence")
        deliveryEvidence = try (json["evidence"]?["delivery"]?.string).unwrapped("evidence")
        template = try (json["template"]?.string).unwrapped("template")
        meaning = try (json["meaning"]?.string).unwrapped("meaning")
        causes = json["causes"]?.strings ?? []
        fix = try (json["fix"]?.string).unwrapped("fix")
    }
}

/// The file formats of the CA certificate.
public enum CertificateForm: String, Sendable, CaseIterable {
    /// PEM text, which OpenSSL and most tools read.
    case pem = "ca.pem"
    /// DER bytes, which `SecCertificateCreateWithData` reads.
    case der = "ca.der"
    /// A configuration profile for Apple devices and simulators.
    case mobileConfig = "ca.mobileconfig"
}
