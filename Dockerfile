# The image of Understudy: one binary with the Swift runtime linked in, on a small Debian.
#
#   docker build -t understudy .
#   docker run --rm -p 8080:8080 -p 8443:8443 understudy
#   docker run --rm -p 8080:8080 -p 8443:8443 -v understudy:/data -e UNDERSTUDY_DATA_DIR=/data understudy

FROM swift:6.3-bookworm AS build
WORKDIR /source
COPY . .
RUN install -D "$(scripts/build)" /understudy

FROM debian:bookworm-slim
# scripts/image-root compares this list with what the binary links.
ARG RUNTIME_PACKAGES="libssl3 libyaml-0-2 libexpat1 libsqlite3-0"
RUN apt-get update \
    && apt-get install -y --no-install-recommends ${RUNTIME_PACKAGES} \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 65532 --no-create-home --shell /usr/sbin/nologin understudy \
    && install -d -o understudy -g understudy /data /config
COPY --from=build /understudy /usr/bin/understudy

LABEL org.opencontainers.image.title="Understudy" \
      org.opencontainers.image.description="A local stand-in for Microsoft Entra ID in integration tests"

USER understudy
WORKDIR /data
ENV UNDERSTUDY_HOST=0.0.0.0
EXPOSE 8080 8443
HEALTHCHECK --interval=5s --timeout=3s --start-period=5s CMD ["/usr/bin/understudy", "healthcheck"]
ENTRYPOINT ["/usr/bin/understudy"]
CMD ["serve"]
