package io.github.understudy_entra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.understudy_entra.junit.UnderstudyTest;
import java.lang.reflect.Method;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The operations and shapes of the library are those of the server's OpenAPI description. */
@UnderstudyTest
class DescriptionTest {
    /** The record of each shape, by the operation and the path in its body ("body") or its response ("200"). {@code []} is the item of a list. */
    private static final Map<String, Class<? extends Record>> SHAPES = Map.ofEntries(
        Map.entry("health 200", Health.class),
        Map.entry("health 200 unwritable []", Health.Unwritable.class),
        Map.entry("errorCatalog 200 errors []", ErrorCode.class),
        Map.entry("errorCatalog 200 errors [] evidence", ErrorCode.Evidence.class),
        Map.entry("makeTenant body", TenantRequest.class),
        Map.entry("makeTenant 201", NewTenant.class),
        Map.entry("clock 200", Clock.class),
        Map.entry("steerClock 200", Clock.class),
        Map.entry("outbox 200 messages []", Message.class),
        Map.entry("answerPush body", PushAnswer.class),
        Map.entry("answerPush 200", Message.class),
        Map.entry("revoke body", RevocationRequest.class),
        Map.entry("revoke 200", Revocation.class),
        Map.entry("signIn body", SignIn.class),
        Map.entry("signIn 200", SignedIn.class),
        Map.entry("addResponses body match", Match.class),
        Map.entry("addResponses body responses []", StubbedResponse.class),
        Map.entry("challenge body", ChallengeRequest.class),
        Map.entry("challenge 200", Challenge.class),
        Map.entry("listRequests 200", JournalPage.class),
        Map.entry("listRequests 200 requests []", JournalEntry.class),
        Map.entry("request 200", JournalEntry.class),
        Map.entry("countRequests body match", JournalMatch.class),
        Map.entry("verifyRequests body match", JournalMatch.class),
        Map.entry("verifyRequests body order []", JournalMatch.class),
        Map.entry("verifyRequests body count", Count.class),
        Map.entry("mintToken body", TokenRequest.class),
        Map.entry("mintToken 200", MintedToken.class),
        Map.entry("inspectToken body", InspectionRequest.class),
        Map.entry("inspectToken 200", Inspection.class),
        Map.entry("inspectToken 200 reasons []", Inspection.Reason.class),
        Map.entry("listKeys 200 keys []", Key.class),
        Map.entry("rotateKeys body", KeyRotation.class),
        Map.entry("rotateKeys 200 keys []", Key.class));

    /** Shapes that a method has in another form: an argument, a part of the response, or a map of the whole document. */
    private static final Set<String> UNWRAPPED = Set.of(
        "graphReference 200", "errorCatalog 200", "exportDirectory 200", "replaceDirectory body", "steerClock body", "outbox 200",
        "addResponses body", "addResponses 201", "listResponses 200", "removeResponses 200", "clearRequests 200", "countRequests body",
        "countRequests 200", "verifyRequests body", "verifyRequests 200", "listKeys 200", "rotateKeys 200", "openAPI 200", "openAPIJSON 200",
        "configurationSchema 200");

    @Test
    void everyOperationIsDeclared(Understudy entra) {
        Map<String, String> declared = new TreeMap<>();
        for (Operation row : Operation.values()) {
            declared.put(row.id(), row.method() + " " + row.path() + " " + new TreeSet<>(row.query()) + " " + row.hasBody());
        }
        assertEquals(described(entra.openAPIJSON()), declared);
    }

    private static Map<String, String> described(Map<String, Object> description) {
        Map<String, String> described = new TreeMap<>();
        operations(description).forEach((id, row) -> {
            Set<String> query = new TreeSet<>();
            for (Object each : (List<?>) row.operation.getOrDefault("parameters", List.of())) {
                Map<String, Object> parameter = resolved(description, each);
                if (parameter.get("in").equals("query")) {
                    query.add((String) parameter.get("name"));
                }
            }
            described.put(id, row.method + " " + row.path + " " + query + " " + row.operation.containsKey("requestBody"));
        });
        return described;
    }

    private record Row(String method, String path, Map<String, Object> operation) {}

    private static Map<String, Row> operations(Map<String, Object> description) {
        Map<String, Row> found = new TreeMap<>();
        map(description.get("paths")).forEach((path, methods) -> {
            if (path.startsWith("/_understudy/")) {
                map(methods).forEach((method, operation) -> found.put(
                    (String) map(operation).get("operationId"), new Row(method.toUpperCase(), path, map(operation))));
            }
        });
        return found;
    }

    @Test
    void everyOperationHasAMethod() {
        Set<String> methods = Stream.of(Understudy.class.getMethods()).map(Method::getName).collect(Collectors.toSet());
        List<String> missing = Stream.of(Operation.values()).map(Operation::id).filter(id -> !methods.contains(id)).toList();
        assertEquals(List.of(), missing);
    }

