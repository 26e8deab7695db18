import Directory
import Wire

extension DirectoryChange {
    /// Nil for what is no change: one that was taken back, or of a kind of object that nobody writes.
    init?(_ document: SharedDocument) {
        guard let content = document.content, let object = DirectoryObject(text: document.key) else { return nil }
        self.init(object, document: content["document"], base: content["base"]?.string)
    }

    /// `{"base": …, "document": …}`, each left out where there is none.
    var shared: SharedDocument {
        let members = [("base", base.map(JSONValue.string)), ("document", document)].compactMap { name, value in
            value.map { JSONValue.Member(name, $0) }
        }
        return SharedDocument(.change, object.text, .object(members))
    }
}
