import ControlPlane
import Formats
import HTTP
import Protocol
import Testing

/// Checks how the server reads the JSON bodies of control requests.
@Suite struct ControlBodyTests {
    private enum Colour: String, CaseIterable, Sendable {
        case red
        case green
    }

    private struct Part: Sendable, Equatable {
        var name: String
        var size: Int?
    }

    private struct Whole: Equatable {
        var name: String
        var flag: Bool?
        var wait: Duration?
        var until: Timestamp?
        var colour: Colour?
        var parts: [Part]?
        var map: [String]?
    }

    private static func read(_ text: String) throws(ProblemDocument) -> Whole {
        try ControlBody.read(Array(text.utf8)) { body in
            Whole(
                name: body.required("name", .nonEmptyText), flag: body.optional("flag", .boolean),
                wait: body.optional("wait", .duration), until: body.optional("until", .time),
                colour: body.optional("colour", .word(placeholder: .red)),
                parts: body.optional(
                    "parts",
                    .list(
                        .object { part in
                            Part(name: part.required("name", .text), size: part.optional("size", .integer(1...9)))
                        }, atMost: 3)),
                map: body.optional("map", .map(.text))?.map { "\($0.name)=\($0.value)" })
        }
    }

    @Test("A body with every member is read")
    func readsEveryMemberOfBody() throws {
        let read = try ControlBodyTests.read(
            """
            {"name": "a", "flag": true, "wait": "-PT1M", "until": "2030-01-01T00:00:00Z", "colour": "green",
             "parts": [{"name": "", "size": 9}, {"name": "b"}], "map": {"x/y": "1", "z": "2"}}
            """)
        #expect(
            read
                == Whole(
                    name: "a", flag: true, wait: .seconds(-60), until: Timestamp(seconds: 1_893_456_000),
                    colour: .green, parts: [Part(name: "", size: 9), Part(name: "b", size: nil)],
                    map: ["x/y=1", "z=2"]))
        #expect(try ControlBodyTests.read(#"{"name":"a"}"#) == Whole(name: "a"))
    }

    static let wrong: [(String, [String])] = [
        ("{}", ["#/name: The member is required."]),
        (#"{"name": ""}"#, ["#/name: Must be text that is not empty."]),
        (#"{"name": null}"#, ["#/name: Must be text that is not empty."]),
        (
            #"{"name": "a", "flag": null, "parts": [{"name": "b", "size": null}], "map": {"x": null}}"#,
            [
                "#/flag: Must be true or false.", "#/parts/0/size: Must be a whole number from 1 to 9.",
                "#/map/x: Must be text.",
            ]
        ),
        ("[]", ["#: Must be an object."]),
        (#"{"name": "a", "flaq": true}"#, ["#/flaq: Unknown member: did you mean flag?"]),
        (
            #"{"name": "a", "zzzzzzzz": 1}"#,
            ["#/zzzzzzzz: Unknown member: valid names are name, flag, wait, until, colour, parts, map."]
        ),
        (
            #"{"name": "a", "a/b~c": 1, "FLAG": true}"#,
            [
                "#/a~1b~0c: Unknown member: valid names are name, flag, wait, until, colour, parts, map.",
                "#/FLAG: Unknown member: did you mean flag?",
            ]
        ),
        (
            #"{"name": 1, "flag": "true", "wait": "2h", "until": "soon", "colour": "blue", "parts": {}, "map": []}"#,
            [
                "#/name: Must be text that is not empty.", "#/flag: Must be true or false.",
                "#/wait: Must be a duration such as \"PT2H\" or \"-PT30S\".",
                "#/until: Must be a time such as \"2030-01-01T00:00:00Z\".", "#/colour: Must be one of red, green.",
                "#/parts: Must be a list.", "#/map: Must be an object.",
            ]
        ),
        (#"{"name": "a", "colour": "gren"}"#, ["#/colour: Must be one of red, green: did you mean green?"]),
        (
            #"{"name": "a", "parts": [{"nme": "x"}, 7, {"name": "x", "size": 10}], "map": {"k/": 1}}"#,
            [
                "#/parts/0/name: The member is required.", "#/parts/0/nme: Unknown member: did you mean name?",
                "#/parts/1: Must be an object.",
                "#/parts/2/size: Must be a whole number from 1 to 9.", "#/map/k~1: Must be text.",
            ]
        ),
        (
            ##"{"name": "a", "parts": [{"name":""},{"name":""},{"name":""},{"name":""}]}"##,
            ["#/parts: Must be a list of at most 3 items."]
        ),
    ]

    @Test("The server reports every error of a body at once", arguments: wrong)
    func reportsAllErrorsOfBodyAtOnce(text: String, causes: [String]) {
        let problem = #expect(throws: ProblemDocument.self) { try ControlBodyTests.read(text) }
        #expect(problem?.status == 400)
        #expect(problem?.causes.map { "\($0.pointer): \($0.detail)" } == causes)
    }

    @Test(
        "A body that is not JSON is rejected as a whole",
        arguments: ["", "{", "name=a", "{\"name\":\"a\"} x", "{'name':'a'}", #"{"name":"a","name":"b"}"#, "\u{FEFF}{}"])
    func rejectsBodyThatIsNotJSON(text: String) {
        let problem = #expect(throws: ProblemDocument.self) { try ControlBodyTests.read(text) }
        #expect(problem?.title == "Malformed body")
        #expect(problem?.causes.isEmpty == true)
    }

    @Test("A missing body counts as an empty object only where the endpoint allows it")
    func acceptsEmptyBodyWhereAllowed() throws {
        #expect(try ControlBody.read([], allowsEmpty: true) { $0.optional("a", .text) } == nil)
        #expect(throws: ProblemDocument.self) { try ControlBody.read([]) { $0.optional("a", .text) } }
    }

    @Test("The problem document lists the causes and the extension members")
    func problemListsCausesAndExtensions() throws {
        let problem = ProblemDocument(
            status: 422, title: "T", detail: "D", causes: [.init(pointer: "#/a", detail: "Wrong.")],
            extensions: [.init("page", .object([.init("error", .string("AADSTS50126"))]))])
        let response = problem.response
        #expect(response.status == 422)
        #expect(response.headers["Content-Type"] == "application/problem+json")
        #expect(
            response.body
                == Array(
                    ##"{"type":"about:blank","title":"T","status":422,"detail":"D","errors":[{"pointer":"#/a","detail":"Wrong."}],"page":{"error":"AADSTS50126"}}"##
                        .utf8))
    }

    @Test("The server reports at most a hundred unknown members", arguments: [0, 1, 99, 100, 101, 50_000])
    func reportsAtMostHundredUnknownMembers(_ count: Int) {
        let members = (0..<count).map { "\"m\($0)\":0" }
        let inside = "\"parts\":[{\"name\":\"\",\(members.map { $0 + "," }.joined())\"size\":1}]"
        for body in ["{\"name\":\"a\"\(members.map { "," + $0 }.joined())}", "{\"name\":\"a\",\(inside)}"] {
            var named = 0
            do {
                _ = try ControlBodyTests.read(body)
            } catch {
                named = error.causes.count
            }
            #expect(named == min(count, ControlBody.maximumUnknown))
        }
    }

    @Test("An object with arbitrary members has at most a thousand", arguments: [(1_000, true), (1_001, false)])
    func limitsObjectToThousandMembers(_ count: Int, _ isTaken: Bool) throws {
        let body = "{\"claims\":{" + (0..<count).map { "\"m\($0)\":0" }.joined(separator: ",") + "}}"
        let read = { () throws(ProblemDocument) in
            try ControlBody.read(Array(body.utf8)) { $0.optional("claims", .members())?.count }
        }
        if isTaken {
            #expect(try read() == count)
        } else {
            #expect(throws: ProblemDocument.self) { try read() }
        }
    }
}
