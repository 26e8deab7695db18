import Entra
import Formats

/// The applications of the groups that policies name.
extension ApplicationGroup {
    /// The applications of the Office 365 app suite in Microsoft Learn (reference-office-365-application-contents, 2024-12) whose
    /// IDs are known. The page has names only.
    static let office365Members = members(
        """
        e1979c22-8b73-4aed-a4da-572cc4d0b832 App Studio for Microsoft Teams
        4354e225-50c9-4423-9ece-2d5afd904870 Augmentation Loop
        4580fd1d-e5a3-4f56-9ad1-aab0e3bf8f76 Call Recorder
        48af08dc-f6d2-435f-b2a7-069abd99c086 Connectors
        39aaf054-81a5-48c7-a4f8-0293012095b9 IC3 Gateway
        0922ef46-e1b9-4f7e-9134-9ad00547eb41 Loop
        6b91db1b-f05b-405a-a0b2-e3f60b28d645 M365 Admin Services
        944f0bd1-117b-4b1c-af26-804ed95e767e Media Analysis and Transformation Service
        6f82282e-0070-4e78-bc23-e6320c5fa7de Microsoft Discovery Service
        00000007-0000-0ff1-ce00-000000000000 Microsoft Exchange Online Protection
        c9a559d2-7aab-4f13-a6ed-e7e9c52aec87 Microsoft Forms
        40775b29-2688-46b6-a3b5-b256bd04df9f Microsoft Information Protection API
        d3590ed6-52b3-4102-aeff-aad2292ab01c Microsoft Office
        00000006-0000-0ff1-ce00-000000000000 Microsoft Office 365 Portal
        394866fc-eedb-4f01-8536-3ff84b16be2a Microsoft People Cards Service
        66375f6b-983f-4c2c-9701-d680650f588f Microsoft Planner
        dcad865d-9257-4521-ad4d-bae3e137b345 Microsoft SharePoint Online - SharePoint Home
        cf53fce8-def6-4aeb-8d30-b158e7b1cf83 Microsoft Stream Portal
        2634dd23-5e5a-431c-81ca-11710d9079f4 Microsoft Stream Service
        1fec8e78-bce4-4aaf-ab1b-5451cc387264 Microsoft Teams
        b55b276d-2b09-4ad2-8de5-f09cf24ffba9 Microsoft Teams - Teams And Channels Service
        5a128dfa-2ded-4deb-b088-fb73a9472488 Microsoft Teams Analytics
        b1379a75-ce5e-4fa3-80c6-89bb39bf646c Microsoft Teams Chat Aggregator
        ab3be6b7-f5df-413d-ac2d-abf1e3fd9c0b Microsoft Teams Graph Service
        75efb5bc-18a1-4e7b-8a66-2ad2503d79c6 Microsoft Teams Retail Service
        cc15fd57-2c6c-4117-a88c-83b1d56b4bbe Microsoft Teams Services
        8e14e873-35ba-4720-b787-0bed94370b17 Microsoft Teams Targeting Application
        1996141e-2b07-4491-927a-5a024b335c78 Microsoft Teams UIS
        5e3ce6c0-2b1f-4285-8d4b-75ee78787346 Microsoft Teams Web Client
        00695ed2-3202-4156-8da1-69f60065e255 Microsoft Visio Data Visualizer
        95de633a-083e-42f5-b444-a4295d8e9314 Microsoft Whiteboard Services
        57da3f69-2d82-4c17-9e57-2e6d78b2dc60 O365 Diagnostic Service
        4345a7b9-9a63-4910-a426-35363201d503 O365 Suite UX
        ec156f81-f23a-47bd-b16f-9fb2c66420f9 Office 365 Exchange Microservices
        00000002-0000-0ff1-ce00-000000000000 Office 365 Exchange Online
        66a88757-258c-4c72-893c-3e8bed4d6899 Office 365 Search Service
        00000003-0000-0ff1-ce00-000000000000 Office 365 SharePoint Online
        166f1b03-5b19-416f-a94b-1d7aa2d247dc Office Hive
        e03a13ee-9730-4cae-8525-47559c8cf18a Office Online Service
        62fd1447-0ef3-4ab7-a956-7dd05232ecc1 Office Scripts Service
        b97b6bd4-a49f-4a0c-af18-af507d1da76c Office Shredding Service
        89bee1f7-5e6e-4d8a-9f3d-ecd601259da7 Office365 Shell WCSS-Client
        0f698dd4-f011-4d23-a33e-b36416dcb1e6 OfficeClientService
        4765445b-32c6-49b0-83e6-1d93765276ca OfficeHome
        9e4a5442-a5c9-4f6f-b03f-5b9fcaaf24b1 OfficeServicesManager
        9199bf20-a13f-4107-85dc-02114787ef48 One Outlook Web
        b26aadf8-566f-4478-926f-589f601d9c74 OneDrive
        ab9b8c07-8f02-4f72-87fa-80105867a763 OneDrive SyncEngine
        2d4d3d8e-2be3-4bef-9f87-7875a61c29de OneNote
        475226c6-020e-4fb2-8a90-7a972cbfc1d4 PowerApps Service
        09abbdfd-ed23-44ee-a2d9-a627aa1c90f3 ProjectWorkManagement
        08e18876-6177-487e-b8b5-cf950c1e598c SharePoint Online Web Client Extensibility
        48ac35b8-9aa8-4d74-927d-1f4a14a0b239 Skype and Teams Tenant Admin API
        7557eb47-c689-4224-abcf-aef9bd7573df Skype for Business
        00000004-0000-0ff1-ce00-000000000000 Skype for Business Online
        1e70cd27-4707-4589-8ec5-9bd20c472a46 Skype Presence Service
        905fcf26-4eb7-48a0-9ff0-8dcc7194b5ba Sway
        4c4f550b-42b2-4a16-93f9-fdb9e01bb6ed Targeted Messaging Service
        00000005-0000-0ff1-ce00-000000000000 Viva Engage
        """)

    static let adminPortalMembers = members(
        """
        c44b4083-3bb0-49c1-b47d-974e53cbdf3c Azure Portal
        497effe9-df71-4043-a8bb-14cf78c4b63b Exchange Admin Center
        00000006-0000-0ff1-ce00-000000000000 Microsoft Office 365 Portal
        """)

    /// Parses lines with an ID and a name.
    private static func members(_ lines: String) -> Set<ClientID> {
        Set(lines.pieces(separatedBy: "\n").map { ClientID($0.upTo(" ")) })
    }
}
