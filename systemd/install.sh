#!/bin/sh
# Installs Pop Umpire as a service on Raspberry Pi OS (trixie; bookworm as far as it goes).
#
#   sudo ./install.sh               install, or upgrade: games and configuration stay
#   sudo ./install.sh --dry-run     print what would be done, and change nothing (needs no root)
#   sudo ./install.sh --uninstall   remove the service; games and configuration stay
#   sudo ./install.sh --uninstall --purge   and these, too
#   --source WHAT                   a checkout, a wheel or a requirement for pip, instead of what lies here
#
# Safe to run again at any time. Every file that is not ours and is edited is kept once beside itself, as
# NAME.before-pop-umpire. POP_UMPIRE_ROOT puts the files under another root, for tests.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=${POP_UMPIRE_ROOT:-}
venv=/opt/pop-umpire
state=/var/lib/pop-umpire
settings=/etc/pop-umpire
unit=/etc/systemd/system/pop-umpire.service
users=/etc/sysusers.d/pop-umpire.conf
rules=/etc/udev/rules.d/60-pop-umpire.rules
modules=/etc/modules-load.d/pop-umpire.conf
packages="python3-venv python3-picamera2 python3-lgpio python3-spidev i2c-tools espeak-ng"

dry="" uninstall="" purge="" source="" reboot=""

say() { printf '%s\n' "$*"; }
fail() { printf 'install.sh: %s\n' "$*" >&2; exit 1; }

run() { # a command, or what it would be
    if [ -n "$dry" ]; then say "would run: $*"; else "$@"; fi
}

put() { # $1: a file of ours, $2: where it goes, $3: its mode
    if [ -f "$root$2" ] && cmp -s "$1" "$root$2"; then return; fi
    if [ -n "$dry" ]; then say "would write: $root$2"; return; fi
    mkdir -p "$(dirname "$root$2")"
    install -m "$3" "$1" "$root$2"
    say "wrote $root$2"
}

keep() { # $1: a file that is about to be edited
    if [ -f "$1.before-pop-umpire" ]; then return; fi
    # A copy that a full disk cuts short must not pass for the original.
    run cp -p "$1" "$1.pop-umpire-copy"
    run mv "$1.pop-umpire-copy" "$1.before-pop-umpire"
}

# -- what is asked for ----------------------------------------------------------------------------------

while [ $# -gt 0 ]; do
    case $1 in
        --dry-run) dry=yes ;;
        --uninstall) uninstall=yes ;;
        --purge) purge=yes ;;
        --source) [ $# -gt 1 ] || fail "--source needs a checkout, a wheel or a requirement."; source=$2; shift ;;
        -h | --help) sed -n '2,/^set -eu/{/^set/d;s/^# \{0,1\}//;p;}' "$0"; exit 0 ;;
        *) fail "$1 is unknown: --help lists what there is." ;;
    esac
    shift
done
[ -z "$purge" ] || [ -n "$uninstall" ] || fail "--purge goes with --uninstall: it deletes all games."
[ -n "$dry" ] || [ "$(id -u)" = 0 ] || fail "must run as root: sudo $0, or --dry-run to see what it does."

codename=""
# shellcheck disable=SC1091 # the system says of itself what it is
if [ -r "$root/etc/os-release" ]; then codename=$(. "$root/etc/os-release" && printf '%s' "${VERSION_CODENAME:-}"); fi

what_to_install() {
    if [ -n "$source" ]; then printf '%s' "$source"; return; fi
    if [ -f "$here/../pyproject.toml" ]; then (cd "$here/.." && pwd); return; fi
    # Shipped inside an installed package: the same version again.
    python=$here/../../../bin/python
    version=$("$python" -c 'import importlib.metadata as m; print(m.version("pop-umpire"))' 2>/dev/null) ||
        fail "finds neither a checkout nor an installed umpire beside it: name one with --source."
    printf 'pop-umpire==%s' "$version"
}

# -- steps ----------------------------------------------------------------------------------------------

check_machine() {
    case $codename in
        trixie) ;;
        bookworm) say "bookworm: its camera library needs numpy 1, so OpenCV is held below 4.12." ;;
        *) say "This is ${codename:-an unknown system}, not Raspberry Pi OS trixie or bookworm: it may work." ;;
    esac
    case $(uname -m) in
        aarch64 | x86_64) ;;
        *) fail "needs a 64-bit system (this is $(uname -m)): there are no wheels of OpenCV for it." ;;
    esac
    # The 32-bit Raspberry Pi OS runs a 64-bit kernel, too.
    [ "$(getconf LONG_BIT)" = 64 ] ||
        fail "needs the 64-bit Raspberry Pi OS: only the kernel of this one is, and there are no wheels for it."
    for file in pop-umpire.service pop-umpire.sysusers 60-pop-umpire.rules config.toml; do
        [ -f "$here/$file" ] || fail "does not find $file beside itself: run it from the folder that it came in."
    done
}

install_packages() {
    missing=""
    for package in $packages; do
        if ! dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'install ok installed'; then
            missing="$missing $package"
        fi
    done
    [ -n "$missing" ] || return 0
    # A Pi that was just set up updates itself in the background for a while, and holds the lock meanwhile.
    wait=DPkg::Lock::Timeout=600
    run apt-get update -q -o "$wait" || say "the lists of packages cannot be brought up to date: going on"
    for package in $missing; do
        # A name that this system does not have must not stop the others; `umpire doctor` says what is lacking.
        run env DEBIAN_FRONTEND=noninteractive \
            apt-get install -y -q -o "$wait" --no-install-recommends "$package" ||
            say "$package cannot be installed: going on without it"
    done
}

