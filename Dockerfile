# docs/operating/containers.md says how to build and run this image.
FROM node:24-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY LICENSE tsconfig.json fieldstone.json ./
COPY src src
COPY schema schema
COPY examples/shop examples/shop
# What npm would publish, with the packages of the lock file.
RUN npm pack && mkdir /app && tar -xzf fieldstone-*.tgz -C /app --strip-components=1
# The image has its own Node; the one that npm ci brings along for older machines is more than half of the packages.
RUN npm prune --omit=dev --ignore-scripts && rm -rf node_modules/node-linux-* node_modules/.bin/node node_modules/.cache
RUN mv node_modules /app

FROM node:24-slim
# The service needs Node alone.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn* /opt/yarn-*
COPY --from=build /app /app
RUN ln -s /app/src/bin.cjs /usr/local/bin/fieldstone && mkdir /project /data && chown node:node /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 DATA_DIR=/data
USER node
# A project is mounted or copied here; without one the package's own is served.
WORKDIR /project
VOLUME /data
EXPOSE 4000
HEALTHCHECK --start-period=30s --interval=10s --timeout=3s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/livez`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# As `npm start`, without npm between the signals and the process.
CMD ["node", "/app/src/bin.cjs", "start"]
