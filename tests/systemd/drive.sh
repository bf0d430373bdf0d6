#!/bin/bash
# What is done to the service, inside: every line of the report is a moment and what systemd says of it.
report=/run/trial/report

tell() { # $1: the moment
    printf '%s\t' "$1" >>$report
    systemctl show pop-umpire.service -p ActiveState,SubState,NRestarts,Result,StatusText,MainPID |
        tr '\n' '\t' >>$report
    echo >>$report
}

active() { # until it runs again with another process than $1
    for _ in $(seq 600); do
        now=$(systemctl show pop-umpire.service -p MainPID --value)
        state=$(systemctl show pop-umpire.service -p ActiveState --value)
        if [ "$state" = active ] && [ "$now" != "$1" ] && [ "$now" != 0 ]; then return; fi
        sleep 0.2
    done
}

systemctl start pop-umpire.service
tell started
first=$(systemctl show pop-umpire.service -p MainPID --value)
printf 'user\t%s\t%s\n' "$(stat -c %U /proc/$first)" "$(readlink /proc/$first/cwd)" >>$report

kill -STOP "$first" # the main loop hangs
active "$first"
tell watchdog

second=$(systemctl show pop-umpire.service -p MainPID --value)
kill -KILL "$second" # the plug, or the kernel short of memory
active "$second"
tell killed

systemctl stop pop-umpire.service
tell stopped
cp -r /var/lib/pop-umpire /run/trial/after
chmod -R a+rX /run/trial/after
echo done >>$report
systemctl exit 0 || kill -RTMIN+13 1
