package org.testcontainers.containers.wait.strategy;

public class HttpWaitStrategy implements WaitStrategy {
    public HttpWaitStrategy forPort(int port) {
        return this;
    }
}
