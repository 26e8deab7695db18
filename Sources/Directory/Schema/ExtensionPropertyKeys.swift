import Entra

extension ExtensionProperty {
    static let keys = ObjectSpec<ExtensionProperty>(
        "extensionProperty", "A directory extension (Graph extensionProperty).", unknownKeys: .ignored,
        keys: [
            .key("id", \.id, .objectID, "The object id. Default: derived from the application and the name."),
            .key(
                "name", \.name, .nonEmptyText,
                "The name: extension_{appId without dashes}_{name}, or the last part alone."
            ).required,
            .key("dataType", \.dataType, .word, "The type of the values. Default String."),
            .key(
                "targetObjects", \.targetObjects, .list(.word),
                "The types of the objects that can have a value, such as User."
            ).required,
            .key("isMultiValued", \.isMultiValued, .bool, "true: the value is a list. Default false."),
        ])

    static let value = keys.value { _ in ExtensionProperty(name: "", dataType: .string, targetObjects: []) }
}
