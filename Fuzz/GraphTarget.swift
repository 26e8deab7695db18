import ControlPlane
import Formats

extension FuzzTarget {
    /// The query of a request to Microsoft Graph. A filter round-trips through its text.
    static let odata = FuzzTarget(name: "odata") { input in
        _ = ODataKey(text(input))
        _ = ODataAddress(text(input))
        guard let form = try? Form(parsing: input), let query = try? ODataQuery(form) else { return }
        require(query.top.map { (1...ODataQuery.maximumTop).contains($0) } ?? true, "a page is bounded")
        guard let filter = query.filter else { return }
        let written = try? ODataQuery(Form([.init("$filter", filter.text)]))
        require(
            written?.filter?.text.utf8.elementsEqual(filter.text.utf8) == true, "a filter round-trips: \(filter.text)")
    }
}
