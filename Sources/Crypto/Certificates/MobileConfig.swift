import Formats

/// Apple's configuration profile: a property list that a phone or a Mac installs after a tap (Apple, "Configuration Profile
/// Reference", payload type com.apple.security.root).
enum MobileConfig {
    /// Returns the profile. The identifiers derive from the certificate, so that a second installation replaces the first.
    static func text(rootDER: [UInt8]) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
            <key>PayloadContent</key>
            <array>
                <dict>
                    <key>PayloadCertificateFileName</key>
                    <string>understudy-ca.cer</string>
                    <key>PayloadContent</key>
                    <data>\(Base64.standard(rootDER))</data>
                    <key>PayloadDescription</key>
                    <string>Trusts the test identity server Understudy.</string>
                    <key>PayloadDisplayName</key>
                    <string>Understudy Test CA</string>
                    <key>PayloadIdentifier</key>
                    <string>understudy.test.ca.root</string>
                    <key>PayloadType</key>
                    <string>com.apple.security.root</string>
                    <key>PayloadUUID</key>
                    <string>\(identifier(rootDER, "root"))</string>
                    <key>PayloadVersion</key>
                    <integer>1</integer>
                </dict>
            </array>
            <key>PayloadDescription</key>
            <string>For test devices only: a person who has the server's key can impersonate any site.</string>
            <key>PayloadDisplayName</key>
            <string>Understudy Test CA</string>
            <key>PayloadIdentifier</key>
            <string>understudy.test.ca</string>
            <key>PayloadRemovalDisallowed</key>
            <false/>
            <key>PayloadType</key>
            <string>Configuration</string>
            <key>PayloadUUID</key>
            <string>\(identifier(rootDER, "profile"))</string>
            <key>PayloadVersion</key>
            <integer>1</integer>
        </dict>
        </plist>

        """
    }

    private static func identifier(_ der: [UInt8], _ label: String) -> String {
        let id = GUID(version4From: Digest.sha256(Array(label.utf8) + der))
        return id.description.asciiUppercased
    }
}
