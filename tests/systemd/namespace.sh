#!/bin/bash
# PID 1 of a little machine made of namespaces: a real systemd runs the real unit, and the host sees nothing.
#
#   unshare --mount --pid --cgroup --uts --ipc --fork --kill-child --mount-proc bash namespace.sh WORK ROOT PYTHON SITE
#
# WORK holds `state` (the games) and `config.toml`, and takes the report; ROOT is the project, PYTHON the prefix
# of the interpreter, SITE its packages.
set -eu
work=$1 project=$2 python=$3 site=$4

mount --make-rprivate /
mount -t tmpfs tmpfs /run
mkdir -p /run/etc /run/lib /run/opt /run/trial /run/project /run/python /run/site
cp -a /etc/. /run/etc/
# The user of the service may not look into other people's homes, where these may lie.
mount --bind "$work" /run/trial
mount --bind "$project" /run/project
mount --bind "$python" /run/python
mount --bind "$site" /run/site
mount --bind /run/etc /etc
mount -t tmpfs tmpfs /var/lib
mount -t tmpfs tmpfs /opt

mkdir -p /opt/pop-umpire/bin /etc/pop-umpire /run/lock
cat >/opt/pop-umpire/bin/umpire <<SH
#!/bin/sh
export PYTHONPATH=/run/project:/run/site PYTHONDONTWRITEBYTECODE=1
# A Python that lies elsewhere than it was built for would take the library of another one.
export LD_LIBRARY_PATH=/run/python/lib
exec /run/python/bin/python3 -m firmware_py "\$@"
SH
chmod 755 /opt/pop-umpire/bin/umpire
cp /run/trial/config.toml /etc/pop-umpire/config.toml
systemd-sysusers /run/project/systemd/pop-umpire.sysusers
cp -a /run/trial/state /var/lib/pop-umpire
chown -R pop-umpire:pop-umpire /var/lib/pop-umpire

units=/run/systemd/system
mkdir -p $units/test.target.wants $units/pop-umpire.service.d
cp /run/project/systemd/pop-umpire.service $units/
cat >$units/pop-umpire.service.d/test.conf <<'UNIT'
[Unit]
DefaultDependencies=no
After=
[Service]
WatchdogSec=8
StandardOutput=append:/run/trial/service.log
StandardError=append:/run/trial/service.log
UNIT
printf '[Unit]\nDefaultDependencies=no\nAllowIsolate=yes\n' >$units/test.target
cat >$units/drive.service <<'UNIT'
[Unit]
DefaultDependencies=no
[Service]
Type=oneshot
ExecStart=/bin/bash /run/project/tests/systemd/drive.sh
StandardOutput=append:/run/trial/drive.log
StandardError=append:/run/trial/drive.log
UNIT
ln -s ../drive.service $units/test.target.wants/drive.service
exec env container=other /usr/lib/systemd/systemd --system --unit=test.target --log-target=console \
    --log-level=warning --show-status=no
