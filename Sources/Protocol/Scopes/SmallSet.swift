/// A set of the elements of a list, for repeated lookups. A short list is searched element by element, which is faster than
/// hashing.
enum SmallSet<Element: Hashable> {
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
