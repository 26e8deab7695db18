import Entra
import Formats

/// The message that tells a person where to enter a user code, in the language of the parameter `mkt` or `ui_locales`
/// (docs/reference/protocol.md#device-code).
enum DeviceCodeMessage {
    /// The parts of the message around the address and the code.
    private typealias Parts = (before: String, between: String, after: String)

    private static let english: Parts = (
        "To sign in, use a web browser to open the page ", " and enter the code ", " to authenticate."
    )

    private static let byLanguage: [ByteString: Parts] = [
        "en": english,
        "de": (
            "Um sich anzumelden, öffnen Sie in einem Webbrowser die Seite ", ", und geben Sie den Code ",
            " ein, um sich zu authentifizieren."
        ),
        "es": (
            "Para iniciar sesión, use un explorador web para abrir la página ", " y escriba el código ",
            " para autenticarse."
        ),
        "fr": (
            "Pour vous connecter, utilisez un navigateur web pour ouvrir la page ", " et entrez le code ",
            " pour vous authentifier."
        ),
        "it": (
            "Per accedere, usare un Web browser per aprire la pagina ", " e immettere il codice ",
            " per eseguire l'autenticazione."
        ),
        "ja": (
            "サインインするには、Web ブラウザーを使用してページ ", " を開き、コード ", " を入力して認証してください。"
        ),
        "nl": (
            "Als u zich wilt aanmelden, opent u in een webbrowser de pagina ", " en voert u de code ",
            " in om u te verifiëren."
        ),
        "pt": (
            "Para entrar, use um navegador da Web para abrir a página ", " e insira o código ", " para se autenticar."
        ),
        "zh": ("若要登录，请使用 Web 浏览器打开页面 ", "，然后输入代码 ", " 进行身份验证。"),
    ]

    /// Returns the languages that a request names, by `mkt` or else by `ui_locales`, in the query or in the form.
    static func languages(_ query: Form?, _ form: Form?) -> [String] {
        let named = [Parameter.market, Parameter.uiLocales].lazy.compactMap { name in
            query?.parameter(name) ?? form?.parameter(name)
        }
        return named.first?.pieces(separatedBy: " ") ?? []
    }

    /// Returns the message in the first known language, or else in English. Only the language of a tag such as `de-DE` counts.
    static func text(in languages: [String], address: String, code: String) -> String {
        let parts =
            languages.lazy.compactMap { tag in
                tag.asciiLowercased.pieces(separatedBy: "-").first.flatMap { byLanguage[$0] }
            }.first ?? english
        return parts.before + address + parts.between + code + parts.after
    }
}