    @Test
    void everyShapeHasTheDescribedMembers(Understudy entra) {
        Map<String, Object> description = entra.openAPIJSON();
        SHAPES.forEach((place, shape) -> {
            Set<String> declared = Stream.of(shape.getRecordComponents()).map(Shapes::name).collect(Collectors.toCollection(TreeSet::new));
            assertEquals(new TreeSet<>(map(schema(description, place).get("properties")).keySet()), declared, place);
        });
    }

    @Test
    void everyObjectOfTheDescriptionIsTyped(Understudy entra) {
        Map<String, Object> description = entra.openAPIJSON();
        Set<String> objects = new TreeSet<>();
        operations(description).forEach((id, row) -> {
            if (row.operation.containsKey("requestBody")) {
                objects.add(id + " body");
            }
            map(row.operation.get("responses")).forEach((status, response) -> {
                Map<String, Object> content = map(resolved(description, response).getOrDefault("content", Map.of()));
                if (status.startsWith("2") && content.containsKey("application/json")) {
                    objects.add(id + " " + status);
                }
            });
        });
        Set<String> typed = new LinkedHashSet<>(UNWRAPPED);
        typed.addAll(SHAPES.keySet());
        objects.removeAll(typed);
        assertEquals(Set.of(), objects);
    }

    @Test
    void typesOfMembersAreTheDescribedOnes(Understudy entra) {
        Map<String, Object> description = entra.openAPIJSON();
        SHAPES.forEach((place, shape) -> map(schema(description, place).get("properties")).forEach((name, member) -> {
            Class<?> type = Stream.of(shape.getRecordComponents()).filter(each -> Shapes.name(each).equals(name)).findFirst().get().getType();
            Set<Class<?>> allowed = switch (String.valueOf(resolved(description, member).get("type"))) {
                case "string" -> Set.of(String.class);
                case "integer" -> Set.of(Long.class, Integer.class);
                case "boolean" -> Set.of(Boolean.class);
                case "array" -> Set.of(List.class);
                case "object" -> Set.of(Map.class, ErrorCode.Evidence.class);
                default -> Set.of(Object.class, String.class, Integer.class);
            };
            assertTrue(allowed.contains(type), place + " " + name + " is " + type);
        }));
    }

    @Test
    void secretsAreInNoText() {
        List<Record> shapes = List.of(
            new SignIn("https://localhost/authorize", "alex@contoso.com").password("hidden-1").newPassword("hidden-2").mfa("hidden-3"),
            new SignedIn("http://localhost/?code=hidden-4", Map.of("code", "hidden-5")),
            new Message("alex@contoso.com", "sms", "hidden-6", null, null, null, null, null, null),
            new MintedToken("hidden-7", Map.of(), Map.of()), new InspectionRequest("hidden-8"), new StartOptions().token("hidden-9"),
            new Parts().body(Map.of("password", "hidden-10")),
            new JournalEntry(1L, null, "token", "POST", null, 200L, "success", Map.of("body", "hidden-11"), Map.of("body", "hidden-12"), null,
                null, null, null));
        for (Record shape : shapes) {
            assertFalse(shape.toString().contains("hidden"), shape.toString());
            assertTrue(shape.toString().contains("***"), shape.toString());
        }
    }

    @Test
    void textHasThePresentMembersOnly() {
        assertEquals("Match[user=alex@contoso.com, endpoint=token]", new Match().endpoint("token").user("alex@contoso.com").toString());
    }

    private static Map<String, Object> schema(Map<String, Object> description, String place) {
        String[] steps = place.split(" ");
        Map<String, Object> operation = operations(description).get(steps[0]).operation;
        Map<String, Object> holder = resolved(
            description, steps[1].equals("body") ? operation.get("requestBody") : map(operation.get("responses")).get(steps[1]));
        Map<String, Object> found = resolved(description, map(map(holder.get("content")).get("application/json")).get("schema"));
        for (String step : List.of(steps).subList(2, steps.length)) {
            found = object(description, step.equals("[]") ? found.get("items") : map(found.get("properties")).get(step));
        }
        return found;
    }

    /** Returns a schema, or the first of its alternatives that is an object. */
    private static Map<String, Object> object(Map<String, Object> description, Object node) {
        Map<String, Object> found = resolved(description, node);
        for (Object each : (List<?>) found.getOrDefault("oneOf", List.of())) {
            Map<String, Object> alternative = resolved(description, each);
            if (alternative.containsKey("properties")) {
                return alternative;
            }
        }
        return found;
    }

    private static Map<String, Object> resolved(Map<String, Object> description, Object node) {
        Map<String, Object> found = map(node);
        while (found.containsKey("$ref")) {
            Map<String, Object> place = description;
            for (String part : ((String) found.get("$ref")).substring("#/".length()).split("/")) {
                place = map(place.get(part));
            }
            found = place;
        }
        return found;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }
}
