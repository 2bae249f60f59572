#!/usr/bin/env bash
# Installs the Debian package into a clean Debian 12 and removes it again. In between it is used as people use it: opened
# from the menu, called by kubectl, read about. No file of it may be left, and of the user's nothing but what it says that
# it keeps (SECURITY.md). Ends with 77 where it cannot be run.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
# shellcheck source=tests/packages/installing.sh
source tests/packages/installing.sh

need_all
make_packages
make_root bookworm bookworm
copy_root bookworm installed
trap 'close_screen; remove_root installed' EXIT
open_screen
root=$(root_path installed)

run() { in_root installed "$@"; }
person() { run runuser -u person -- /usr/bin/env -C /home/person HOME=/home/person DISPLAY="$screen" LC_ALL=C.UTF-8 "$@"; }

# All files but those of apt's and of the machine's own bookkeeping, and the user's.
files() {
    (cd "$root" && find . -xdev \( -path ./proc -o -path ./dev -o -path ./tmp -o -path ./home/person \
        -o -path ./var/lib/apt -o -path ./var/cache/apt -o -path ./var/cache/debconf -o -path ./var/cache/man \
        -o -path ./var/log -o -path './var/lib/dpkg/*-old' \) -prune -o -print | sort)
}

# What it needs is installed first, so that what is there after it is its own.
deb=$(echo build/package/watchkeeper_*.deb)
install_in_root installed kubernetes-client libglib2.0-bin man-db bash-completion etcd-server
cp "$deb" "$root/watchkeeper.deb"
run apt-get satisfy -y --no-install-recommends "$(dpkg-deb -f "$deb" Depends)" >/dev/null
run useradd --create-home --shell /bin/bash person
cp tests/packages/as_person.sh "$root/usr/local/bin/"
before=$(files)

run apt-get install -y --no-install-recommends /watchkeeper.deb >"$root.install.log" 2>&1 || {
    cat "$root.install.log"
    failed "apt-get install"
}
[[ -z $(run dpkg --verify watchkeeper) ]] || failed "files differ from the package's: $(run dpkg --verify watchkeeper)"
new=$(comm -13 <(echo "$before") <(files))
echo "installed: $(dpkg-deb -f "$deb" Version), $(wc -l <<<"$new") files and folders"

for size in 16 22 24 32 48 64 128 256; do
    grep -qx "./usr/share/icons/hicolor/${size}x$size/apps/watchkeeper.png" <<<"$new" || failed "no icon of $size pixels"
done

# The menu's way.
person as_person.sh /usr/bin/watchkeeper gio launch /usr/share/applications/watchkeeper.desktop &
process=$!
see_window "$process"
touch "$root/tmp/seen"
wait "$process" || failed "it was started by its desktop file"

pods=$(person kubectl watchkeeper --demo get pods -A 2>&1) || failed "kubectl watchkeeper says: $pods"
running=$(grep -c ' Running ' <<<"$pods" || true)
((running >= 10)) || failed "kubectl watchkeeper says: ${pods:0:500}"
echo "kubectl $(run kubectl version --client --short 2>/dev/null | sed 's/.* //') watchkeeper: $running pods run"

for page in watchkeeper kubectl-watchkeeper; do
    text=$(person man "$page")
    [[ $text == *NAME*watchkeeper*SYNOPSIS*--kubeconfig* ]] || failed "man $page says: ${text:0:500}"
done
# As bash does for a person who types that and a tab.
# shellcheck disable=SC2016
completed=$(person bash -c '. /usr/share/bash-completion/bash_completion
    _completion_loader watchkeeper || true
    COMP_LINE="watchkeeper ge" COMP_POINT=14
    COMP_WORDS=(watchkeeper ge) COMP_CWORD=1
    $(complete -p watchkeeper | grep -oE "_[a-z]+")
    echo "${COMPREPLY[*]}"') || true
[[ $completed =~ ^get\ *$ ]] || failed "bash completes “watchkeeper ge” as: $completed"
try_three_members /usr/share/doc/watchkeeper/three-members.sh
[[ -f $root/usr/share/doc/watchkeeper/storage.md ]] || failed "the page is not beside its script"

run apt-get purge -y watchkeeper >"$root.purge.log" 2>&1 || {
    cat "$root.purge.log"
    failed "apt-get purge"
}
left=$(comm -13 <(echo "$before") <(files))
lost=$(comm -23 <(echo "$before") <(files))
[[ -z $left && -z $lost ]] || failed "left of it: $left; and taken with it: $lost"
# fontconfig's and kubectl's caches are theirs.
kept=$(cd "$root/home/person" && find . -type f ! -name '.bash*' ! -name .profile ! -path './.cache/fontconfig/*' \
    ! -path './.kube/*' ! -path './.config/watchkeeper/*' ! -path './.cache/watchkeeper/*' \
    ! -path './.local/state/watchkeeper/*' ! -path './.local/share/watchkeeper/*')
[[ -z $kept ]] || failed "in the user's home: $kept"
echo "removed: nothing is left; in the home: $(cd "$root/home/person" && find . -type f -path '*/watchkeeper/*' | tr '\n' ' ')"
