FROM node:22-bookworm-slim AS build
WORKDIR /source
COPY package.json package-lock.json .npmrc ./
COPY bin bin
RUN npm ci
COPY . .
RUN npm run build && deploy/install.sh /colonnade

# The program brings its own Node, so that the image needs none.
FROM debian:bookworm-slim
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin colonnade && install -d -o colonnade -m 0700 /data
COPY --from=build /colonnade /colonnade
ENV MODE=production HOST=0.0.0.0 PORT=8080 METRICS_PORT=9090 DATA_DIR=/data \
    PATH=/colonnade/node_modules/node/bin:/usr/local/bin:/usr/bin:/bin
USER colonnade
VOLUME /data
EXPOSE 8080 9090
# `api`, `worker` and `start` answer on METRICS_PORT.
HEALTHCHECK --start-period=60s --interval=10s --timeout=5s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.METRICS_PORT}/readyz`).then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/colonnade/server/main.ts"]
CMD ["start"]
