import Glibc

extension ServerFailure {
    /// The failure of a bind or listen, `code` being its errno.
    init(listening code: Int32, _ host: String, _ port: Int) {
        self =
            code == EADDRINUSE
            ? .portInUse(host: host, port: port) : .cannotListen(host: host, port: port, code: code)
    }

    static func invalidPort(_ host: String, _ port: Int) -> ServerFailure {
        .cannotListen(host: host, port: port, code: EINVAL)
    }
}

extension ListeningSocket {
    /// What a failed accept means, by its errno.
    static func failed(_ code: Int32) -> Accepted {
        switch code {
        case EAGAIN, EBADF, EINVAL: .none
        case EMFILE, ENFILE, ENOBUFS, ENOMEM: .exhausted
        default: .aborted
        }
    }
}
