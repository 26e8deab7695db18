import ClientTools
import Testing

struct ResourceTranslationTests {
    static let scopes: [(String, String)] = [
        ("https://graph.microsoft.com", "https://graph.microsoft.com/.default"),
        ("https://graph.microsoft.com/", "https://graph.microsoft.com//.default"),
        ("https://management.core.windows.net/", "https://management.core.windows.net//.default"),
        ("api://orders", "api://orders/.default"), ("api://contoso/orders/v2", "api://contoso/orders/v2/.default"),
        ("00000003-0000-0000-c000-000000000000", "00000003-0000-0000-c000-000000000000/.default"),
        ("https://graph.windows.net", "https://graph.windows.net/.default"),
    ]

    @Test(arguments: scopes)
    func translatesResourceToDefaultScopeAndBack(_ resource: String, scope: String) throws {
        let translation = try ResourceTranslation.scope(of: resource)
        #expect(translation.to == scope)
        #expect(translation.notes.contains { $0.contains("double slash") } == resource.hasSuffix("/"))
        #expect(try ResourceTranslation.resource(of: scope).to == resource)
    }

    @Test func notesThatAzureADGraphIsRetired() throws {
        for resource in ["https://graph.windows.net/", "00000002-0000-0000-c000-000000000000"] {
            #expect(try ResourceTranslation.scope(of: resource).notes.contains { $0.contains("retired") })
        }
    }

    static let resources: [(String, String)] = [
        ("https://graph.microsoft.com/User.Read", "https://graph.microsoft.com"),
        ("openid User.Read", "https://graph.microsoft.com"),
        ("openid profile offline_access", "https://graph.microsoft.com"),
        (".default", "https://graph.microsoft.com"),
        ("api://orders/Orders.Read api://orders/Orders.Write", "api://orders"),
        ("openid  https://legacy.contoso.com//user_impersonation ", "https://legacy.contoso.com/"),
        ("api://a/b/c", "api://a/b"),
    ]

    @Test(arguments: resources)
    func translatesScopesToTheirResource(_ scopes: String, resource: String) throws {
        let translation = try ResourceTranslation.resource(of: scopes)
        #expect(translation.to == resource)
        let hasNames = scopes.contains("Read") || scopes.contains("user_") || scopes.contains("/c")
        #expect(translation.notes.contains { $0.contains("single permissions") } == hasNames)
    }

    @Test(arguments: ["", " ", "a b", "https://graph.microsoft.com/.default"])
    func rejectsTextThatIsNoResource(_ text: String) {
        #expect(throws: TranslationFailure.self) { try ResourceTranslation.scope(of: text) }
    }

    @Test(arguments: [
        "api://orders", "https://graph.microsoft.com", "https://legacy.contoso.com/", "openid api://orders", "api:/x",
        "00000003-0000-0000-c000-000000000000",
    ])
    func rejectsIdentifierWithoutPermission(_ text: String) {
        #expect {
            try ResourceTranslation.resource(of: text)
        } throws: { error in
            if case .malformed(let message) = error as? TranslationFailure {
                message.contains("is not a scope")
            } else {
                false
            }
        }
    }

    @Test func rejectsScopesOfSeveralResources() {
        #expect {
            try ResourceTranslation.resource(of: "api://a/x User.Read")
        } throws: { error in
            guard case .noEqual(let message) = error as? TranslationFailure else { return false }
            return message.contains("api://a") && message.contains("https://graph.microsoft.com")
        }
        #expect(throws: TranslationFailure.self) { try ResourceTranslation.resource(of: " ") }
    }
}