boot_file() { # $1: config.txt or cmdline.txt
    for file in "$root/boot/firmware/$1" "$root/boot/$1"; do
        if [ -f "$file" ] && ! grep -q 'DO NOT EDIT' "$file"; then printf '%s' "$file"; return; fi
    done
}

holds_for_all() { # $1: a line, $2: a file of sections, perhaps with line ends of Windows
    awk -v line="$1" '
        BEGIN { all = 1 }
        { sub(/[ \t\r]+$/, "") }
        /^\[/ { all = $0 == "[all]" }
        all && $0 == line { found = 1 }
        END { exit !found }
    ' "$2"
}

boot_setting() { # $1: what the line begins with, $2: the line
    file=$(boot_file config.txt)
    [ -n "$file" ] || return 0
    if holds_for_all "$2" "$file"; then return; fi
    keep "$file"
    reboot=yes
    if [ -n "$dry" ]; then say "would set in $file: $2"; return; fi
    new=$file.pop-umpire-new
    # What follows [all] holds for every Pi, whatever section the file ends in.
    all='[all]\n'
    case $(grep '^\[' "$file" | tail -n 1) in '[all]'*) all="" ;; esac
    # shellcheck disable=SC2059 # the line break is meant
    { grep -v "^$1" "$file" || true; printf "$all"; printf '%s\n' "$2"; } >"$new"
    mv "$new" "$file"
    say "set in $file: $2"
}

switch_buses_on() {
    boot_setting 'dtparam=i2c_arm=' 'dtparam=i2c_arm=on'
    boot_setting 'dtparam=i2c_arm_baudrate=' 'dtparam=i2c_arm_baudrate=400000'
    boot_setting 'dtparam=spi=' 'dtparam=spi=on'
    [ -n "$(boot_file config.txt)" ] || say "no config.txt here: switch I2C and SPI on by hand."
    if [ ! -f "$root$modules" ]; then
        if [ -n "$dry" ]; then say "would write: $root$modules"; else
            mkdir -p "$root/etc/modules-load.d" && printf 'i2c-dev\n' >"$root$modules"
        fi
    fi
}

make_venv() {
    target=$root$venv
    what=$(what_to_install)
    # One whose Python was replaced by a newer one, as by an upgrade of the system, is made anew.
    if ! "$target/bin/python" -m pip --version >/dev/null 2>&1; then
        run python3 -m venv --system-site-packages --clear "$target"
    fi
    hold=""
    if [ "$codename" = bookworm ]; then hold='numpy<2 opencv-python-headless<4.12'; fi
    # shellcheck disable=SC2086 # several words are meant
    # /tmp may be a part of the memory, and too small for what is unpacked.
    run env TMPDIR=/var/tmp "$target/bin/python" -m pip install --quiet --disable-pip-version-check --upgrade \
        "$what" 'aiomqtt>=2' 'zeroconf>=0.132' $hold ||
        fail "pip cannot install $what, as told above; it needs the network. Run this again: it goes on from here."
}

install_files() {
    put "$here/pop-umpire.sysusers" "$users" 644
    put "$here/60-pop-umpire.rules" "$rules" 644
    put "$here/pop-umpire.service" "$unit" 644
    if [ ! -f "$root$settings/config.toml" ]; then put "$here/config.toml" "$settings/config.toml" 644; fi
}

start_service() {
    run systemd-sysusers ${root:+--root="$root"} "$root$users"
    run udevadm control --reload
    run udevadm trigger
    run systemctl daemon-reload
    run systemctl enable pop-umpire.service
    run systemctl restart pop-umpire.service || fail "the service does not start: journalctl -u pop-umpire -n 50"
}

remove() {
    run systemctl disable --now pop-umpire.service || true
    for path in "$unit" "$rules" "$users" "$modules" "$venv"; do
        if [ -e "$root$path" ]; then run rm -rf "$root$path"; fi
    done
    run systemctl daemon-reload
    if [ -n "$purge" ]; then
        run rm -rf "$root$state" "$root$settings"
        run userdel pop-umpire || true
        say "Pop Umpire, its games and its configuration are removed."
    else
        say "Pop Umpire is removed. $root$state (games) and $root$settings stay; --purge removes them, too."
    fi
    file=$(boot_file config.txt)
    [ -z "$file" ] || [ ! -f "$file.before-pop-umpire" ] || say "I2C and SPI stay on; $file.before-pop-umpire is as it was."
}

# -- and now --------------------------------------------------------------------------------------------

if [ -n "$uninstall" ]; then
    remove
    exit 0
fi
check_machine
install_packages
switch_buses_on
make_venv
install_files
start_service
if [ -n "$dry" ]; then say "Nothing was changed."; exit 0; fi
say "Pop Umpire is installed. What works, once the service is stopped, is told by:"
say "  sudo $venv/bin/umpire doctor --config $settings/config.toml --state $state"
[ -z "$reboot" ] || say "I2C or SPI was switched on: restart the Pi once (sudo reboot)."
