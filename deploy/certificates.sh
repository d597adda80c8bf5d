#!/bin/sh
# Certificates for what speaks to each other in compose.yaml: an authority that is made once, and by it a new certificate for each service at
# every run, good for 90 days. Each service has a folder (a volume of its own) with `own.pem`, its key and certificate, which it alone can
# read, and `ca.pem`, by which it knows the others. Run again to renew: docs/operators/reference.md, "Between the containers".
set -eu
umask 077
cd "${1:-/tls}"
DAYS=90

key() { openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256; }
request() { openssl req -new -key "$1" -subj "/O=Playtally/CN=$2"; }
serial() { echo "0x$(openssl rand -hex 16)"; }

# Its key stays in this folder, which no other service has.
if [ ! -s authority/ca.pem ]; then
  key > authority/key.pem
  printf '%s\n' 'basicConstraints=critical,CA:TRUE,pathlen:0' 'keyUsage=critical,keyCertSign' 'subjectKeyIdentifier=hash' > authority/extensions
  request authority/key.pem 'Playtally, within' |
    openssl x509 -req -sha256 -days 3650 -set_serial "$(serial)" -signkey authority/key.pem -extfile authority/extensions -out authority/ca.new
  mv authority/ca.new authority/ca.pem
fi

# issue FOLDER USER NAME USES [HOSTS]: who reads it (a number, as the image has it), what it is called, what it may do, by which names others know it.
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
# The API answers nginx by it, and is known by it to the database, whose role has its name.
issue api 1000 playtally_api serverAuth,clientAuth DNS:api
# The owner of the tables, for `migrate` alone.
issue owner 1000 playtally clientAuth
issue web 101 web clientAuth
# The collector of the API's figures.
issue metrics 65534 metrics clientAuth
