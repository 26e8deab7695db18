import Wire

/// What Microsoft Graph writes beside properties to say something of them, such as `members@odata.context` (OData JSON Format
/// 4.01, 4.6).
enum Annotation {
    /// Of names, in the schema's dialect of regular expressions: one of the `prefixes` anywhere in them.
    static let pattern = #"@(odata|microsoft\.graph)\."#

    private static let prefixes = ["@odata.", "@microsoft.graph."]

    static func isName(_ name: String) -> Bool {
        prefixes.contains { name.containsExactly($0) }
    }
}
