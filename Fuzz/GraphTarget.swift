import ControlPlane
import Formats

extension FuzzTarget {
    /// The query of a request to Microsoft Graph. A filter survives being written.
    static let odata = FuzzTarget(name: "odata") { input in
        _ = ODataKey(text(input))
        _ = ODataAddress(text(input))
        guard let form = try? Form(parsing: input), let query = try? ODataQuery(form) else { return }
        demand(query.top.map { (1...ODataQuery.maximumTop).contains($0) } ?? true, "a page is bounded")
        guard let filter = query.filter else { return }
        let written = try? ODataQuery(Form([.init("$filter", filter.text)]))
        demand(written?.filter?.text.utf8.elementsEqual(filter.text.utf8) == true, "a filter survives: \(filter.text)")
    }
}
