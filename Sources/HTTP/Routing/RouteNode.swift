import Wire

/// A place in the trie of routes: what may come next, and what answers when nothing does.
struct RouteNode<Handler: Sendable>: Sendable {
    struct Row: Sendable {
        /// Nil for every method.
        let method: String?
        let names: [String]
        let handler: Handler
    }

    var literals: [(text: String, node: Int)] = []
    var capture: Int?
    private var rows: [Row] = []

    /// The branch of that segment.
    func literal(_ segment: String, _ letters: Router<Handler>.Letters) -> Int? {
        for (text, node) in literals where text.utf8.count == segment.utf8.count {
            switch letters {
            case .exact where text.isExactly(segment): return node
            case .folded where text.isExactlyIgnoringASCIICase(segment): return node
            default: continue
            }
        }
        return nil
    }

    func row(for method: String) -> Row? {
        rows.first { $0.method?.isExactly(method) ?? true }
            ?? (method.isExactly("HEAD") ? rows.first { $0.method?.isExactly("GET") ?? false } : nil)
    }

    /// What stands here, and HEAD beside GET.
    var allowed: Set<ExactString> {
        var methods = Set(rows.compactMap { row in row.method.map { ExactString($0) } })
        if methods.contains("GET") { methods.insert("HEAD") }
        return methods
    }

    mutating func add(_ route: Route<Handler>, _ names: [String]) throws(RouteProblem) {
        let methods: [String?] = route.methods.isEmpty ? [nil] : route.methods
        for method in methods {
            let isTaken = rows.contains { row in
                guard let method, let taken = row.method else { return true }
                return taken.isExactly(method)
            }
            guard !isTaken else { throw .ambiguous(pattern: route.pattern, method: method ?? "every method") }
            rows.append(Row(method: method, names: names, handler: route.handler))
        }
    }
}
