# Runs under systemd in a tree that the guide has made a table: starts the service, kills it, hangs it, updates it.
# Prints a line for each thing proven; ends in a line GUEST CODE, which the caller waits for.
TAULA=/opt/taula/current/.venv/bin/taula
PAGE=http://127.0.0.1:8000/api/game

end() { echo "GUEST $1"; systemctl poweroff --force --force; exit; }
fail() { echo "FAIL $1"; systemctl status taula --no-pager -n 30; end 1; }
main_pid() { systemctl show taula --property=MainPID --value; }
answers() {  # within $1 seconds
    for _ in $(seq "$1"); do curl --silent --fail --max-time 5 --output /dev/null $PAGE && return 0; sleep 1; done
    return 1
}
another_pid() {  # than $1, within $2 seconds
    for _ in $(seq "$2"); do now=$(main_pid); [ "$now" != 0 ] && [ "$now" != "$1" ] && return 0; sleep 1; done
    return 1
}

# What `taula install` has said is left to be typed.
systemd-sysusers && systemd-tmpfiles --create taula.conf && systemctl daemon-reload || fail "users and folders"
chgrp taula /etc/taula/table.toml
systemctl restart systemd-journald
# Its tiles are not known yet: it starts all the same, its page answers and says what is to be done.
systemctl enable --now taula || fail "the service does not start without tiles"
answers 60 || fail "no page without tiles"
curl --silent $PAGE | grep -q '"no_tiles"' || fail "the page does not say that the tiles are not known"
[ "$(systemctl show taula --property=NRestarts --value)" = 0 ] || fail "without tiles it starts again and again"
echo "ok without a register of tiles the service stands, and its page says what is to be done"
# The tiles of the set, as `taula tiles register` would have read them.
/opt/taula/current/.venv/bin/python - <<'PYTHON' || fail "a register of tiles"
import json
from engine_lite.rulebooks import rulebook_named
faces = [kind.face for kind in rulebook_named("manacor").tile_set.faces for _ in range(kind.count)]
register = {"tiles": {f"e004{number:012x}": face for number, face in enumerate(faces)}, "spares": {}}
open("/var/lib/taula/tiles.json", "w").write(json.dumps(register))
PYTHON
chown taula:taula /var/lib/taula/tiles.json

for _ in $(seq 60); do journalctl -u taula --no-pager -o cat | grep -q "^Ready" && break; sleep 1; done
answers 60 || fail "no page"
journalctl -u taula --no-pager -o cat | grep -q "^Ready" || fail "the time to ready is not said"
echo "ok the service starts and its page answers: $(journalctl -u taula --no-pager -o cat | grep '^Ready')"

pid=$(main_pid)
[ "$(ps -o user= -p "$pid")" = taula ] || fail "the service is $(ps -o user= -p "$pid")'s"
nsenter --target "$pid" --mount sh -c 'touch /etc/x /usr/x /opt/x' 2>/dev/null && fail "the service can write to the system"
nsenter --target "$pid" --mount sh -c 'touch /var/lib/taula/x && rm /var/lib/taula/x' || fail "it cannot write its games"
grep -q "^CapEff:.0000000000000000" /proc/"$pid"/status || fail "the service has capabilities"
echo "ok it is a user of its own, without capabilities, and can write to its own folder only"

kill -9 "$pid"
another_pid "$pid" 30 && answers 60 || fail "killed, it does not come back"
echo "ok killed with -9 it is back and its page answers"

pid=$(main_pid)
kill -STOP "$pid"
another_pid "$pid" 90 && answers 60 || fail "hanging, it is not ended by the watchdog"
journalctl -u taula --no-pager -o cat | grep -q "Watchdog timeout" || fail "it was not the watchdog"
echo "ok hanging it is ended by the watchdog, is back, and its page answers"

running() { tr '\0' ' ' < /proc/"$(main_pid)"/cmdline | grep -o 'releases/[0-9.]*' | head -1; }
[ "$(running)" = releases/0.1.0 ] || fail "before the update it runs $(running)"
sh /srv/update.sh && answers 60 || fail "the update"
[ "$(running)" = releases/0.2.0 ] || fail "after the update it runs $(running)"
sh /srv/rollback.sh && answers 60 || fail "the rollback"
[ "$(running)" = releases/0.1.0 ] || fail "after the rollback it runs $(running)"
[ "$(ls /var/lib/taula/journal/*.journal | wc -l)" -ge 1 ] || fail "no game is kept"
echo "ok updated to 0.2.0 and rolled back to 0.1.0 by the guide's own lines, the games kept"

$TAULA doctor --config /etc/taula/table.toml > /run/doctor.txt 2>&1
[ "$(wc -l < /run/doctor.txt)" -le 24 ] && grep -q "^page *bé" /run/doctor.txt || { cat /run/doctor.txt; fail "doctor"; }
cd /run && $TAULA bundle --config /etc/taula/table.toml --out /run/b.tar.gz > /dev/null || fail "bundle"
tar -xOf /run/b.tar.gz taula/service.log | grep -q "^.*Ready" || fail "the bundle lacks what the service said"
echo "ok taula doctor fits on a screen and taula bundle holds what the service said"
end 0
