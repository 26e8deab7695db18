/// Which poller an event loop uses.
package enum PollerKind: Sendable, CaseIterable {
    case epoll
    case poll

    package static let system = PollerKind.epoll

    func make() throws(ServerFailure) -> any Poller {
        switch self {
        case .epoll: try EpollPoller()
        case .poll: PollPoller()
        }
    }
}
