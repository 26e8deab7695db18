package org.testcontainers.utility;

public final class DockerImageName {
    public static DockerImageName parse(String name) {
        return new DockerImageName();
    }
}
