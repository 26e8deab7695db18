package io.github.understudy_entra;

import java.util.List;
import java.util.Map;

/** A row of the error catalog. */
public record ErrorCode(
    String code, Long number, String error, String suberror, Long status, Map<String, Object> errorAt, String delivery, Evidence evidence,
    String b2c, String template, String meaning, List<String> causes, String fix) {
    /** The sources of a row. */
    public record Evidence(String error, String delivery, String reports) {}
}
