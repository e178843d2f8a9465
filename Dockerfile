FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY .swcrc tsconfig.json ./
COPY scripts scripts
COPY migrations migrations
COPY src src
COPY admin admin
RUN npm run build && npm prune --omit=dev && rm -rf node_modules/node node_modules/.bin/node

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data MALLOC_ARENA_MAX=2
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# bounded nurseries: what the heap keeps for new objects would otherwise grow by a hundred megabytes under load
CMD ["node", "--enable-source-maps", "--max-semi-space-size=8", "dist/server/src/main.js"]
