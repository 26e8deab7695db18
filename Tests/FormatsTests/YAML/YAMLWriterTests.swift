import Formats
import Testing

struct YAMLWriterTests {
    @Test("Lists and mappings are in block style, and plain words have no quotes")
    func writesBlockStyle() throws {
        let json =
            #"{"tenants": [{"id": "contoso.com", "users": [], "on": true, "lists": [[1, 2], {}]}], "none": null}"#
        let value = try #require(JSONValue(parsing: Array(json.utf8)))
        #expect(
            YAMLWriter.text(value) == """
                tenants:
                  - id: contoso.com
                    users: []
                    "on": true
                    lists:
                      -
                        - 1
                        - 2
                      - {}
                none: null

                """)
    }

    @Test(
        "A text that YAML would read as something else is quoted",
        arguments: [
            "", " ", "true", "No", "null", "~", "1", "0x1F", "1e3", "2030-01-01", "a: b", "a:", "a #b", "#a", "- a",
            "@a",
            "*a", "&a", "!a", "%a", "|", ">", "'a'", "\"a\"", "{a}", "[a]", "a\nb", "\u{1F600}", "é", "\u{85}",
            "\u{2028}",
            "a,b", "...", "---", ".inf", "=", "?", "a ",
        ])
    func readsBackTheSameText(text: String) throws {
        let value = JSONValue.object([.init("key", .string(text)), .init(text, .array([.string(text)]))])
        #expect(try YAMLNode.parse(Array(YAMLWriter.text(value).utf8)).json == value)
    }
}
