# The image of Understudy: one binary with the Swift runtime linked in, its shared libraries, and nothing else: no shell, no
# package manager.
#
#   docker build -t understudy .
#   docker run --rm -p 8080:8080 -p 8443:8443 --read-only understudy
#   docker run --rm -p 8080:8080 -p 8443:8443 -v understudy:/data -e UNDERSTUDY_DATA_DIR=/data understudy

FROM swift:6.3-bookworm AS build
WORKDIR /source
COPY . .
RUN scripts/image-root /image

FROM scratch
COPY --from=build /image/ /

ARG REVISION=""
LABEL org.opencontainers.image.title="Understudy" \
      org.opencontainers.image.description="A local stand-in for Microsoft Entra ID in integration tests" \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.licenses="Apache-2.0"

USER 65532:65532
WORKDIR /data
ENV UNDERSTUDY_HOST=0.0.0.0
EXPOSE 8080 8443
HEALTHCHECK --interval=5s --timeout=3s --start-period=5s CMD ["/usr/bin/understudy", "healthcheck"]
ENTRYPOINT ["/usr/bin/understudy"]
CMD ["serve"]
