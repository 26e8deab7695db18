import Crypto
import Formats
import HTTP
import Platform
import Synchronization
import TestTags
import Testing
import Transport
@testable import Understudy

/// `POST /_understudy/keys/rotate` adds a signing key and keeps the previous key published for a while.
@Suite struct KeyRotationTests {
    private let entra: MockEntra
    private var site: Site { entra.site }

    init() throws {
        entra = try MockEntra()
    }

    private func published(_ path: String = "/common/discovery/v2.0/keys") throws -> [String] {
        try site.get(path).value["keys"]?.array?.compactMap { $0["kid"]?.string } ?? []
    }

    private func token() throws -> Token {
        let form = Client.daemon.credentials.with([
            "grant_type": "client_credentials", "scope": "api://orders/.default",
        ])
        return try site.token(form, tenant: "contoso.com").accessToken()
    }

    @Test("The new key signs, and the previous key stays published until it is deleted")
    func signsWithNewKeyAndPublishesBoth() throws {
        let cached = try published()
        let before = try token()
        let response = try site.control("POST", "keys/rotate")
        #expect(response.status == 200)
        let after = try token()
        let kid = try #require(after.header["kid"]?.string)
        #expect(!cached.contains(kid), "a client that kept the keys must fetch them again")
        #expect(try published() == cached + [kid])
        #expect(try before.isSigned(by: site) && after.isSigned(by: site))
        let old = try #require(before.header["kid"]?.string)
        let signing = response.value["keys"]?.array?.filter { $0["signs"]?.bool == true }.compactMap {
            $0["kid"]?.string
        }
        #expect(signing?.contains(kid) == true && signing?.contains(old) == false)
        #expect(try site.control("DELETE", "keys/\(kid)").status == 409)
        #expect(try site.control("DELETE", "keys/\(old)").status == 204)
        #expect(try site.control("DELETE", "keys/\(old)").status == 404)
        #expect(try !published().contains(old))
        #expect(try !before.isSigned(by: site))
    }

    // entra-docs signing-key-rollover.md, "How to perform a manual rollover": Get-MsIdSigningKeyThumbprint -Latest
    @Test("The certificate of the new key begins last")
    func latestCertificateIsOfNewKey() throws {
        #expect(try site.control("POST", "keys/rotate").status == 200)
        let keys = try #require(try site.get("/common/discovery/keys").value["keys"]?.array)
        let starts = try keys.map { key -> (kid: String?, start: Timestamp) in
            let certificate = try #require(key["x5c"]?.array?.first?.string.flatMap { Base64.decodeStandard($0.utf8) })
            return (key["kid"]?.string, try ClientCertificate(der: certificate).notBefore)
        }
        let latest = starts.max(by: { $0.start < $1.start })
        let signing = try token().header["kid"]?.string
        #expect(latest?.kid != nil && latest?.kid == signing)
    }

    @Test("The server answers other requests while it generates the key")
    func respondsToOthersWhileGeneratingKey() throws {
        let pipeline = try Pipeline(entra.server)
        let before = try published()
        let rotate = HTTPRequest(
            method: "POST", path: "/_understudy/keys/rotate", query: "", headers: HeaderList(), body: [],
            authority: "localhost:8443")
        guard case .later(let deferral) = pipeline.reply(to: rotate, from: Peer(address: "::1", isSecure: true))
        else {
            Issue.record("the response is not delayed")
            return
        }
        #expect(try published() == before, "no key is created before the deferral begins")
        let isDone = Atomic<Bool>(false)
        deferral.begin { isDone.store(true, ordering: .releasing) }
        #expect(try token().isSigned(by: site))
        waitUntil { isDone.load(ordering: .acquiring) }
        guard case .now(let response) = deferral.next() else {
            Issue.record("the response is delayed again")
            return
        }
        #expect(response.status == 200)
        #expect(try published().count == before.count + 1)
    }

    @Test("The previous key is removed when the grace period ends")
    func removesPreviousKeyAfterGracePeriod() throws {
        let old = try token().header["kid"]?.string ?? ""
        #expect(try site.control("POST", "keys/rotate", #"{"grace": "PT1H"}"#).status == 200)
        try site.adjust(#"{"advance": "PT59M"}"#)
        #expect(try published().contains(old))
        try site.adjust(#"{"advance": "PT1M"}"#)
        #expect(try !published().contains(old))
        try site.adjust(#"{"offset": "PT0S"}"#)
        #expect(try published().contains(old), "the clock was set back")
    }

    @Test("B2C keys rotate separately, and a reset restores the initial keys")
    func rotatesB2CKeysSeparately() throws {
        let workforce = try published()
        let b2c = "/adventureworks.onmicrosoft.com/b2c_1_signupsignin/discovery/v2.0/keys"
        let before = try published(b2c)
        #expect(try site.control("POST", "keys/rotate", #"{"for": "b2c"}"#).status == 200)
        #expect(try published() == workforce)
        #expect(try published(b2c).count == before.count + 1)
        #expect(try site.control("POST", "reset").status == 204)
        #expect(try published(b2c) == before)
    }

    @Test(
        "An invalid rotation request is rejected",
        arguments: [#"{"for": "consumers"}"#, #"{"grace": "-PT1H"}"#, #"{"grce": 1}"#])
    func rejectsInvalidRotationRequest(_ body: String) throws {
        let before = try published()
        #expect(try site.control("POST", "keys/rotate", body).status == 400)
        #expect(try published() == before)
    }

    @Test("Key rotation succeeds at the last representable time", arguments: [#"{"grace":"PT1H"}"#, "{}"])
    func rotatesKeysAtLastRepresentableTime(_ body: String) throws {
        #expect(
            try site.control("PUT", "clock", #"{"frozen":"9999-12-31T23:59:59Z","advance":"PT0.5S"}"#).status == 200)
        #expect(try site.control("POST", "keys/rotate", body).status == 200)
        #expect(try !published().isEmpty)
    }
}
