import ControlPlane
import Formats

extension FuzzTarget {
    /// The query of a request to Microsoft Graph. Each option round-trips through its text.
    static let odata = FuzzTarget(name: "odata") { input in
        _ = ODataKey(text(input))
        _ = ODataAddress(text(input))
        guard let form = try? Form(parsing: input), let query = try? ODataQuery(form) else { return }
        require(query.top.map { (1...ODataQuery.maximumTop).contains($0) } ?? true, "a page is bounded")
        // The text of a filter can be longer than the filter as it was sent.
        guard input.count < 4_096 else { return }
        let written = try? ODataQuery(query.fields)
        require(written?.filter == query.filter, "a filter round-trips: \(query.filter?.text ?? "")")
        require(written?.search == query.search, "a search round-trips: \(query.search?.text ?? "")")
        require(written?.order == query.order, "an order round-trips")
        require(written?.select == query.select, "a selection round-trips")
        require(
            written?.expand.map(\.relation) == query.expand.map(\.relation), "the relations of an expansion round-trip")
    }
}
