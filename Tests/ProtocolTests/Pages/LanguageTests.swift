import Entra
import Formats
import Testing

@testable import Protocol

/// Checks the tables of languages, and the choice among them.
struct LanguageTests {
    static let all = PageLanguage.all.values.map { $0() }.sorted { $0.language < $1.language }
    static let names = all.map(\.language)

    @Test func hasTwelveLanguages() {
        #expect(
            LanguageTests.all.map(\.language) == [
                "ar", "de", "en", "es", "fr", "it", "ja", "ko", "nl", "pl", "pt-BR", "zh-Hans",
            ])
        #expect(LanguageTests.all.filter(\.isRightToLeft).map(\.language) == ["ar"])
    }

    /// A text has a place for each value, and room on the page.
    @Test(arguments: names)
    func languageHasEveryPhrase(language: String) throws {
        let texts = try LanguageTests.texts(language)
        func values(_ texts: PageTexts, _ phrase: Phrase) -> [Int] {
            texts.pieces(of: phrase).compactMap { if case .value(let position) = $0 { position } else { nil } }.sorted()
        }
        for phrase in Phrase.allCases {
            let text = texts[phrase]
            #expect(!text.isEmpty, "\(phrase)")
            #expect(values(texts, phrase) == values(.english, phrase), "\(phrase)")
            #expect(text.count <= 2 * PageTexts.english[phrase].count + 8, "\(phrase): \(text)")
        }
    }

    /// An API has its own words for its permissions, but the OpenID Connect scopes are the server's.
    @Test(arguments: [("en", "Sign you in"), ("de", "Sie anmelden"), ("ar", "تسجيل دخولك"), ("ja", "サインイン")])
    func consentPageNamesOpenIDScopesInLanguage(language: String, name: String) throws {
        let permissions = OIDCScopes.openid.permissionsToConsent(for: ClientID("a"), graphName: "Microsoft Graph")
        let row = try #require(permissions.first).pageEntry(forOrganization: false)
        #expect(try LanguageTests.texts(language)[row.displayName] == name)
    }

    private static func texts(_ language: String) throws -> PageTexts {
        try #require(all.first { $0.language == language })
    }

    @Test(arguments: [
        ("ui_locales=de", nil, "de"), ("ui_locales=de-CH", nil, "de"), ("ui_locales=xx%20fr", nil, "fr"),
        ("mkt=pt-BR", nil, "pt-BR"), ("mkt=PT-pt", nil, "pt-BR"), ("lc=1031", nil, "de"), ("lc=1025", nil, "ar"),
        ("lc=3082", nil, "es"), ("lc=4", "fr", "fr"), ("mkt=zh-CN&ui_locales=de", nil, "zh-Hans"),
        ("mkt=xx", "it", "it"), ("", "de", "de"), ("", "fr;q=0.2, ja;q=0.9, xx", "ja"), ("", "de;q=0, nl;q=0.1", "nl"),
        ("", "en-US,en;q=0.9,de;q=0.8", "en"), ("", "*", "en"), ("", nil, "en"), ("", "de;q=2, pl;q=0.5", "pl"),
        ("", "de;q=0.0001, pl;q=0.5", "pl"), ("", ",,;q=1,ko", "ko"), ("ui_locales=", "de", "de"),
    ])
    func choosesLanguage(query: String, header: String?, language: String) throws {
        let query = try Form(parsing: query.utf8)
        #expect(PageLanguage.texts(query: query, form: nil, acceptLanguage: header).language == language)
    }

    /// No more languages of a header are read than a browser sends.
    @Test func readsBoundedHeader() {
        let header = String(repeating: "xx,", count: 16) + "de"
        #expect(PageLanguage.texts(query: nil, form: nil, acceptLanguage: header).language == "en")
    }

    @Test(arguments: names, SamplePage.all)
    func pageIsInLanguage(language: String, page: SamplePage) throws {
        let texts = try LanguageTests.texts(language)
        let html = String(decoding: Pages.render(page.model, in: texts), as: UTF8.self)
        let direction = texts.isRightToLeft ? " dir=\"rtl\"" : ""
        #expect(html.hasPrefix("<!doctype html>\n<html lang=\"\(language)\"\(direction)>"))
        #expect(!html.contains("{0}"))
    }
}
