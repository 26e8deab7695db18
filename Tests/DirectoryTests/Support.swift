import Directory

/// The result of loading a text: a configuration or its problems.
enum Outcome {
    case loaded(Configuration)
    case rejected([ConfigurationProblem])

    var problems: [ConfigurationProblem] {
        switch self {
        case .loaded: []
        case .rejected(let problems): problems
        }
    }

    var configuration: Configuration? {
        switch self {
        case .loaded(let configuration): configuration
        case .rejected: nil
        }
    }
}

/// Loads a text as the file `c.yaml`, with other files of one folder by name.
func load(_ text: String, files: [String: [UInt8]] = [:]) -> Outcome {
    var table = files
    table["c.yaml"] = Array(text.utf8)
    let contents = table
    let reader = ConfigurationFiles(
        read: { path, limit in
            guard let bytes = contents[path] else { return .failure(FileFailure(reason: "No such file or directory")) }
            return bytes.count <= limit ? .success(bytes) : .failure(FileFailure(reason: "too large"))
        },
        list: { folder in
            let prefix = folder == "." ? "" : folder
            return contents.keys.filter { $0.hasPrefix(prefix) && !$0.dropFirst(prefix.count).contains("/") }
                .map { String($0.dropFirst(prefix.count)) }
        })
    do {
        return .loaded(try Configuration.load(.file("c.yaml"), files: reader))
    } catch {
        return .rejected(error.problems)
    }
}

/// Makes a tenant with the given lines below it, each indented by two more spaces.
func tenant(_ lines: String) -> String {
    "tenants:\n- id: 11111111-1111-4111-8111-111111111111\n  domains: [contoso.com]\n"
        + lines.split(separator: "\n").map { "  \($0)\n" }.joined()
}

/// Makes the given number of user flow attributes, each a different directory extension.
func attributes(_ count: Int) -> String {
    let application = String(repeating: "0", count: 32)
    return (0..<count).map { "extension_\(application)_a\($0)" }.joined(separator: ", ")
}

/// Makes one application with the given lines, which begin on line 6.
func application(_ lines: String) -> String {
    tenant("applications:\n- appId: app\n" + lines.split(separator: "\n").map { "  \($0)\n" }.joined())
}
