#!/bin/sh
# The secrets of compose.yaml: a file each, in `secrets` beside it, which the API alone reads. docs/operators/reference.md, "Secrets".
#   deploy/secrets.sh                  makes what is missing, and says what there is; nothing that is there is changed
#   deploy/secrets.sh set NAME         takes what somebody gave you: typed, or from a pipe
#   deploy/secrets.sh rotate NAME      makes one of ours again; of data_keys the old keys stay behind the new one
#   deploy/secrets.sh destroy NAME     takes one away for good, once its name was typed again
set -eu
umask 077
folder=${SECRETS_DIR:-$(dirname "$0")/../secrets}
# The user `node` of the API's image.
reader=${SECRETS_READER:-1000}

ours='data_keys metrics_token operator_setup'
given='mail_url captcha_secret google_client_secret apple_private_key discord_client_secret pusher_app_secret push_key'

fail() {
  echo "$1" >&2
  exit 1
}

random() {
  case $1 in
    data_keys) openssl rand -base64 32 ;;
    *) openssl rand -hex 24 ;;
  esac
}

# write NAME: what comes in, without the line's end, as a file that its reader alone can read. At once: there is never half of one.
write() {
  new="$folder/.$1.new"
  rm -f "$new"
  tr -d '\r\n' > "$new"
  chmod 400 "$new"
  if [ "$(id -u)" = 0 ]; then chown "$reader" "$new"; fi
  mv -f "$new" "$folder/$1"
}

known() {
  for one in $ours $given; do if [ "$one" = "${1:-}" ]; then return; fi; done
  fail "There is no secret \"${1:-}\". There are: $ours $given."
}

show() {
  for one in $ours $given; do
    if [ -s "$folder/$one" ]; then
      # shellcheck disable=SC2012
      echo "$one: set, $(ls -ln "$folder/$one" | awk '{ print $1 ", user " $3 }')"
    else
      echo "$one: none"
    fi
  done
}

if [ "$(id -u)" != 0 ] && [ "$(id -u)" != "$reader" ]; then
  fail "The API reads its secrets as the user $reader, and only root can give files to it: run this with sudo."
fi
if [ ! -d "$folder" ]; then
  mkdir "$folder"
  # Docker finds a file by its name; nobody else lists them.
  chmod 711 "$folder"
fi

case ${1:-create} in
  create)
    for one in $ours; do
      if [ -e "$folder/$one" ]; then continue; fi
      value=$(random "$one")
      printf '%s' "$value" | write "$one"
    done
    # Empty is none, and Docker wants every file to be there.
    for one in $given; do if [ ! -e "$folder/$one" ]; then write "$one" < /dev/null; fi; done
    show
    ;;
  set)
    known "${2:-}"
    if [ -t 0 ]; then
      echo "Type or paste $2, then Enter; it isn't shown." >&2
      trap 'stty echo' EXIT
      trap 'exit 130' INT TERM
      stty -echo
    fi
    IFS= read -r value || [ -n "$value" ] || fail "Nothing came in: $2 stays as it was."
    [ -n "$value" ] || fail "Nothing came in: $2 stays as it was."
    printf '%s' "$value" | write "$2"
    echo "$2 is set."
    ;;
  rotate)
    known "${2:-}"
    case " $ours " in
      *" $2 "*) ;;
      *) fail "$2 is made by somebody else: get a new one there, then deploy/secrets.sh set $2." ;;
    esac
    old=
    if [ -s "$folder/$2" ]; then old=$(cat "$folder/$2"); fi
    value=$(random "$2")
    if [ "$2" = data_keys ] && [ -n "$old" ]; then value="$value,$old"; fi
    printf '%s' "$value" | write "$2"
    echo "$2 is new."
    ;;
  destroy)
    known "${2:-}"
    if [ "$2" = data_keys ]; then echo 'Without data_keys nobody reads what is sealed in the database, or in any backup of it.' >&2; fi
    echo "Type $2 to take it away for good." >&2
    IFS= read -r typed || true
    [ "${typed:-}" = "$2" ] || fail "$2 stays as it was."
    if [ -f "$folder/$2" ] && command -v shred > /dev/null; then
      chmod 600 "$folder/$2"
      shred "$folder/$2"
    fi
    write "$2" < /dev/null
    echo "$2 is gone."
    ;;
  *)
    fail "There is no \"$1\". There are: create, set NAME, rotate NAME, destroy NAME."
    ;;
esac
