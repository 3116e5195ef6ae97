FROM node:24-bookworm-slim AS console
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY web/package.json ./web/
# The builder of the console needs no install scripts.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY web ./web
RUN cd web && node ../node_modules/vite/bin/vite.js build

FROM node:24-bookworm-slim
ARG COMMIT
ENV NODE_ENV=production ATRIUM_COMMIT=${COMMIT} DATA_DIR=/data HOST=0.0.0.0
WORKDIR /app
# PostgreSQL and the password library come as npm packages with builds for this platform; nothing is compiled.
COPY package.json package-lock.json .npmrc ./
COPY web/package.json ./web/
COPY scripts/prepare.mjs ./scripts/
RUN npm ci --omit=dev && npm cache clean --force
COPY src ./src
COPY migrations ./migrations
COPY scripts ./scripts
COPY --from=console /app/web/dist ./web/dist
# PostgreSQL does not run as root.
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD node -e "fetch('http://127.0.0.1:3000/health').then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"
# Node itself, not npm, gets the signal to stop.
CMD ["node_modules/.bin/node", "--import", "./src/compile-cache.mjs", "--max-semi-space-size=4", "--max-old-space-size=512", "src/server.ts"]
