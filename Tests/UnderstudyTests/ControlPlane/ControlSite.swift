import Formats

/// Helpers that send requests to the control plane.
extension Site {
    func control(_ method: String, _ path: String, _ body: String = "") throws -> TestResponse {
        try send(method, "/_understudy/\(path)", headers: ["Content-Type": "application/json"], body: body)
    }

    func adjust(_ body: String, tenant: String? = nil) throws {
        let response = try control("PUT", "clock\(tenant.map { "?tenant=\($0)" } ?? "")", body)
        guard response.status == 200 else { throw Unexpected(response) }
    }
}

extension TestResponse {
    /// The JSON body, or null if there is none.
    var value: JSONValue { json ?? .null }
}

extension TestResponse {
    func accessToken() throws -> Token { try Token(value["access_token"]?.string) }
}
