package io.github.understudy_entra;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** HTTP calls of the control plane, which never go through a proxy. */
final class ControlClient {
    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final Pattern NAME = Pattern.compile("\\{(\\w+)}");

    private final HttpClient client = HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1).proxy(HttpClient.Builder.NO_PROXY).connectTimeout(TIMEOUT).build();
    private final String origin;
    private final String token;

    ControlClient(String origin, String token) {
        this.origin = origin.endsWith("/") ? origin.substring(0, origin.length() - 1) : origin;
        this.token = token;
    }

    String origin() {
        return origin;
    }

    Object call(Operation operation, Parts parts) {
        HttpRequest request = request(operation, parts).timeout(TIMEOUT).build();
        HttpResponse<byte[]> response = send(request, HttpResponse.BodyHandlers.ofByteArray());
        Object content = content(response.headers().firstValue("Content-Type").orElse(""), response.body());
        if (response.statusCode() >= 400) {
            throw rejection(response.statusCode(), content);
        }
        return content;
    }

    HttpResponse<Stream<String>> stream(Operation operation, Parts parts) {
        HttpResponse<Stream<String>> response = send(request(operation, parts).build(), HttpResponse.BodyHandlers.ofLines());
        if (response.statusCode() >= 400) {
            try (Stream<String> lines = response.body()) {
                throw rejection(response.statusCode(), content("json", lines.collect(Collectors.joining()).getBytes(StandardCharsets.UTF_8)));
            }
        }
        return response;
    }

    private HttpRequest.Builder request(Operation operation, Parts parts) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(origin + address(operation, parts)));
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        if (!operation.hasBody()) {
            return request.method(operation.method(), HttpRequest.BodyPublishers.noBody());
        }
        String body = Json.write(parts.body() == null ? Map.of() : parts.body());
        return request.header("Content-Type", "application/json")
            .method(operation.method(), HttpRequest.BodyPublishers.ofString(body));
    }

    private static String address(Operation operation, Parts parts) {
        Matcher names = NAME.matcher(operation.path());
        String path = names.replaceAll(name -> {
            Object value = parts.path().get(name.group(1));
            if (value == null) {
                throw new IllegalArgumentException(operation.id() + " needs " + name.group(1) + " in the path.");
            }
            return Matcher.quoteReplacement(encoded(value));
        });
        List<String> pairs = new ArrayList<>();
        parts.query().forEach((name, value) -> {
            if (!operation.query().contains(name)) {
                throw new IllegalArgumentException(
                    operation.id() + " has no parameter " + name + "; it has: " + String.join(", ", operation.query()) + ".");
            }
            for (Object each : values(value)) {
                pairs.add(encoded(name) + "=" + encoded(each));
            }
        });
        return pairs.isEmpty() ? path : path + "?" + String.join("&", pairs);
    }

    /** Returns the values of one parameter: a list of endpoints is one value, headers and parameters are repeated. */
    private static List<?> values(Object value) {
        if (value == null) {
            return List.of();
        }
        if (value instanceof Map<?, ?> members) {
            return members.entrySet().stream().map(member -> member.getKey() + ":" + member.getValue()).toList();
        }
        if (value instanceof List<?> items) {
            return List.of(items.stream().map(String::valueOf).collect(Collectors.joining(",")));
        }
        return List.of(value);
    }

    private static String encoded(Object value) {
        return URLEncoder.encode(String.valueOf(value), StandardCharsets.UTF_8).replace("+", "%20");
    }

    private <B> HttpResponse<B> send(HttpRequest request, HttpResponse.BodyHandler<B> handler) {
        try {
            return client.send(request, handler);
        } catch (IOException failed) {
            throw new UncheckedIOException("The server at " + origin + " did not answer: " + failed, failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("The call was interrupted.", interrupted);
        }
    }

    private static Object content(String type, byte[] body) {
        if (body.length == 0) {
            return null;
        }
        String kind = type.split(";")[0];
        if (kind.endsWith("json")) {
            return Json.parse(new String(body, StandardCharsets.UTF_8));
        }
        boolean isText = kind.startsWith("text/") || kind.contains("yaml") || kind.contains("pem");
        return isText ? new String(body, StandardCharsets.UTF_8) : body;
    }

    /** Returns the exception of a rejected call, or throws the error of a failed verification. */
    @SuppressWarnings("unchecked")
    private static RuntimeException rejection(int status, Object content) {
        Map<String, Object> problem = content instanceof Map
            ? (Map<String, Object>) content : Map.of("detail", String.valueOf(content));
        if (Boolean.FALSE.equals(problem.get("verified"))) {
            throw new VerificationError(problem);
        }
        return new ControlException(status, problem);
    }
}
