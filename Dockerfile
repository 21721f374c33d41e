# scoring in a container: install.sh builds it, and the image holds what it installs.
#
#   docker build --tag scoring .
#   docker run --publish 127.0.0.1:4318:4318 --volume scoring-data:/data scoring
FROM debian:trixie-slim AS build
# hadolint ignore=DL3008
RUN apt-get update \
 && apt-get install --yes --no-install-recommends ca-certificates npm \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
RUN DESTDIR=/installed ./install.sh --prefix /usr/local

FROM debian:trixie-slim
RUN useradd --uid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin scoring \
 && install --directory --mode 0700 --owner scoring /data
COPY --from=build /installed/usr/local/ /usr/local/
USER 10001
# BUN_TMPDIR: the executable unpacks its native addon there at start, and /tmp may be read-only or noexec.
ENV BUN_TMPDIR=/data \
    SCORING_DATA_DIR=/data \
    SCORING_LISTEN=0.0.0.0:4318
VOLUME /data
EXPOSE 4318
HEALTHCHECK --interval=15s --timeout=5s --start-period=20s CMD ["scoring", "healthcheck"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["scoring"]
CMD ["serve"]
