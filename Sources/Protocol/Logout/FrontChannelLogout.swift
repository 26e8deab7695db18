import Directory
import Entra
import Formats
import Store

/// Notifies the applications of a sign-in that the sign-in ended (OpenID Connect Front-Channel Logout 1.0 §2).
enum FrontChannelLogout {
    /// Returns the URLs to load, one for each application with a `logoutUrl`. Each URL has the session ID and the issuer.
    static func frames(
        of authentication: Authentication, in session: SessionCookie, services: Services
    ) -> [SignedOutPage.Frame] {
        let used = session.applications.filter { $0.sessionID == authentication.sessionID }
        var frames: [SignedOutPage.Frame] = []
        for application in used {
            let tenant = services.directory.tenant(application.tenant)
            guard
                let address = services.directory.registration(of: application.client, in: tenant)?.application
                    .logoutUrl,
                let frame = frame(address, of: application, services), !frames.contains(frame)
            else { continue }
            frames.append(frame)
        }
        return frames
    }

    private static func frame(
        _ address: String, of application: SessionApplication, _ services: Services
    ) -> SignedOutPage.Frame? {
        guard let origin = Origin(of: address), let tenant = services.directory.tenant(application.tenant) else {
            return nil
        }
        var fields = Form()
        fields.append(Parameter.sessionID, application.sessionID.description)
        fields.append("iss", TokenMinter(services).issuer(of: tenant, application.endpoint))
        let separator = address.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
        return SignedOutPage.Frame(address: address + separator + fields.encoded, origin: origin)
    }
}
