/// A set of the elements of a list, for repeated lookups. A short list is searched element by element, which is faster than
/// hashing.
enum SmallSet<Element: Hashable> {
    case array([Element])
    case set(Set<Element>)

    init(_ list: [Element]) {
        self = list.count <= 8 ? .array(list) : .set(Set(list))
    }

    var isEmpty: Bool {
        switch self {
        case .array(let list): list.isEmpty
        case .set(let set): set.isEmpty
        }
    }

    func contains(_ element: Element) -> Bool {
        switch self {
        case .array(let list): list.contains(element)
        case .set(let set): set.contains(element)
        }
    }
}
