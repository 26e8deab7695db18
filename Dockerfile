# The image of Understudy: one binary that contains the Swift runtime, the shared libraries of the binary, and the list of public
# certificate authorities. The image has no shell and no package manager.
#
#   docker build -t understudy .
#   docker run --rm -p 8080:8080 -p 8443:8443 --read-only understudy
#   docker run --rm -p 8080:8080 -p 8443:8443 -v understudy:/data -e UNDERSTUDY_DATA_DIR=/data understudy

FROM swift:6.3-bookworm AS build
WORKDIR /source

# Debian packages and Swift packages have layers of their own: a build after a change of the sources takes them from the cache.
COPY scripts/internal/setup scripts/internal/
RUN scripts/internal/setup @build ca-certificates
COPY Package.swift ./
RUN swift package resolve

COPY . .
RUN scripts/internal/image-root /image

FROM scratch
COPY --from=build /image/ /

# The address of the repository, and the commit.
ARG SOURCE=""
ARG REVISION=""
LABEL org.opencontainers.image.title="Understudy" \
      org.opencontainers.image.description="A local stand-in for Microsoft Entra ID in integration tests" \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.source="${SOURCE}" \
      org.opencontainers.image.url="${SOURCE}" \
      org.opencontainers.image.documentation="${SOURCE:+${SOURCE}/blob/${REVISION:-main}/docs/README.md}" \
      org.opencontainers.image.vendor="The Understudy contributors" \
      org.opencontainers.image.licenses="Apache-2.0"

USER 65532:65532
WORKDIR /data
ENV UNDERSTUDY_HOST=0.0.0.0
EXPOSE 8080 8443
HEALTHCHECK --interval=5s --timeout=3s --start-period=5s CMD ["/usr/bin/understudy", "healthcheck"]
ENTRYPOINT ["/usr/bin/understudy"]
CMD ["serve"]
