import Formats
import FoundationEssentials
import Platform
import Testing

/// These tests cover the two steps of Azure Arc: the path of a key file, then the content of the file
/// (docs/reference/protocol.md#managed-identity).
@Suite struct AzureArcTests {
    private let target = "/arc/metadata/identity/oauth2/token?api-version=2020-06-01&resource=api%3A%2F%2Forders"

    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "arc-\(UUID().uuidString)").path()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    private func send(_ site: Site, _ key: String? = nil, _ more: String = "") throws -> TestResponse {
        var headers = [("Metadata", "true")]
        if let key { headers.append(("Authorization", "Basic \(key)")) }
        return try site.send("GET", target + more, headerList: headers)
    }

    /// Returns the path from the challenge and the content of the key file.
    private func key(_ response: TestResponse) throws -> (path: String, content: String) {
        #expect(response.status == 401)
        // A recording of azure-sdk-for-net, 2020-11.
        #expect(
            response.json?.object?.map(\.name) == [
                "error", "error_description", "error_codes", "timestamp", "trace_id", "correlation_id",
            ])
        #expect(response["error"] == "unauthorized_client")
        #expect(response["error_description"] == "Missing Basic Authorization header")
        #expect(response.json?["error_codes"]?.array?.compactMap(\.integer) == [401])
        #expect(response["timestamp"]?.hasSuffix(" +0000 UTC") == true)
        #expect(response["trace_id"]?.isEmpty == true)
        let challenge = try #require(response.header("WWW-Authenticate"))
        let path = try #require(challenge.split(separator: "=").last.map(String.init))
        #expect(challenge == "Basic realm=\(path)")
        let content = try #require(FileManager.default.contents(atPath: path))
        return (path, String(decoding: content, as: UTF8.self))
    }

    @Test func keyFileIsValidForOneRequest() throws {
        try withFolder { folder in
            let site = try Azure.entra(folder: folder).site
            let (path, content) = try key(send(site))
            #expect(path.hasPrefix(folder + "/") && path.hasSuffix(".key"))
            #expect((1...4_096).contains(content.utf8.count))
            var status = stat()
            #expect(stat(path, &status) == 0)
            #expect(status.st_mode & 0o777 == 0o600)
            let response = try send(site, content)
            #expect(response.status == 200)
            #expect(
                response.json?.object?.map(\.name) == [
                    "access_token", "refresh_token", "expires_in", "expires_on", "not_before", "resource", "token_type",
                ])
            #expect(response["expires_in"] == "86400")
            #expect(try key(send(site, content)).content != content, "a used key is rejected, and a new key is written")
        }
    }

    @Test(
        "Azure Arc ignores the letter case of the Metadata value, and accepts a trailing slash",
        arguments: ["true", "True", "TRUE"])
    func ignoresLetterCaseOfMetadata(_ value: String) throws {
        try withFolder { folder in
            let site = try Azure.entra(folder: folder).site
            let target = target.replacing("/token?", with: "/token/?")
            #expect(try site.get(target, headers: ["Metadata": value]).status == 401)
            #expect(try site.get(target, headers: ["Metadata": "yes"]).status == 400)
        }
    }

    @Test(
        "Azure Arc accepts its own API versions only",
        arguments: [("2019-11-01", 200), ("2020-06-01", 200), ("2018-02-01", 400), ("9999-99-99", 400)])
    func acceptsVersionsOfAzureArcOnly(_ version: String, _ status: Int) throws {
        try withFolder { folder in
            let site = try Azure.entra(folder: folder).site
            let content = try key(send(site)).content
            let headers = [("Metadata", "true"), ("Authorization", "Basic \(content)")]
            let target = target.replacing("2020-06-01", with: version)
            #expect(try site.send("GET", target, headerList: headers).status == status)
        }
    }

    @Test(
        "The response repeats the identifier of the requested identity",
        arguments: [
            ("client_id", Azure.jobsClient), ("object_id", Azure.jobsPrincipal), ("msi_res_id", Azure.jobs),
            ("mi_res_id", Azure.jobs),
        ])
    func responseRepeatsRequestedIdentity(_ name: String, _ value: String) throws {
        try withFolder { folder in
            let site = try Azure.entra(folder: folder).site
            let more = "&" + Parameters(dictionaryLiteral: (name, value)).encoded
            let response = try send(site, key(send(site, nil, more)).content, more)
            #expect(response[name] == value)
            #expect(try Token(response["access_token"])["oid"] == Azure.jobsPrincipal)
        }
    }

    @Test("The journal says what the challenge asks for")
    func journalSaysWhatChallengeAsksFor() throws {
        try withFolder { folder in
            let site = try Azure.entra(folder: folder).site
            _ = try send(site)
            let error = try site.get("/_understudy/requests").json?["requests"]?.array?.first?["decision"]?["error"]
            #expect(error?["detail"]?.string?.contains("content of the key file") == true)
        }
    }

    @Test func rejectsWrongOrExpiredKey() throws {
        try withFolder { folder in
            let entra = try Azure.entra(folder: folder)
            let (_, content) = try key(send(entra.site))
            for wrong in ["", "x", content + "A", String(content.dropLast()), " \(content)"] {
                #expect(try send(entra.site, wrong).status == 401)
            }
            entra.clock.advance(seconds: 60)
            #expect(try send(entra.site, content).status == 401)
        }
    }

    @Test func limitsNumberOfKeyFiles() throws {
        try withFolder { folder in
            let site = try Azure.entra(folder: folder).site
            for _ in 0..<200 { _ = try send(site) }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 64)
        }
    }

    @Test func reportsMissingKeyFolder() throws {
        let response = try send(Azure.entra(folder: "/no/such/folder").site)
        #expect(response.status == 500)
        #expect(response["error_description"]?.contains("/no/such/folder") == true)
    }

    @Test func requiresMetadataHeaderForKey() throws {
        let response = try Azure.entra().site.get(target)
        #expect(response.status == 400)
        #expect(response["error"] == "invalid_request")
        #expect(response.header("WWW-Authenticate") == nil)
    }
}
