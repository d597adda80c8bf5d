#!/bin/sh
# The secrets of compose.yaml: one file each, in the folder `secrets`, readable only for the API. docs/operators/reference.md, "Secrets".
#   deploy/secrets.sh                  creates the missing ones and lists them all; existing ones don't change
#   deploy/secrets.sh set NAME         sets one that a service gave you, typed or from a pipe
#   deploy/secrets.sh rotate NAME      replaces one of our own; data_keys keeps its old keys after the new one
#   deploy/secrets.sh destroy NAME     deletes one for good, after you type its name again
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

# write NAME: writes standard input, without line breaks, to a file that only the API's user can read. Atomic, so no one sees a partial file.
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
  fail "The API reads its secrets as the user $reader, and only root can give that user files. Run this with sudo."
fi
if [ ! -d "$folder" ]; then
  mkdir "$folder"
  # Docker opens files by name. No one else can list them.
  chmod 711 "$folder"
fi

case ${1:-create} in
  create)
    for one in $ours; do
      if [ -e "$folder/$one" ]; then continue; fi
      value=$(random "$one")
      printf '%s' "$value" | write "$one"
    done
    # Docker requires every file to exist. An empty one counts as unset.
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
    IFS= read -r value || [ -n "$value" ] || fail "The input was empty, so $2 didn't change."
    [ -n "$value" ] || fail "The input was empty, so $2 didn't change."
    case $value in
      -----BEGIN*)
        # A private key has several lines. They are stored as one.
        until [ "${value#*-----END}" != "$value" ]; do
          IFS= read -r line || [ -n "$line" ] || fail "The key has no end, so $2 didn't change."
          value="$value$line"
        done
        ;;
      *)
        if [ ! -t 0 ] && { IFS= read -r line || [ -n "$line" ]; }; then
          fail "There is more than one line, so $2 didn't change."
        fi
        ;;
    esac
    printf '%s' "$value" | write "$2"
    echo "$2 is set."
    ;;
  rotate)
    known "${2:-}"
    case " $ours " in
      *" $2 "*) ;;
      *) fail "$2 comes from another service. Get a new one there, then run deploy/secrets.sh set $2." ;;
    esac
    old=
    if [ -s "$folder/$2" ]; then old=$(cat "$folder/$2"); fi
    value=$(random "$2")
    if [ "$2" = data_keys ] && [ -n "$old" ]; then value="$value,$old"; fi
    printf '%s' "$value" | write "$2"
    echo "$2 has a new value."
    ;;
  destroy)
    known "${2:-}"
    if [ "$2" = data_keys ]; then echo 'Without data_keys no one can read what is encrypted in the database or in its backups.' >&2; fi
    echo "Type $2 to delete it for good." >&2
    IFS= read -r typed || true
    [ "${typed:-}" = "$2" ] || fail "$2 wasn't deleted."
    if [ -f "$folder/$2" ] && command -v shred > /dev/null; then
      chmod 600 "$folder/$2"
      shred "$folder/$2"
    fi
    write "$2" < /dev/null
    echo "$2 is deleted."
    ;;
  *)
    fail "There is no command \"$1\". The commands are: create, set NAME, rotate NAME, destroy NAME."
    ;;
esac
