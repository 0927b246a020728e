# The table server with its page: docs/operating.md, "In a container". For every architecture that Debian and the lock file know.
# Both images can be others: BASE needs apt-get and a Python of 3.11 or newer there, NODE needs npm.
ARG BASE=debian:trixie-slim
ARG NODE=node:22-slim

# The page is the same everywhere: it is built on the machine that builds, whatever the image is for.
FROM --platform=$BUILDPLATFORM ${NODE} AS page
WORKDIR /build/web
COPY web/package.json web/package-lock.json web/.npmrc ./
RUN npm ci --no-audit --no-fund
COPY web ./
RUN npm run build -- --logLevel warn

# What it plays with where there is no server is the same everywhere, too.
FROM --platform=$BUILDPLATFORM ${BASE} AS kit
RUN apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends python3-venv
RUN python3 -m venv /tools
WORKDIR /build
COPY requirements/site.txt requirements/
RUN /tools/bin/pip install --quiet --use-pep517 --require-hashes --no-deps --requirement requirements/site.txt
COPY src src
COPY --from=page /build/src/estaminet/server/pages src/estaminet/server/pages
RUN PYTHONPATH=src /tools/bin/python -c 'from estaminet.cli import main; main()' site --server

FROM ${BASE} AS python
RUN apt-get update -qq \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends python3 \
 && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/*.log /var/log/apt

FROM python AS packages
RUN apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends python3-venv
RUN python3 -m venv /tools
WORKDIR /build
COPY requirements/image.txt requirements/
# There is no compiler here: what has no wheel for this architecture is plain Python, or stops the build.
RUN /tools/bin/pip wheel --quiet --use-pep517 --require-hashes --no-deps --wheel-dir /wheels --requirement requirements/image.txt
COPY pyproject.toml README.md LICENSE ./
COPY src src
COPY --from=kit /build/src/estaminet/server/pages src/estaminet/server/pages
# Of all that was checked and fetched, the house gets what it asks for; what builds it stays here.
RUN /tools/bin/pip install --quiet --no-index --find-links /wheels hatchling \
 && /tools/bin/pip wheel --quiet --no-index --no-build-isolation --no-deps --wheel-dir /wheels . \
 && python3 -m venv --without-pip /opt/estaminet \
 && /tools/bin/pip --python /opt/estaminet/bin/python install --quiet --no-index --find-links /wheels --no-compile 'estaminet[push]' \
 && rm -rf /opt/estaminet/lib/python3*/site-packages/numba/tests \
 && find /opt/estaminet/lib/python3*/site-packages/numpy -name tests -type d -prune -exec rm -rf {} +
# Modules are compiled now, since nothing can be written later. What we wrote is apart from what others wrote: an update is small.
RUN /opt/estaminet/bin/python -m compileall -q -j 0 --invalidation-mode unchecked-hash /opt/estaminet \
 && cd /opt/estaminet && mkdir /house && cp -a --parents lib/python3*/site-packages/estaminet* bin/estaminet /house \
 && rm -rf lib/python3*/site-packages/estaminet* bin/estaminet

FROM python
RUN useradd --uid 10001 --user-group --no-create-home --home-dir /data --shell /usr/sbin/nologin estaminet \
 && install -d -o estaminet -g estaminet -m 0700 /data
COPY --from=packages /opt/estaminet /opt/estaminet
COPY --from=packages /house /opt/estaminet
# All that it writes is in /data, but for /tmp: the root file system can be read-only.
ENV PATH=/opt/estaminet/bin:/usr/bin:/bin \
    HOME=/data \
    XDG_CACHE_HOME=/data/cache \
    ESTAMINET_DATABASE=sqlite:////data/estaminet.db \
    ESTAMINET_HOST=0.0.0.0 \
    ESTAMINET_PORT=8000
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 CMD ["/opt/estaminet/bin/python", "-I", "-S", "-c", \
  "import os, urllib.request as web; web.urlopen(f'http://127.0.0.1:{os.environ[\"ESTAMINET_PORT\"]}/healthz', timeout=4)"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["/opt/estaminet/bin/estaminet"]
CMD ["serve"]
LABEL org.opencontainers.image.title="Estaminet" \
      org.opencontainers.image.description="Three classic German board games: a table server with its page" \
      org.opencontainers.image.licenses="MIT"
