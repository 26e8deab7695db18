import Formats

/// The names of annotations, which Microsoft Graph writes next to properties, such as `members@odata.context` (OData JSON Format
/// 4.01, 4.6).
enum Annotation {
    /// The pattern of annotation names, in the schema's dialect of regular expressions: one of the `prefixes` anywhere in the
    /// name.
    static let pattern = #"@(odata|microsoft\.graph)\."#

    private static let prefixes = ["@odata.", "@microsoft.graph."]

    static func isName(_ name: String) -> Bool {
        prefixes.contains { name.containsExactly($0) }
    }
}
