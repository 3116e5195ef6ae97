FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY web/package.json ./web/
COPY packages/sdk/package.json ./packages/sdk/
COPY packages/cli/package.json ./packages/cli/
# The builders of the console and the server need no install scripts.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY web ./web
RUN cd web && node ../node_modules/vite/bin/vite.js build
COPY src ./src
COPY scripts ./scripts
RUN node scripts/build-server.ts

FROM node:24-bookworm-slim
ARG COMMIT
ENV NODE_ENV=production ATRIUM_COMMIT=${COMMIT} DATA_DIR=/data HOST=0.0.0.0
WORKDIR /app
# PostgreSQL and the password library come as npm packages with builds for this platform; nothing is compiled.
COPY package.json package-lock.json .npmrc ./
COPY web/package.json ./web/
COPY packages/sdk/package.json ./packages/sdk/
COPY packages/cli/package.json ./packages/cli/
COPY scripts/prepare.mjs ./scripts/
RUN npm ci --omit=dev && npm cache clean --force
COPY src ./src
COPY migrations ./migrations
COPY scripts ./scripts
# The server shows the guides at /docs.
COPY README.md ./
COPY docs ./docs
COPY --from=build /app/web/dist ./web/dist
COPY --from=build /app/dist ./dist
# PostgreSQL does not run as root.
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD node -e "fetch('http://127.0.0.1:3000/health').then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"
# Node itself, not npm, gets the signal to stop.
CMD ["node_modules/.bin/node", "--import", "./src/compile-cache.mjs", "--max-semi-space-size=4", "--max-old-space-size=512", "src/start.mjs"]
