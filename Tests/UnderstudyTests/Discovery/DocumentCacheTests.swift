import Formats
@testable import Protocol
import Testing
@testable import Understudy

/// The server caches discovery documents by URL and discards them when the directory changes.
@Suite struct DocumentCacheTests {
    private static let path = "/contoso.com/v2.0/.well-known/openid-configuration"

    private func jwksURI(_ response: TestResponse) -> String? { response.json?["jwks_uri"]?.string }

    @Test func cachesOneDocumentPerURL() throws {
        let entra = try MockEntra()
        for origin in [MockEntra.origin, "https://login.microsoftonline.com", "http://localhost:8080"] {
            for query in ["", "?appid=a", "?appid=b"] {
                let expected = "\(origin)/\(Seed.contoso)/discovery/v2.0/keys\(query)"
                for _ in 0..<2 {
                    #expect(jwksURI(try entra.at(origin).get(Self.path + query)) == expected)
                }
            }
        }
        #expect(entra.server.resources.documents.count == 9)
    }

    @Test func newDirectoryReplacesCachedDocuments() throws {
        let entra = try MockEntra()
        #expect(try entra.site.get(Self.path).status == 200)
        entra.replaceDirectory(
            try MockEntra.directory("tenants: [{id: \(Seed.contoso), domains: [fabrikam.com]}]"))
        #expect(try entra.site.get(Self.path).status == 400)
        #expect(try entra.site.get("/\(Seed.contoso)/v2.0/.well-known/openid-configuration").status == 200)
        #expect(entra.server.resources.documents.count == 1)
    }

    @Test func doesNotCacheErrors() throws {
        let entra = try MockEntra()
        #expect(try entra.site.get("/nowhere.example/v2.0/.well-known/openid-configuration").status == 400)
        #expect(entra.server.resources.documents.count == 0)
    }

    @Test func limitsNumberAndURLLengthOfCachedDocuments() throws {
        let entra = try MockEntra()
        for number in 0...DocumentCache.maximumDocuments {
            let uri = jwksURI(try entra.site.get("\(Self.path)?appid=\(number)"))
            #expect(uri?.hasSuffix("appid=\(number)") == true)
            #expect(entra.server.resources.documents.count <= DocumentCache.maximumDocuments)
        }
        let count = entra.server.resources.documents.count
        let maximum = DocumentCache.maximumURL - Self.path.utf8.count - "appid=".utf8.count
        let long = String(repeating: "x", count: maximum + 1)
        #expect(jwksURI(try entra.site.get("\(Self.path)?appid=\(long)"))?.hasSuffix(long) == true)
        #expect(entra.server.resources.documents.count == count)
        let longest = String(long.dropLast())
        #expect(jwksURI(try entra.site.get("\(Self.path)?appid=\(longest)"))?.hasSuffix(longest) == true)
        #expect(entra.server.resources.documents.count == count + 1)
    }
}
