import Entra
import Formats
import Testing

@Suite struct HALDocumentTests {
    private func text(_ document: HALDocument) -> String { String(decoding: document.json, as: UTF8.self) }

    @Test("Empty parts are omitted")
    func omitsEmptyParts() {
        #expect(text(HALDocument()) == "{}")
        #expect(text(HALDocument([.init("state", .string("continue"))])) == #"{"state":"continue"}"#)
    }

    @Test("Links and embedded resources with their own links keep the given order")
    func writesLinksAndEmbeddedResources() {
        let method = HALDocument([.init("id", .string("1"))], links: [.init("challenge", to: "/c?a=1&b=\"")])
        let document = HALDocument(
            [.init("action", .string("challenge"))], embedded: [.init("methods", [method, HALDocument()])],
            links: [.init("verify", to: "/v"), .init("resend", to: "/c")])
        #expect(
            text(document) == #"""
                {"action":"challenge","_embedded":{"methods":[{"id":"1","_links":{"challenge":{"href":"/c?a=1&b=\""}}},{}]},\#
                "_links":{"verify":{"href":"/v"},"resend":{"href":"/c"}}}
                """#)
    }

    @Test("Every link contains `/api/`, where clients split it", arguments: InteractionLink.allCases)
    func everyLinkContainsAPISegment(_ link: InteractionLink) {
        let path = link.path(type: "email", id: "7")
        #expect(path.hasPrefix("api/"))
        #expect(path.contains("/methods/email/7") == link.isOfMethod)
    }
}
