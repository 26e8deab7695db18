package io.github.understudy_entra;

/** A tenant to create, either empty or as a copy of another tenant. */
public record TenantRequest(String cloneOf, String displayName, Boolean keepAppIds, String kind) {
    /** Returns the request for an empty tenant. */
    public static TenantRequest empty() {
        return new TenantRequest(null, null, null, null);
    }

    /** Returns the request for a copy whose applications keep their client IDs. */
    public static TenantRequest copyOf(String tenant) {
        return new TenantRequest(tenant, null, true, null);
    }

    public TenantRequest displayName(String name) {
        return Shapes.with(this, "displayName", name);
    }

    public TenantRequest keepAppIds(boolean keep) {
        return Shapes.with(this, "keepAppIds", keep);
    }

    /** The kind of an empty tenant: "workforce", "external" or "b2c". */
    public TenantRequest kind(String kind) {
        return Shapes.with(this, "kind", kind);
    }
}
