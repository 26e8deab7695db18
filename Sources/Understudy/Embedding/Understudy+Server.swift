import HTTP
import Wire

/// What the server says of itself.
extension Understudy {
    /// Whether it is ready, and where it listens.
    ///
    /// - Throws: ``ControlError`` where it is not.
    public func health() throws(ControlError) -> Health {
        let answer = try control.json(.control("GET", "health"))
        return Health(
            version: try (answer["version"]?.string).promised("version"), origins: answer["origins"]?.strings ?? [])
    }

    /// A server that is ready.
    public struct Health: Sendable, Hashable {
        /// Its version.
        public let version: String
        /// Where it listens.
        public let origins: [String]
    }

    /// Counters and gauges, as Prometheus reads them.
    ///
    /// - Throws: ``ControlError`` where they cannot be had.
    public func metrics() throws(ControlError) -> [MetricSample] {
        try control.text(.control("GET", "metrics")).pieces(separatedBy: "\n").compactMap(MetricSample.init)
    }

    /// One number of the metrics.
    public struct MetricSample: Sendable, Hashable {
        /// Its name, `understudy_http_requests_total`.
        public let name: String
        /// What tells it from others of its name, as Prometheus writes it: `endpoint="token",status="200"`; empty for none.
        public let labels: String
        /// The number.
        public let value: Double

        /// From `name{labels} value`; nil for a comment.
        init?(_ line: String) {
            guard !line.hasExactPrefix("#"), let cut = line.cutAtLast(" "), let value = Double(cut.after) else {
                return nil
            }
            let series = cut.before.pieces(separatedBy: "{", atMost: 2)
            guard let name = series.first else { return nil }
            self.name = name
            labels = series.count > 1 ? series[1].before("}") ?? "" : ""
            self.value = value
        }
    }

    /// What the server answers, as OpenAPI 3.1 in YAML.
    ///
    /// - Throws: ``ControlError`` where it cannot be had.
    public func openAPI() throws(ControlError) -> String {
        try control.text(.control("GET", "openapi.yaml"))
    }

    /// What the server answers, as OpenAPI 3.1.
    ///
    /// - Throws: ``ControlError`` where it cannot be had.
    public func openAPIDocument() throws(ControlError) -> JSON {
        try control.json(.control("GET", "openapi.json"))
    }

    /// The JSON Schema of the configuration file.
    ///
    /// - Throws: ``ControlError`` where the schema cannot be had.
    public func configurationSchema() throws(ControlError) -> JSON {
        try control.json(.control("GET", "schema.json"))
    }

    /// The catalog of error codes.
    ///
    /// - Parameters:
    ///   - code: Digits, or the whole name, of the one code to list.
    ///   - search: Words that an entry must contain.
    /// - Throws: ``ControlError`` of status 400 for an empty parameter.
    public func errorCatalog(code: String? = nil, search: String? = nil) throws(ControlError) -> [ErrorEntry] {
        let query = Form(of: ["code": code, "search": search])
        let answer = try control.json(.control("GET", "errors", query: query))
        var entries: [ErrorEntry] = []
        for entry in try (answer["errors"]?.array).promised("errors") { entries.append(try ErrorEntry(entry)) }
        return entries
    }

    /// One code of the catalog.
    public struct ErrorEntry: Sendable, Hashable {
        /// `AADSTS50011`.
        public let code: String
        /// The OAuth error.
        public let error: String
        /// The HTTP status of the JSON response.
        public let status: Int
        /// The message, with placeholders such as `{client_id}`.
        public let template: String
        /// What the code means.
        public let meaning: String
        /// When the server raises the code by itself; empty for a code that only a stub raises.
        public let causes: [String]
        /// What to do about it.
        public let fix: String

        init(_ json: JSON) throws(ControlError) {
            code = try (json["code"]?.string).promised("code")
            error = try (json["error"]?.string).promised("error")
            status = try Int((json["status"]?.integer).promised("status"))
            template = try (json["template"]?.string).promised("template")
            meaning = try (json["meaning"]?.string).promised("meaning")
            causes = json["causes"]?.strings ?? []
            fix = try (json["fix"]?.string).promised("fix")
        }
    }

    /// The CA that clients must trust, in a file's form.
    ///
    /// - Parameter form: Which one.
    /// - Returns: The bytes of the file.
    /// - Throws: ``ControlError`` where it cannot be had.
    public func certificateAuthority(_ form: CertificateForm) throws(ControlError) -> [UInt8] {
        try control.send(.control("GET", form.rawValue)).body
    }

    /// Files in which a CA is handed on.
    public enum CertificateForm: String, Sendable, CaseIterable {
        /// Text, as OpenSSL and most tools read it.
        case pem = "ca.pem"
        /// Bytes, as `SecCertificateCreateWithData` reads them.
        case der = "ca.der"
        /// A configuration profile for Apple's devices and simulators.
        case mobileConfig = "ca.mobileconfig"
    }

    /// The key that signs SSH certificates, one line of `TrustedUserCAKeys`.
    ///
    /// - Throws: ``ControlError`` where it cannot be had.
    public func sshCertificateAuthority() throws(ControlError) -> String {
        try control.text(.control("GET", "ssh-ca.pub"))
    }
}
