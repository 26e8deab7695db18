#!/bin/sh
# Installs Understudy into a development container with Debian or Ubuntu: installs the binary, starts the server with the
# container, and adds the CA to the CAs that the system trusts. The variables BINARY and SEED hold the options.
set -eu
cd "$(dirname "$0")"

. /etc/os-release
case "$ID ${ID_LIKE:-}" in
    *debian*) ;;
    *) echo "understudy: this feature needs Debian or Ubuntu, not $ID" >&2; exit 1 ;;
esac

# The CAs that the system trusts, and curl for a download. The network is used only if a package is missing.
missing=
is_installed() { dpkg-query -W -f='${db:Status-Status}\n' "$1" 2>/dev/null | grep -qx installed; }
is_installed ca-certificates || missing=ca-certificates
case ${BINARY:-} in
    http://* | https://*) command -v curl >/dev/null || missing="$missing curl" ;;
esac
if [ -n "$missing" ]; then
    apt-get update -q
    # shellcheck disable=SC2086
    apt-get install -y -q --no-install-recommends $missing
    rm -rf /var/lib/apt/lists/*
fi

case ${BINARY:-} in
    http://* | https://*) curl --fail --silent --show-error --location --output understudy "$BINARY" ;;
    "") [ -f understudy ] || { echo "understudy: the binary is missing: set the option binary, or copy the file understudy into the folder of install.sh" >&2; exit 1; } ;;
    *) cp "$BINARY" understudy ;;
esac
install -D -m 755 understudy /usr/local/bin/understudy
understudy --version >/dev/null || {
    echo "understudy: the binary does not run here: is it for another processor than $(uname -m)?" >&2
    exit 1
}

install -d /usr/local/share/ca-certificates /usr/local/share/understudy
understudy ca --seed "$SEED" >/usr/local/share/ca-certificates/understudy.crt
update-ca-certificates

# The entry point of the container: starts the server, then the command of the container.
printf %s "$SEED" >/usr/local/share/understudy/seed
cat >/usr/local/share/understudy/start <<'END'
#!/bin/sh
if ! understudy healthcheck >/dev/null 2>&1; then
    UNDERSTUDY_SEED=${UNDERSTUDY_SEED:-$(cat /usr/local/share/understudy/seed)} \
        nohup understudy serve </dev/null >"${TMPDIR:-/tmp}/understudy.log" 2>&1 &
fi
exec "$@"
END
chmod 755 /usr/local/share/understudy/start
