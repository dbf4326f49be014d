# docs/operating/containers.md says how to build and run this image.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY src src
COPY schema schema
COPY fieldstone.json .
COPY tsconfig.json ./
RUN npm run build
# The image has its own Node; the one that npm ci brings along for older machines is more than half of the packages.
RUN npm prune --omit=dev --ignore-scripts && rm -rf node_modules/node-linux-* node_modules/.bin/node node_modules/.cache

FROM node:24-slim
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/schema schema
COPY --from=build /app/fieldstone.json .
COPY --from=build /app/src src
RUN mkdir /data && chown node:node /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 DATA_DIR=/data
USER node
VOLUME /data
EXPOSE 4000
HEALTHCHECK --start-period=30s --interval=10s --timeout=3s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/livez`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# As `npm start`, without npm between the signals and the process.
CMD ["node", "src/bin.cjs", "start"]
