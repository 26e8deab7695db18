import Directory
import Wire

extension DirectoryChange {
    /// Nil for what is no change: one that was taken back, or is not of the form of `shared`. One of an earlier version has no
    /// place, and so no member at all where it deleted what the configuration does not have.
    init?(_ document: SharedDocument) {
        guard let content = document.content, content.object != nil,
            content["base"].map({ $0.string != nil }) ?? true, let object = DirectoryObject(text: document.key)
        else { return nil }
        self.init(object, document: content["document"], base: content["base"]?.string)
    }

    /// `{"place": …, "base": …, "document": …}`: among the changes, and the others left out where there are none.
    func shared(at place: Int) -> SharedDocument {
        let content = [
            ("place", JSONValue.integer(Int64(place))), ("base", base.map(JSONValue.string)), ("document", document),
        ]
        let members = content.compactMap { name, value in value.map { JSONValue.Member(name, $0) } }
        return SharedDocument(.change, object.text, .object(members))
    }
}
