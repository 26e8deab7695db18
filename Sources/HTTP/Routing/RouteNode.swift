import Wire

/// A place in the trie of routes: what may come next, and what answers when nothing does.
struct RouteNode: Sendable {
    /// What answers one method here.
    struct Answer: Sendable {
        /// Nil for every method.
        let method: String?
        /// Of the captures on the way.
        let names: [String]
        /// Which row of the table.
        let row: Int
    }

    var literals: [(text: [UInt8], node: Int)] = []
    var capture: Int?
    private var answers: [Answer] = []

    func answer(to method: String) -> Answer? {
        answers.first { $0.method?.isExactly(method) ?? true }
            ?? (method.isExactly("HEAD") ? answers.first { $0.method?.isExactly("GET") ?? false } : nil)
    }

    /// What stands here, and HEAD beside GET.
    var allowed: Set<ExactString> {
        var methods = Set(answers.compactMap { answer in answer.method.map { ExactString($0) } })
        if methods.contains(ExactString("GET")) { methods.insert("HEAD") }
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
