# Production dependencies; rebuilt only when the lock file changes.
FROM node:24-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
COPY scripts/add-whatsapp.mjs scripts/
COPY scripts/lib/root.mjs scripts/lib/
# --build-arg WHATSAPP=1: with the library of connections by QR code (docs/operations.md)
ARG WHATSAPP=
# the image has Node already
RUN npm ci --omit=dev --no-audit --no-fund \
  && if [ -n "$WHATSAPP" ]; then npm run --silent add:whatsapp; fi \
  && rm -rf node_modules/node node_modules/.bin/node

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY .swcrc tsconfig.json ./
COPY scripts scripts
COPY migrations migrations
COPY src src
COPY admin admin
RUN npm run build

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data \
  MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072 \
  NODE_COMPILE_CACHE=/tmp/node-compile-cache
WORKDIR /app
# a volume inherits the owner of its mount point
RUN install -d -o node -g node /data /media
COPY --from=dependencies /app/node_modules node_modules
COPY package.json ./
COPY --from=build /app/dist dist
USER node
VOLUME /data
EXPOSE 8080
# SIGTERM drains: jobs and requests end, leases are released, sockets close
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# see "Memory and start" in docs/operations.md
CMD ["node", "--max-semi-space-size=8", "--initial-old-space-size=96", "--heap-growing-percent=50", "dist/server/src/main.js"]
