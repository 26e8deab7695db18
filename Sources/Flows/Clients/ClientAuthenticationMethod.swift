/// How a client proved itself (`appidacr`, `azpacr`).
enum ClientAuthenticationMethod: String, Sendable {
    case none = "0"
    case secret = "1"
    case certificate = "2"
}
