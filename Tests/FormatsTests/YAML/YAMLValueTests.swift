import Formats
import Testing

/// Checks documents that are read while they are parsed.
@Suite struct YAMLValueTests {
    /// Renders the parts of a document: `{a: [1]}` gives `{a:[1,],}`. Reads the parts of lists and mappings only if
    /// `isRequested` returns true for the name or position.
    private static func render(_ value: YAMLValue, _ isRequested: (String) -> Bool = { _ in true }) -> String {
        var text = ""
        switch value.kind {
        case .scalar(let scalar): return scalar.text
        case .sequence:
            var position = 0
            value.elements { element in
                text += isRequested("\(position)") ? render(element, isRequested) + "," : ""
                position += 1
            }
            return "[\(text)]"
        case .mapping:
            value.members { name, _, member in
                text += isRequested(name) ? "\(name):\(render(member, isRequested))," : ""
            }
            return "{\(text)}"
        }
    }

    static let texts = [
        "a: {b: [1, 2], c: {}}\nd: [[], {e: f}]\n",
        "a: &x {b: [1, &y 2]}\nc: *x\nd: [*y, *x]\n",
        #"{"a": {"b": [1, 2]}, "c": []}"#,
        "- &list [1, &in {a: b}]\n- *in\n- *list\n",
    ]

    @Test("The streamed parts match the tree", arguments: texts)
    func streamedPartsMatchTree(text: String) throws {
        let bytes = Array(text.utf8)
        let tree = YAMLValue(try YAMLNode.parse(bytes))
        #expect(try YAMLValue.read(bytes) { YAMLValueTests.render($0) } == YAMLValueTests.render(tree))
    }

    @Test(
        "Unrequested parts are skipped, and the parts after them are read",
        arguments: [
            ("a: {b: [1, {c: 2}]}\nd: 3\n", "a", "{d:3,}"), ("a: [1, [2, 3], 4]\nd: 5\n", "1", "{a:[1,4,],d:5,}"),
            ("a: &x {b: [1]}\nc: *x\n", "a", "{c:{b:[1,],},}"), ("[1, 2]", "", "[1,2,]"),
        ])
    func skipsUnrequestedParts(text: String, skipped: String, expected: String) throws {
        let rendered = try YAMLValue.read(Array(text.utf8)) { YAMLValueTests.render($0) { $0 != skipped } }
        #expect(rendered == expected)
    }

    @Test(
        "The same rules apply to unrequested parts",
        arguments: [
            ("a: {b: 1, b: 2}\n", "occurs twice"), ("a: [*x]\n", "an anchor that is not defined"),
            ("a: {b: [1}\n", "not valid YAML"),
            ("a: !!int 1\n", "the tag"), ("a: {<<: {b: 1}}\n", "merge keys"),
            ("a: " + String(repeating: "[", count: 64) + String(repeating: "]", count: 64), "more than 64 levels"),
            ("a: 1\n---\nb: 2\n", "a second YAML document"),
        ])
    func checksUnrequestedParts(text: String, message: String) {
        for isRequested in [true, false] {
            let error = #expect(throws: YAMLError.self) {
                try YAMLValue.read(Array(text.utf8)) { isRequested ? YAMLValueTests.render($0) : "" }
            }
            #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
        }
    }

    /// A name of more than 1,024 characters, which libyaml rejects after the first members have been read.
    @Test func dropsPartsBeforeFailure() throws {
        let long = String(repeating: "n", count: 2_000)
        let text = "{\"a\":1,\"b\":[2],\"\(long)\":3}"
        let rendered = try YAMLValue.read(Array(text.utf8)) { YAMLValueTests.render($0) }
        #expect(rendered == "{a:1,b:[2,],\(long):3,}")
    }

    @Test func readsElementsOnceFromListsOnly() throws {
        let counts = try YAMLValue.read(Array("[1, 2, 3]".utf8)) { root in
            var counts = [0, 0, 0]
            root.members { _, _, _ in counts[0] += 1 }
            root.elements { _ in counts[1] += 1 }
            root.elements { _ in counts[2] += 1 }
            return counts
        }
        #expect(counts == [0, 3, 0])
    }
}
