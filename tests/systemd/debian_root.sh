#!/bin/bash
# debian_root.sh ROOT: the installer in a real Debian 13, from the bare system to an umpire that runs, and back.
# Needs root, debootstrap, git and the network; takes about ten minutes and 1.5 GB. What only a running system
# or a Pi has is stood in for: systemctl, udevadm, and the boot folder. Prints what it saw; 0 if all is well.
set -euo pipefail
root=${1:?where to make it}
here=$(cd "$(dirname "$0")" && pwd)
checkout=$root/opt/checkout
ours=(etc/systemd/system etc/udev/rules.d etc/sysusers.d etc/modules-load.d etc/pop-umpire boot)

if [ ! -x "$root/usr/bin/apt-get" ]; then
    debootstrap --variant=minbase --include=ca-certificates,python3,systemd trixie "$root" >/dev/null
fi
cp /etc/resolv.conf "$root/etc/"
cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"
trap 'umount "$root/proc" "$root/dev"' EXIT

rm -rf "$checkout" && mkdir -p "$checkout" "$root/boot/firmware"
git -C "$here/../.." archive HEAD | tar -x -C "$checkout"
printf '# For every Pi\ndtparam=audio=on\n\n[pi4]\narm_boost=1\n' >"$root/boot/firmware/config.txt"
rm -f "$root/boot/firmware/config.txt.before-pop-umpire" "$root/opt/ran" "$root/etc/modules-load.d/pop-umpire.conf"
for name in systemctl udevadm; do
    printf '#!/bin/sh\necho "%s $*" >>/opt/ran\n' "$name" >"$root/usr/local/bin/$name"
    chmod 755 "$root/usr/local/bin/$name"
done

inside() { # a command in the new system, with its own environment
    chroot "$root" /usr/bin/env -i HOME=/root LANG=C.UTF-8 PATH=/usr/local/bin:/usr/bin:/usr/sbin:/bin:/sbin \
        PIP_CERT=/etc/ssl/certs/ca-certificates.crt "$@"
}
sums() { (cd "$root" && { find "${ours[@]}" -type f -exec sha256sum {} + 2>/dev/null || true; } | sort -k 2); }
tell() { printf '\n== %s\n' "$*"; }

if [ -e "$root/opt/pop-umpire" ]; then inside sh /opt/checkout/systemd/install.sh --uninstall --purge; fi

tell "dry run"
before=$(sums)
inside sh /opt/checkout/systemd/install.sh --dry-run
[ "$before" = "$(sums)" ]

tell "install"
inside sh /opt/checkout/systemd/install.sh
inside id pop-umpire
inside systemd-analyze verify /etc/systemd/system/pop-umpire.service

tell "install again, over games and a configuration of one's own"
install -d -o 12345 "$root/var/lib/pop-umpire" && echo games >"$root/var/lib/pop-umpire/games"
printf '[strip]\non = false\n' >"$root/etc/pop-umpire/config.toml"
before=$(sums)
inside sh /opt/checkout/systemd/install.sh
[ "$before" = "$(sums)" ] && [ "$(cat "$root/var/lib/pop-umpire/games")" = games ]

tell "install again, without a network"
inside unshare --net sh /opt/checkout/systemd/install.sh 2>&1 | tee "$root/opt/offline" && exit 1
grep -q '^install.sh: .* needs the network' "$root/opt/offline"
inside /opt/pop-umpire/bin/umpire --help >/dev/null && [ "$before" = "$(sums)" ]

tell "what was installed runs"
inside /opt/pop-umpire/bin/python -m pip list --format freeze | grep -i pop-umpire
inside /opt/pop-umpire/bin/umpire doctor --config /etc/pop-umpire/config.toml --state /var/lib/pop-umpire || true
inside runuser -u pop-umpire -- /opt/pop-umpire/bin/umpire config --config /etc/pop-umpire/config.toml >/dev/null
inside sh -c 'cd /tmp && /opt/pop-umpire/bin/umpire play --auto --fast --seed 3 --state /tmp/games </dev/null' | tail -n 2
inside find /opt/pop-umpire -name install.sh | grep .

tell "uninstall"
inside sh /opt/checkout/systemd/install.sh --uninstall
inside sh /opt/checkout/systemd/install.sh --uninstall --purge
[ ! -e "$root/opt/pop-umpire" ] && [ ! -e "$root/etc/systemd/system/pop-umpire.service" ]
[ ! -e "$root/var/lib/pop-umpire" ] && ! inside id pop-umpire 2>/dev/null

tell "the commands that were stood in for"
cat "$root/opt/ran"
tell "all is well"
