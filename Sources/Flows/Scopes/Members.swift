/// What a list holds, for who asks again and again. Few are compared one by one, which is quicker than to hash them.
enum Members<Element: Hashable> {
    case few([Element])
    case many(Set<Element>)

    init(_ list: [Element]) {
        self = list.count <= 8 ? .few(list) : .many(Set(list))
    }

    var isEmpty: Bool {
        switch self {
        case .few(let list): list.isEmpty
        case .many(let set): set.isEmpty
        }
    }

    func contains(_ element: Element) -> Bool {
        switch self {
        case .few(let list): list.contains(element)
        case .many(let set): set.contains(element)
        }
    }
}
