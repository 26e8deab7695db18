package io.github.understudy_entra;

import java.util.Map;

/** One stubbed response: an error, a raw response with a status, a delay, or a fault. */
public record StubbedResponse(
    Object error, String description, Map<String, ?> claims, String suberror, Integer status, Map<String, String> headers, Object body,
    String delay, Object fault, String duration, String token) {
    public StubbedResponse() {
        this(null, null, null, null, null, null, null, null, null, null, null);
    }

    /** Returns a response with an error, such as "AADSTS50076" or "invalid_grant". */
    public static StubbedResponse ofError(String error) {
        return new StubbedResponse().with("error", error);
    }

    /** Returns a raw response. */
    public static StubbedResponse ofStatus(int status) {
        return new StubbedResponse().with("status", status);
    }

    /** Returns a fault, such as "reset". */
    public static StubbedResponse ofFault(Object fault) {
        return new StubbedResponse().with("fault", fault);
    }

    public StubbedResponse description(String description) {
        return with("description", description);
    }

    public StubbedResponse claims(Map<String, ?> claims) {
        return with("claims", claims);
    }

    public StubbedResponse suberror(String suberror) {
        return with("suberror", suberror);
    }

    public StubbedResponse headers(Map<String, String> headers) {
        return with("headers", headers);
    }

    /** The body is a text, or a value that is sent as JSON. */
    public StubbedResponse body(Object body) {
        return with("body", body);
    }

    /** The delay is a duration, such as "PT2S". */
    public StubbedResponse delay(String delay) {
        return with("delay", delay);
    }

    public StubbedResponse duration(String duration) {
        return with("duration", duration);
    }

    /** The token that the faults concern: "access" or "id". */
    public StubbedResponse token(String token) {
        return with("token", token);
    }

    private StubbedResponse with(String name, Object value) {
        return Shapes.with(this, name, value);
    }

    @Override
    public String toString() {
        return Shapes.text(this);
    }
}
