# Three images: `api` runs the server from source, `web` is nginx with the built site, and `certificates` makes the certificates that
# the containers use for each other. compose.yaml builds them; docs/operators/reference.md says how much of this is tested.

FROM node:24-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --no-audit --no-fund

FROM packages AS site
COPY . .
# These are built into the pages. Changing one means building the image again.
ARG SITE_URL PUBLIC_API_URL PUBLIC_API_TIMEOUT PUBLIC_API_EXTENSIONS PUBLIC_API_IDEMPOTENCY
ARG PUBLIC_CAPTCHA PUBLIC_CAPTCHA_SITE_KEY PUBLIC_GOOGLE_CLIENT_ID
ARG PUBLIC_SIGN_IN_PROVIDERS PUBLIC_SIGN_IN_WAYS
ARG WELCOME_POINTS DAILY_POINTS
ARG PUBLIC_REALTIME_PORT PUBLIC_REALTIME_HOST PUBLIC_REALTIME_TLS PUBLIC_REALTIME_KEY
RUN DEMO_LISTINGS=off npm run build -- --out /site

FROM node:24-slim AS api
ENV NODE_ENV=production LISTEN_HOST=0.0.0.0
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Serving needs none of the packages' install scripts, because Node comes with the image. Without --omit=optional npm would also
# install optional peers that only the tools need, such as TypeScript.
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund && npm cache clean --force
COPY server server
COPY src src
USER node
EXPOSE 8000 6001
HEALTHCHECK --interval=5s --timeout=4s --start-period=60s --retries=3 \
  CMD ["node", "server/cli/healthcheck.ts"]
# The same as `npm run serve`, but without npm, so that a signal to stop reaches the server itself.
CMD ["node", "server/main.ts"]

FROM alpine:3 AS certificates
RUN apk add --no-cache openssl
COPY deploy/certificates.sh /
CMD ["sh", "/certificates.sh"]

FROM nginxinc/nginx-unprivileged:1.28-alpine AS web
COPY deploy/nginx.conf deploy/site.conf deploy/api.conf deploy/operator.conf /etc/nginx/
COPY --from=site /site /usr/share/nginx/html
EXPOSE 8080 8081 8082
STOPSIGNAL SIGQUIT
HEALTHCHECK --interval=5s --timeout=4s --retries=3 CMD ["wget", "-q", "-O", "/dev/null", "http://127.0.0.1:8080/"]
