#!/bin/sh
# Installs Understudy into a Debian or Ubuntu development container: the binary, a start with the container, and its CA among
# those that the system trusts. Options come as variables: BINARY, SEED.
set -eu
cd "$(dirname "$0")"

. /etc/os-release
case "$ID ${ID_LIKE:-}" in
    *debian*) ;;
    *) echo "understudy: this feature needs Debian or Ubuntu, not $ID" >&2; exit 1 ;;
esac

# What the binary links, and how to fetch it; nothing is asked of the network when all is there.
missing=
is_installed() { dpkg-query -W -f='${db:Status-Status}\n' "$1" 2>/dev/null | grep -qx installed; }
for package in ca-certificates libssl3 libyaml-0-2 libexpat1 libsqlite3-0 zlib1g libstdc++6; do
    # Later releases have some of them under another name: libssl3t64.
    is_installed "$package" || is_installed "${package}t64" || missing="$missing $package"
done
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
    "") [ -f understudy ] || { echo "understudy: name the binary, or put it beside install.sh" >&2; exit 1; } ;;
    *) cp "$BINARY" understudy ;;
esac
install -D -m 755 understudy /usr/local/bin/understudy
understudy --version >/dev/null || {
    echo "understudy: the binary does not run on $PRETTY_NAME: it needs Debian 12, Ubuntu 24.04 or later" >&2
    exit 1
}

install -d /usr/local/share/ca-certificates /usr/local/share/understudy
understudy ca --seed "$SEED" >/usr/local/share/ca-certificates/understudy.crt
update-ca-certificates

# Runs with the container, and hands over to its own command.
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
