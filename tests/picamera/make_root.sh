#!/bin/bash
# make_root.sh ROOT: a Debian 13 with the real libcamera and picamera2, whose virtual camera shows pictures of dice.
# Needs root, debootstrap, gcc and the network; takes about five minutes and 700 MB. Then:
#
#   UMPIRE_CAMERA_ROOT=ROOT pytest -m slow tests/picamera
set -euo pipefail
root=${1:?where to make it}
here=$(cd "$(dirname "$0")" && pwd)
test_folder=$root/opt/umpire-test

if [ ! -x "$root/usr/bin/apt-get" ]; then
    debootstrap --variant=minbase --include=ca-certificates trixie "$root" >/dev/null
fi
cp /etc/resolv.conf "$root/etc/"
cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"
trap 'umount "$root/proc" "$root/dev"' EXIT
export DEBIAN_FRONTEND=noninteractive
chroot "$root" apt-get -qq update
chroot "$root" apt-get -qq install -y --no-install-recommends python3-libcamera libcamera-ipa python3-numpy \
    python3-pil python3-venv python3-prctl gcc libc6-dev python3-dev >/dev/null
if [ ! -x "$root/opt/venv/bin/python" ]; then chroot "$root" python3 -m venv --system-site-packages /opt/venv; fi
chroot "$root" /opt/venv/bin/pip install -q --cert /etc/ssl/certs/ca-certificates.crt \
    picamera2==0.3.38 'opencv-python-headless>=4.10,<6'
mkdir -p "$test_folder" "$root/usr/share/libcamera/pipeline/virtual"
gcc -shared -fPIC -O2 -Wall -o "$test_folder/dmaheap.so" "$here/dmaheap.c"
cp "$here/virtual.yaml" "$root/usr/share/libcamera/pipeline/virtual/"
echo "made $root"
