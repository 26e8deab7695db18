/// Who goes when there is no room: first those that never brought a request, whichever worker has them, so that a client
/// that is served is not pushed out by one that says nothing. Who is served stays while its next request is to be read.
extension Worker {
    /// How many of the oldest are looked at, each with a system call.
    private static let looks = 16

    /// Who may go, in the order in which they are looked for; each is looked for with every worker before the next.
    private enum Leaver: Int, CaseIterable {
        /// Never brought a request, and nothing of it waits to be read.
        case silent
        /// Never brought a request.
        case unserved
        /// Between two requests, of which the next has not come.
        case idle
    }

    /// A search for room that goes from worker to worker.
    struct RoomSearch: Sendable {
        /// Nil where not a place but a descriptor is wanted, by whoever accepts next.
        let newcomer: Newcomer?
        fileprivate var asked = 0

        init(for newcomer: Newcomer?) {
            self.newcomer = newcomer
        }
    }

    /// Takes in a new client, or has another worker do so; with no room anywhere it is turned away.
    func admit(_ newcomer: Newcomer) {
        if settings.budget.take() { return open(newcomer) }
        guard settings.searching.take() else { return refuse(newcomer) }
        makeRoom(RoomSearch(for: newcomer))
    }

    /// The process is out of descriptors: whether one of this worker's connections has gone. If not, others are asked.
    func freeDescriptor() -> Bool {
        let before = openCount
        makeRoom(RoomSearch(for: nil))
        return openCount < before
    }

    private func makeRoom(_ search: RoomSearch) {
        // Its last connection is gone, and it serves nobody any more.
        guard loop.isRunning else { return giveUp(search) }
        if let newcomer = search.newcomer, settings.budget.take() { return end(search, with: newcomer) }
        let kind = Leaver(rawValue: search.asked / settings.workers)
        guard let leaver = kind.flatMap(oldest) else { return passOn(search) }
        guard let newcomer = search.newcomer else {
            // Whoever waits for a descriptor waits for what has come to be read, too.
            if kind != .unserved { leaver.close() }
            return
        }
        // Its place goes to the newcomer: nobody else can take it in between, nor does a worker that is being drained end.
        settings.budget.takeOver()
        end(search, with: newcomer)
        leaver.close()
    }

    private func passOn(_ search: RoomSearch) {
        var search = search
        search.asked += 1
        guard search.asked < Leaver.allCases.count * settings.workers else { return giveUp(search) }
        guard let next else { return makeRoom(search) }
        if !next.post({ [search] in $0.makeRoom(search) }) { giveUp(search) }
    }

    private func giveUp(_ search: RoomSearch) {
        guard let newcomer = search.newcomer else { return }
        settings.searching.giveBack()
        refuse(newcomer)
    }

    private func end(_ search: RoomSearch, with newcomer: Newcomer) {
        settings.searching.giveBack()
        open(newcomer)
    }

    /// Which of its kind has been that longest.
    private func oldest(_ kind: Leaver) -> Connection? {
        (kind == .idle ? idle : silent).oldest(Worker.looks).lazy
            .compactMap { self.loop.handler(at: $0) as? Connection }
            .first { kind == .unserved || !Descriptor.hasArrivals($0.descriptor) }
    }
}
