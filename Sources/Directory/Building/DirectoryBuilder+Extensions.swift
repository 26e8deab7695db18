import Entra
import Formats

extension DirectoryBuilder {
    /// Returns the directory extensions of an application, with their whole names and IDs.
    mutating func extensions(_ draft: ApplicationDraft, _ client: ClientID) -> [ExtensionProperty] {
        var names = UniqueNames()
        return draft.extensions.compactMap { marked in
            var property = marked.value
            if !ExtensionProperty.isName(property.name) {
                guard ExtensionProperty.isPlain(property.name) else {
                    findings.error(
                        marked.location, "\"\(property.name)\" is not the name of a directory extension",
                        hint: "use letters, digits and underscores")
                    return nil
                }
                property.name = ExtensionProperty.name(property.name, of: client)
            }
            guard names.claim(property.name, "the directory extension", at: marked.location, &findings) else {
                return nil
            }
            if property.id == ObjectID("") {
                let id = GUID(derivedFrom: "extensionProperty", client.description, property.name)
                property.id = ObjectID(id.description)
            }
            return property
        }
    }
}
