import Formats

/// A node in the trie of routes: the possible next segments, and the rows that end here.
struct RouteNode: Sendable {
    /// The row that handles a method here.
    struct Answer: Sendable {
        /// The method, or nil for every method.
        let method: String?
        /// The names of the captures on the way to this node.
        let names: [String]
        /// The index of the row in the table.
        let row: Int
    }

    var literals: [(text: [UInt8], node: Int)] = []
    var capture: Int?
    private var answers: [Answer] = []

    func answer(to method: String) -> Answer? {
        answers.first { $0.method?.isExactly(method) ?? true }
            ?? (method.isExactly("HEAD") ? answers.first { $0.method?.isExactly("GET") ?? false } : nil)
    }

    /// The methods of this node, with HEAD if there is GET.
    var allowed: Set<ByteString> {
        var methods = Set(answers.compactMap { answer in answer.method.map { ByteString($0) } })
        if methods.contains(ByteString("GET")) { methods.insert("HEAD") }
        return methods
    }

    mutating func add(_ row: Int, _ methods: [String], _ pattern: String, _ names: [String]) throws(RouteProblem) {
        for method in methods.isEmpty ? [nil] : methods.map(Optional.some) {
            let isTaken = answers.contains { answer in
                guard let method, let taken = answer.method else { return true }
                return taken.isExactly(method)
            }
            guard !isTaken else { throw .ambiguous(pattern: pattern, method: method ?? "every method") }
            answers.append(Answer(method: method, names: names, row: row))
        }
    }
}
