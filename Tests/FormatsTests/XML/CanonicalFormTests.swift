import Formats
import Testing

/// Checks the examples of W3C Exclusive XML Canonicalization §2.2 and Canonical XML §3 without document types and
/// processing instructions.
@Suite struct CanonicalFormTests {
    struct Vector: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let document: String
        let canonical: String
    }

    static let vectors = [
        Vector(
            testDescription: "start and end tags",
            document: """
                <doc>
                   <e1   />
                   <e2   ></e2>
                   <e3   name = "elem3"   id="elem3"   />
                   <e4   name="elem4"   id="elem4"   ></e4>
                   <e5 a:attr="out" b:attr="sorted" attr2="all" attr="I'm"
                      xmlns:b="http://www.ietf.org"
                      xmlns:a="http://www.w3.org"
                      xmlns="http://example.org"/>
                </doc>
                """,
            canonical: """
                <doc>
                   <e1></e1>
                   <e2></e2>
                   <e3 id="elem3" name="elem3"></e3>
                   <e4 id="elem4" name="elem4"></e4>
                   <e5 xmlns="http://example.org" xmlns:a="http://www.w3.org" xmlns:b="http://www.ietf.org" attr="I'm" attr2="all" b:attr="sorted" a:attr="out"></e5>
                </doc>
                """),
        Vector(
            testDescription: "characters and references",
            document: """
                <doc>
                   <text>First line&#x0d;&#10;Second line</text>
                   <value>&#x32;</value>
                   <compute><![CDATA[value>"0" && value<"10" ?"valid":"error"]]></compute>
                   <compute expr='value>"0" &amp;&amp; value&lt;"10" ?"valid":"error"'>valid</compute>
                   <norm attr=' &apos;   &#x20;&#13;&#xa;&#9;   &apos; '/>
                </doc>
                """,
            canonical: """
                <doc>
                   <text>First line&#xD;
                Second line</text>
                   <value>2</value>
                   <compute>value&gt;"0" &amp;&amp; value&lt;"10" ?"valid":"error"</compute>
                   <compute expr="value>&quot;0&quot; &amp;&amp; value&lt;&quot;10&quot; ?&quot;valid&quot;:&quot;error&quot;">valid</compute>
                   <norm attr=" '    &#xD;&#xA;&#x9;   ' "></norm>
                </doc>
                """),
        Vector(
            testDescription: "comments go, and nothing around the root is kept", document: "\n<a>b<!-- c -->d</a>\n",
            canonical: "<a>bd</a>"),
        Vector(
            testDescription: "a namespace that is not used is not written",
            document: "<n0:a xmlns:n0='foo:bar' xmlns:n3='ftp://example.org'><n0:b n3:k='1'/></n0:a>",
            canonical: #"<n0:a xmlns:n0="foo:bar"><n0:b xmlns:n3="ftp://example.org" n3:k="1"></n0:b></n0:a>"#),
        Vector(
            testDescription: "the default namespace is taken back",
            document: "<a xmlns='u'><b xmlns=''><c xmlns=''/><d xmlns='u'/></b></a>",
            canonical: #"<a xmlns="u"><b xmlns=""><c></c><d xmlns="u"></d></b></a>"#),
        Vector(
            testDescription: "a prefix is bound anew", document: "<p:a xmlns:p='u'><p:b xmlns:p='v'/><p:c/></p:a>",
            canonical: #"<p:a xmlns:p="u"><p:b xmlns:p="v"></p:b><p:c></p:c></p:a>"#),
    ]

    @Test("The canonical form matches the standard's", arguments: vectors)
    func writesFormOfStandard(_ vector: Vector) throws {
        let canonical = try XMLReader.read(Array(vector.document.utf8)).canonical
        #expect(String(decoding: canonical, as: UTF8.self) == vector.canonical)
        #expect(try XMLReader.read(canonical).canonical == canonical)
    }

    @Test("An inner element has the namespaces that it uses, not its ancestors'")
    func innerElementHasOnlyNamespacesItUses() throws {
        let document = """
            <n0:local xmlns:n0="foo:bar" xmlns:n3="ftp://example.org"><n1:elem2 xmlns:n1="http://example.net" xml:lang="en"><n3:stuff xmlns:n3="ftp://example.org"/></n1:elem2></n0:local>
            """
        let element = try #require(try XMLReader.read(Array(document.utf8)).elements.first)
        #expect(
            String(decoding: element.canonical, as: UTF8.self) == """
                <n1:elem2 xmlns:n1="http://example.net" xml:lang="en"><n3:stuff xmlns:n3="ftp://example.org"></n3:stuff></n1:elem2>
                """)
    }

    /// Each sibling declares the namespace that no ancestor uses, and escaping makes six characters of each one.
    @Test("A small document has no huge canonical form")
    func limitsGrowthOfCanonicalForm() throws {
        let namespace = String(repeating: "\"", count: XMLReader.maximumNamespace)
        let siblings = String(repeating: "<p:b/>", count: XMLReader.maximumNodes - 2)
        let root = try XMLReader.read(Array("<a xmlns:p='\(namespace)'>\(siblings)</a>".utf8))
        #expect(root.elements.count == XMLReader.maximumNodes - 2)
        #expect(root.canonical.count < 4 * 1024 * 1024)
    }
}
