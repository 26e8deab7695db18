/// The poller that an event loop uses.
package enum PollerKind: Sendable, CaseIterable {
    #if os(Linux) && !UNDERSTUDY_PORTABLE
        case epoll
        package static let system = PollerKind.epoll
    #else
        package static let system = PollerKind.poll
    #endif
    case poll

    func make() throws(ServerFailure) -> any Poller {
        switch self {
        #if os(Linux) && !UNDERSTUDY_PORTABLE
            case .epoll: try EpollPoller()
        #endif
        case .poll: PollPoller()
        }
    }
}
