package io.github.understudy_entra.junit;

import io.github.understudy_entra.JournalEntry;
import io.github.understudy_entra.StartOptions;
import io.github.understudy_entra.Tenant;
import io.github.understudy_entra.Understudy;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store.CloseableResource;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.junit.platform.commons.support.AnnotationSupport;

/** The extension behind {@link UnderstudyTest}: a server for the run, and a tenant for each test method. */
public final class UnderstudyExtension implements ParameterResolver, TestExecutionExceptionHandler {
    private static final Namespace NAMESPACE = Namespace.create(UnderstudyExtension.class);
    private static final int SHOWN_REQUESTS = 20;

    /** The settings of a class. Classes with equal settings share a server. */
    private record Settings(String config, List<String> arguments) {}

    // JUnit before 5.13 closes no other resources in a store.
    private record SharedServer(Understudy entra) implements CloseableResource {
        @Override
        public void close() {
            entra.close();
        }
    }

    private record OwnTenant(Tenant tenant) implements CloseableResource {
        @Override
        public void close() {
            tenant.close();
        }
    }

    /** The requests of a failed test, as an exception that test reports show. */
    private static final class RequestJournal extends RuntimeException {
        private static final long serialVersionUID = 1;

        RequestJournal(String message) {
            super(message, null, false, false);
        }

        @Override
        public String toString() {
            return getMessage();
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == Understudy.class || type == Tenant.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Understudy.class ? server(context) : tenant(context);
    }

    private static UnderstudyTest annotation(ExtensionContext context) {
        for (Class<?> type = context.getRequiredTestClass(); type != null; type = type.getEnclosingClass()) {
            var found = AnnotationSupport.findAnnotation(type, UnderstudyTest.class);
            if (found.isPresent()) {
                return found.get();
            }
        }
        throw new ParameterResolutionException(context.getRequiredTestClass().getName() + " has no annotation @UnderstudyTest.");
    }

    private static Understudy server(ExtensionContext context) {
        UnderstudyTest own = annotation(context);
        Settings settings = new Settings(own.config(), List.of(own.arguments()));
        return context.getRoot().getStore(NAMESPACE)
            .getOrComputeIfAbsent(settings, UnderstudyExtension::start, SharedServer.class).entra();
    }

    private static SharedServer start(Settings settings) {
        StartOptions options = new StartOptions().arguments(settings.arguments().toArray(String[]::new));
        return new SharedServer(
            Understudy.startOrConnect(settings.config().isEmpty() ? options : options.config(Path.of(settings.config()))));
    }

    private static Tenant tenant(ExtensionContext context) {
        if (context.getTestMethod().isEmpty()) {
            throw new ParameterResolutionException("A tenant belongs to one test method: use the parameter in a method that runs for each test.");
        }
        return context.getStore(NAMESPACE).getOrComputeIfAbsent(
            Tenant.class, type -> new OwnTenant(server(context).tenant(annotation(context).tenant())), OwnTenant.class).tenant();
    }

    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        OwnTenant own = context.getStore(NAMESPACE).get(Tenant.class, OwnTenant.class);
        if (own != null) {
            failure.addSuppressed(new RequestJournal("Understudy request journal:\n" + journal(own.tenant())));
        }
        throw failure;
    }

    private static String journal(Tenant tenant) {
        try {
            List<JournalEntry> entries = tenant.requests(Map.of("view", "summary", "limit", SHOWN_REQUESTS));
            return entries.isEmpty() ? "The tenant received no request." : entries.stream()
                .map(entry -> "#" + entry.id() + " " + entry.method() + " " + entry.endpoint() + " " + entry.status() + " " + entry.outcome())
                .collect(Collectors.joining("\n"));
        } catch (RuntimeException failed) {
            return "The request journal is not available: " + failed.getMessage();
        }
    }
}
