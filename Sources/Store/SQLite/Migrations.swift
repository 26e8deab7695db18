/// The steps that upgrade a state file from one format version to the next. A released step is never changed; changes are added
/// as new steps.
///
/// Text IDs are stored in the form that the code compares, in ASCII lower case. Times are seconds since 1970 UTC.
enum Migrations {
    /// All steps in order. A file of version N has gone through the first N steps.
    static let steps = [store, documents]

    /// The tables of the store's operations.
    private static let store = """
        CREATE TABLE redemption (
            id BLOB PRIMARY KEY,
            expiry INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX redemption_by_expiry ON redemption (expiry);

        -- What has a place in the order below `place` is revoked; `seconds` and `nanoseconds` are for people.
        CREATE TABLE revocation (
            kind TEXT NOT NULL,
            subject TEXT NOT NULL,
            tenant TEXT NOT NULL,
            seconds INTEGER NOT NULL,
            nanoseconds INTEGER NOT NULL,
            place INTEGER NOT NULL,
            PRIMARY KEY (kind, subject, tenant)
        ) WITHOUT ROWID;

        -- `principal` is empty for all of a tenant.
        CREATE TABLE permission_grant (
            tenant TEXT NOT NULL,
            client TEXT NOT NULL,
            resource TEXT NOT NULL,
            principal TEXT NOT NULL,
            scopes TEXT NOT NULL,
            PRIMARY KEY (tenant, client, resource, principal)
        );
        CREATE TABLE role_assignment (
            tenant TEXT NOT NULL,
            client TEXT NOT NULL,
            principal_kind TEXT NOT NULL,
            principal TEXT NOT NULL,
            resource TEXT NOT NULL,
            role TEXT NOT NULL,
            PRIMARY KEY (tenant, client, principal_kind, principal, resource, role)
        );
        -- `resource` is empty for everything granted to an application or on it.
        CREATE TABLE withdrawal (
            tenant TEXT NOT NULL,
            client TEXT NOT NULL,
            resource TEXT NOT NULL,
            principal TEXT NOT NULL,
            PRIMARY KEY (tenant, client, resource, principal)
        ) WITHOUT ROWID;

        -- In the order of their start. `issued` is the sealed grant's record of an approved one, empty for a declined one.
        CREATE TABLE device (
            place INTEGER PRIMARY KEY,
            id BLOB NOT NULL UNIQUE,
            user_code TEXT NOT NULL UNIQUE,
            client TEXT NOT NULL,
            authority TEXT NOT NULL,
            is_v2 INTEGER NOT NULL,
            scope TEXT,
            resource TEXT,
            claims TEXT,
            bytes INTEGER NOT NULL,
            expiry INTEGER NOT NULL,
            interval INTEGER NOT NULL,
            polled_seconds INTEGER,
            polled_nanoseconds INTEGER,
            issued BLOB
        );

        CREATE TABLE issue_order (
            ceiling INTEGER NOT NULL
        );
        INSERT INTO issue_order VALUES (0);
        """

    /// The table of documents that have a form of their own outside the store: directory edits, stubs, clocks. Rows are in the
    /// order of creation.
    private static let documents = """
        CREATE TABLE document (
            place INTEGER PRIMARY KEY,
            kind TEXT NOT NULL,
            key TEXT NOT NULL,
            content BLOB NOT NULL,
            UNIQUE (kind, key)
        );
        """
}
