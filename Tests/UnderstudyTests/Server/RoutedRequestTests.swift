import Formats
import HTTP
import Protocol
import Testing
@testable import Understudy

/// Every request is routed by its own head, connection and form, and by the current directory.
@Suite struct RoutedRequestTests {
    private static let discovery = "/contoso.com/v2.0/.well-known/openid-configuration"

    private func head(_ method: String, _ path: String, _ fields: [HeaderList.Field] = []) -> RequestHead {
        HTTPRequest(method: method, path: path, headers: HeaderList(fields), authority: "localhost").head
    }

    @Test("Each scheme and port has its own routing result")
    func routesSeparatelyBySchemeAndPort() throws {
        let entra = try MockEntra()
        let head = HTTPRequest(method: "GET", path: Self.discovery, authority: "").head
        let listeners = [(true, 8443), (false, 8080), (true, 443), (true, 8443)]
        for (isSecure, port) in listeners {
            let peer = Peer(address: "127.0.0.1", isSecure: isSecure, localPort: port)
            let response = JSONValue(parsing: entra.exchange(HTTPRequest(head: head), peer).body)
            let origin = "\(isSecure ? "https" : "http")://localhost\(port == 443 ? "" : ":\(port)")"
            #expect(response?["token_endpoint"]?.string == "\(origin)/\(Seed.contoso)/oauth2/v2.0/token")
        }
    }

    @Test("A request with the head of an earlier one uses the current directory")
    func usesCurrentDirectoryForRepeatedHead() throws {
        let entra = try MockEntra()
        let head = head("GET", Self.discovery)
        #expect(entra.exchange(HTTPRequest(head: head), isSecure: true).status == 200)
        entra.replaceDirectory(try MockEntra.directory("tenants: [{id: \(Seed.contoso), domains: [fabrikam.com]}]"))
        #expect(entra.exchange(HTTPRequest(head: head), isSecure: true).status == 400)
    }

    @Test("Paths that depend on the directory are routed for each request")
    func routesDirectoryDependentPathsEachTime() throws {
        let entra = try MockEntra()
        let head = head("POST", "/contoso.com/oauth2/v2.0/token//")
        for isContracted in [false, true, false] {
            entra.replaceDirectory(
                try MockEntra.directory(
                    "{settings: {nativeAuthTestContract: \(isContracted)}, "
                        + "tenants: [{id: \(Seed.contoso), domains: [contoso.com]}]}"))
            let status = entra.exchange(HTTPRequest(head: head), isSecure: true).status
            #expect(status == (isContracted ? 400 : 404))
        }
    }

    @Test("Each method gets the same status on every request, whether the method is allowed or not")
    func returnsSameStatusForRepeatedMethod() throws {
        let entra = try MockEntra()
        for (method, status) in [("GET", 200), ("DELETE", 400), ("OPTIONS", 204), ("HEAD", 200)] {
            let head = head(method, Self.discovery)
            for _ in 0..<3 { #expect(entra.exchange(HTTPRequest(head: head), isSecure: true).status == status) }
        }
    }

    @Test("A request with the head of an earlier one uses its own form")
    func usesFormOfEachRequest() throws {
        let entra = try MockEntra()
        let head = head(
            "POST", "/contoso.com/oauth2/v2.0/token",
            [.init("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")])
        let ids = (1...3).map { "00000000-0000-4000-8000-00000000000\($0)" }
        for id in ids {
            let form = "client-request-id=\(id)&return-client-request-id=true&client_id=\(id)"
            let response = entra.exchange(HTTPRequest(head: head, body: Array(form.utf8)), isSecure: true)
            #expect(response.headers["client-request-id"] == id)
            #expect(JSONValue(parsing: response.body)?["correlation_id"]?.string == id)
        }
        let withoutForm = entra.exchange(HTTPRequest(head: head), isSecure: true)
        #expect(withoutForm.headers["client-request-id"] == nil && withoutForm.status == 400)
    }

    @Test("The client request ID in a header takes precedence over the query, and the query over the form")
    func prefersRequestIDInHeaderThenQuery() throws {
        let entra = try MockEntra()
        let ids = (1...3).map { "00000000-0000-4000-8000-00000000000\($0)" }
        let form = Array("client-request-id=\(ids[0])&return-client-request-id=true".utf8)
        let type = HeaderList.Field("Content-Type", "application/x-www-form-urlencoded")
        for (query, fields, expected) in [
            ("", [], ids[0]), ("client-request-id=\(ids[1])", [], ids[1]),
            ("client-request-id=\(ids[1])", [HeaderList.Field("Client-Request-Id", ids[2])], ids[2]),
        ] {
            let request = HTTPRequest(
                method: "POST", path: "/contoso.com/oauth2/v2.0/token", query: query,
                headers: HeaderList([type] + fields), body: form, authority: "localhost")
            for _ in 0..<2 {
                #expect(entra.exchange(request, isSecure: true).headers["client-request-id"] == expected)
            }
        }
    }
}
