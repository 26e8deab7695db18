/// The steps by which a system or a program trusts the CA.
struct TrustSteps: Sendable {
    let title: String
    /// The instructions for people.
    let text: [String]
    /// The commands, which read `understudy-ca.pem` in the current folder, or nil if there are none.
    let commands: String?
    /// The caption of the commands.
    let caption: String
    /// The path of the certificate that a device opens, or nil.
    let devicePath: String?

    init(
        _ title: String, _ text: [String] = [], caption: String = "In a shell", commands: String? = nil,
        devicePath: String? = nil
    ) {
        self.title = title
        self.text = text
        self.caption = caption
        self.commands = commands
        self.devicePath = devicePath
    }

    static let file = "understudy-ca.pem"

    /// The steps of every system and program. `ports` are the ports that an Android emulator forwards to this machine.
    static func all(forwarding ports: [Int]) -> [(group: String, steps: [TrustSteps])] {
        [
            ("Computers", computers), ("Phones and emulators", devices(forwarding: ports)), ("Browsers", browsers),
            ("Languages and tools", languages),
        ]
    }

    private static let computers = [
        TrustSteps(
            "macOS",
            commands: """
                security add-trusted-cert -r trustRoot -k ~/Library/Keychains/login.keychain-db understudy-ca.pem
                # remove: security delete-certificate -c "Understudy Test CA" ~/Library/Keychains/login.keychain-db
                """),
        TrustSteps(
            "Windows", caption: "In PowerShell, for the current user",
            commands: """
                certutil -user -addstore Root understudy-ca.pem
                # remove: certutil -user -delstore Root "Understudy Test CA"
                """),
        TrustSteps(
            "Debian and Ubuntu",
            commands: """
                sudo cp understudy-ca.pem /usr/local/share/ca-certificates/understudy.crt
                sudo update-ca-certificates
                """),
        TrustSteps(
            "Red Hat Enterprise Linux and Fedora",
            commands: """
                sudo cp understudy-ca.pem /etc/pki/ca-trust/source/anchors/understudy.pem
                sudo update-ca-trust
                """),
    ]

    private static func devices(forwarding ports: [Int]) -> [TrustSteps] {
        [
            TrustSteps(
                "iPhone and iPad",
                [
                    "Open the profile in Safari, and allow the download.",
                    "Install the profile: Settings, General, VPN & Device Management.",
                    "Switch on full trust: Settings, General, About, Certificate Trust Settings.",
                ], devicePath: "/_understudy/ca.mobileconfig"),
            TrustSteps("iOS simulator", commands: "xcrun simctl keychain booted add-root-cert understudy-ca.pem"),
            TrustSteps(
                "Android phone and emulator",
                [
                    "Download the certificate, or push it to an emulator with the commands.",
                    "Install it: Settings, Security, Encryption & credentials, Install a certificate, CA certificate.",
                    "Browsers then trust the CA. An app trusts it only if its network security configuration says so: "
                        + "MSAL configuration, Android.",
                ], caption: "For an emulator",
                commands: (["adb push understudy-ca.pem /sdcard/Download/understudy-ca.crt"]
                    + ports.map { "adb reverse tcp:\($0) tcp:\($0)" }).joined(separator: "\n"),
                devicePath: "/_understudy/ca.der"),
        ]
    }

    private static let browsers = [
        TrustSteps(
            "Firefox",
            [
                "On macOS and Windows Firefox also trusts the CAs of the system.",
                "On Linux, import the file: Settings, Privacy & Security, View Certificates, Authorities, Import. Choose "
                    + "“Trust this CA to identify websites”.",
            ]),
        TrustSteps(
            "Chrome and Chromium on Linux", ["On macOS and Windows Chrome trusts the CAs of the system."],
            caption: "With libnss3-tools (Debian) or nss-tools (Fedora)",
            commands: """
                mkdir -p "$HOME/.pki/nssdb"
                certutil -d "sql:$HOME/.pki/nssdb" -A -t C,, -n understudy -i understudy-ca.pem
                """),
    ]

    private static let languages = [
        TrustSteps("Node.js", commands: "export NODE_EXTRA_CA_CERTS=\"$PWD/understudy-ca.pem\""),
        TrustSteps(
            "Python", caption: "For requests, msal and az; for ssl, httpx and aiohttp",
            commands: """
                export REQUESTS_CA_BUNDLE="$PWD/understudy-ca.pem"
                export SSL_CERT_FILE="$PWD/understudy-ca.pem"
                """),
        TrustSteps(
            "Java", ["The trust store takes the place of the JDK’s own, so that the program trusts this CA only."],
            commands: """
                keytool -importcert -noprompt -alias understudy -file understudy-ca.pem \\
                  -keystore understudy.p12 -storetype PKCS12 -storepass changeit
                export JAVA_TOOL_OPTIONS="-Djavax.net.ssl.trustStore=$PWD/understudy.p12 \
                -Djavax.net.ssl.trustStorePassword=changeit"
                """),
        TrustSteps(
            ".NET, Go, Ruby and PHP",
            [
                "On macOS and Windows .NET and Go use the system’s CAs. On Linux the file takes the place of the system’s."
            ],
            caption: "On Linux", commands: "export SSL_CERT_FILE=\"$PWD/understudy-ca.pem\""),
        TrustSteps("curl", commands: "export CURL_CA_BUNDLE=\"$PWD/understudy-ca.pem\""),
    ]
}
