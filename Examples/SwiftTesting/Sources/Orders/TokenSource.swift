import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Access tokens for an API, got by an application with its own secret and used again until shortly before they expire.
public actor TokenSource {
    /// What the authority answered in place of a token.
    public struct Rejection: Error, Equatable {
        /// The OAuth error.
        public let error: String
        /// The numbers of the service.
        public let codes: [Int]

        public init(error: String, codes: [Int]) {
            self.error = error
            self.codes = codes
        }
    }

    private struct Answer: Decodable {
        let access_token: String
        let expires_in: Double
    }

    private struct ErrorAnswer: Decodable {
        let error: String
        let error_codes: [Int]
    }

    private let endpoint: URL
    private let form: String
    private let now: @Sendable () throws -> Date
    private var kept: (token: String, until: Date)?

    /// Creates a source of tokens. `authority` is such as `https://login.microsoftonline.com/{tenant}`.
    public init(
        authority: URL, clientID: String, secret: String, scope: String,
        now: @escaping @Sendable () throws -> Date = { Date() }
    ) {
        endpoint = authority.appending(path: "oauth2/v2.0/token")
        form = "grant_type=client_credentials&client_id=\(clientID)&client_secret=\(secret)&scope=\(scope)"
        self.now = now
    }

    /// The token at hand, or a new one. Waits once where the service says that it is too much.
    public func token() async throws -> String {
        if let kept, try now() < kept.until { return kept.token }
        var (data, response) = try await ask()
        if response.statusCode == 429, let wait = response.value(forHTTPHeaderField: "Retry-After").flatMap(Double.init)
        {
            try await Task.sleep(for: .seconds(wait))
            (data, response) = try await ask()
        }
        guard response.statusCode == 200 else {
            let answer = try JSONDecoder().decode(ErrorAnswer.self, from: data)
            throw Rejection(error: answer.error, codes: answer.error_codes)
        }
        let answer = try JSONDecoder().decode(Answer.self, from: data)
        kept = (answer.access_token, try now() + answer.expires_in - 300)
        return answer.access_token
    }

    private func ask() async throws -> (Data, HTTPURLResponse) {
        var request = URLRequest(url: endpoint)
        request.httpMethod = "POST"
        request.httpBody = Data(form.utf8)
        request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
        let (data, response) = try await URLSession.shared.data(for: request)
        guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        return (data, response)
    }
}
