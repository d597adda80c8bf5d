#!/bin/sh
# Makes certificates for the services of compose.yaml. The first run creates an authority; each run signs a new certificate for every service, valid for
# 90 days. Each service has its own folder (a volume) with `own.pem`, its key and certificate, readable only for that service, and `ca.pem`, to
# check the others. Run it again to renew them. See docs/operators/reference.md, "Between the containers".
set -eu
umask 077
cd "${1:-/tls}"
DAYS=90

key() { openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256; }
request() { openssl req -new -key "$1" -subj "/O=Playtally/CN=$2"; }
serial() { echo "0x$(openssl rand -hex 16)"; }

# The authority's key stays in this folder, which no other service can see.
if [ ! -s authority/ca.pem ]; then
  key > authority/key.pem
  printf '%s\n' 'basicConstraints=critical,CA:TRUE,pathlen:0' 'keyUsage=critical,keyCertSign' 'subjectKeyIdentifier=hash' > authority/extensions
  request authority/key.pem 'Playtally, within' |
    openssl x509 -req -sha256 -days 3650 -set_serial "$(serial)" -signkey authority/key.pem -extfile authority/extensions -out authority/ca.new
  mv authority/ca.new authority/ca.pem
fi

# issue FOLDER USER NAME USES [HOSTS]: USER is the numeric id of the reader in its image, NAME the common name, USES the extended key usage, HOSTS the
# names under which others connect.
issue() {
  key > "$1/key.new"
  {
    printf '%s\n' 'basicConstraints=critical,CA:FALSE' 'keyUsage=critical,digitalSignature' "extendedKeyUsage=$4"
    if [ -n "${5:-}" ]; then echo "subjectAltName=$5"; fi
  } > "$1/extensions"
  request "$1/key.new" "$3" |
    openssl x509 -req -sha256 -days "$DAYS" -set_serial "$(serial)" -CA authority/ca.pem -CAkey authority/key.pem \
      -extfile "$1/extensions" -out "$1/cert.new"
  end=$(openssl x509 -in "$1/cert.new" -noout -enddate)
  cat "$1/key.new" "$1/cert.new" > "$1/own.new"
  cp authority/ca.pem "$1/ca.new"
  chmod 400 "$1/own.new"
  chmod 444 "$1/ca.new"
  chown "$2:$2" "$1/own.new"
  # Atomically, so that a concurrent reader finds the old one or the new one.
  mv "$1/ca.new" "$1/ca.pem"
  mv "$1/own.new" "$1/own.pem"
  rm "$1/key.new" "$1/cert.new" "$1/extensions"
  echo "$1: $3, good until ${end#notAfter=}"
}

issue db 999 db serverAuth DNS:db
# The API uses it with nginx as a server, and with the database as a client. The database's role has the same name.
issue api 1000 playtally_api serverAuth,clientAuth DNS:api
# The owner of the tables, only for `migrate`.
issue owner 1000 playtally clientAuth
issue web 101 web clientAuth
# Prometheus.
issue metrics 65534 metrics clientAuth
