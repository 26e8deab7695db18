import Formats

/// Requests to the control plane.
extension Site {
    func control(_ method: String, _ path: String, _ body: String = "") throws -> Answer {
        try send(method, "/_understudy/\(path)", headers: ["Content-Type": "application/json"], body: body)
    }

    func steer(_ body: String, tenant: String? = nil) throws {
        let answer = try control("PUT", "clock\(tenant.map { "?tenant=\($0)" } ?? "")", body)
        guard answer.status == 200 else { throw Unexpected(answer) }
    }
}

extension Answer {
    /// The JSON of the body; null where it is none.
    var value: JSONValue { json ?? .null }
}

extension Answer {
    func accessToken() throws -> Token { try Token(value["access_token"]?.string) }
}
