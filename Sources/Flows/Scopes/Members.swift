/// What a list holds, for who asks again and again. Few are compared one by one, which is quicker than to hash them.
struct Members<Element: Hashable> {
    private static var few: Int { 8 }

    private let few: [Element]
    private let many: Set<Element>

    init(_ list: [Element]) {
        let areFew = list.count <= Members.few
        few = areFew ? list : []
        many = areFew ? [] : Set(list)
    }

    var isEmpty: Bool { few.isEmpty && many.isEmpty }

    func contains(_ element: Element) -> Bool { few.contains(element) || many.contains(element) }
}
