package org.testcontainers.containers;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.testcontainers.containers.wait.strategy.WaitStrategy;
import org.testcontainers.utility.DockerImageName;

/**
 * The signatures of Testcontainers 2.0.5 that `libraries/java/testcontainers` uses. Debian has no Testcontainers, and this machine no container:
 * the mapped ports are those of a server that a test started, by system properties.
 */
public class GenericContainer<SELF extends GenericContainer<SELF>> implements AutoCloseable {
    protected final Map<String, String> environment = new TreeMap<>();
    private List<Integer> exposed = List.of();

    public GenericContainer(DockerImageName image) {}

    @SuppressWarnings("unchecked")
    private SELF self() {
        return (SELF) this;
    }

    public SELF withExposedPorts(Integer... ports) {
        exposed = List.of(ports);
        return self();
    }

    public SELF waitingFor(WaitStrategy strategy) {
        return self();
    }

    public SELF withEnv(String name, String value) {
        environment.put(name, value);
        return self();
    }

    public Map<String, String> getEnvMap() {
        return environment;
    }

    public String getHost() {
        return "localhost";
    }

    public Integer getMappedPort(int port) {
        return exposed.contains(port) ? Integer.getInteger("mapped." + port) : null;
    }

    @Override
    public void close() {}
}
