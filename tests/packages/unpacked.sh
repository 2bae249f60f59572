#!/usr/bin/env bash
# Unpacks the tarball on a Debian 12 that has little more than what the tarball expects of a desktop, and no Qt, and opens
# the window from there. Ends with 77 where it cannot be run.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
# shellcheck source=tests/packages/installing.sh
source tests/packages/installing.sh

need_all
make_packages
make_root bookworm bookworm
copy_root bookworm unpacked
trap 'close_screen; remove_root unpacked' EXIT
open_screen
root=$(root_path unpacked)
place="/opt/any where"

person() {
    in_root unpacked runuser -u person -- /usr/bin/env -C / HOME=/home/person DISPLAY="$screen" LC_ALL=C.UTF-8 "$@"
}

install_in_root unpacked libgl1 libegl1 libglib2.0-0 libdbus-1-3 libssl3 libsm6 libx11-6 libx11-xcb1 libxcb-dri3-0 \
    libfontconfig1 libfreetype6 libharfbuzz0b libfribidi0 libwayland-client0 fonts-dejavu-core etcd-server
in_root unpacked useradd --create-home person
cp tests/packages/as_person.sh "$root/usr/local/bin/"
mkdir "$root$place"
tar -xzf build/package/watchkeeper-*.tar.gz -C "$root$place" --no-same-owner
folder=$(cd "$root" && echo ".$place"/watchkeeper-*)
folder=${folder#.}

# All that its files are linked to is in it, or is said to be every desktop's (some of it, so, is here by chance).
needed=$(find "$root$folder" \( -name '*.so*' -o -name watchkeeper -perm -1 \) -type f -exec readelf -d {} + |
    sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | sort -u)
absent=$(comm -23 <(echo "$needed") <({ ls "$root$folder/lib" && cat installer/tarball/of_the_system.txt; } | sort -u))
[[ $needed == *libQt6Core* && -z $absent ]] || failed "not in it: $absent"

# The licence of each package is beside it, and names whose it is.
licenses=$root$folder/share/doc/watchkeeper/licenses
while read -r package _; do
    grep -qi copyright "$licenses/$package" || failed "no licence of $package"
done < <(sed '1,/^$/d' "$licenses/PACKAGES")

pods=$(person "$folder/bin/kubectl-watchkeeper" --demo get pods -A)
running=$(grep -c ' Running ' <<<"$pods" || true)
((running >= 10)) || failed "get pods says: ${pods:0:500}"

person as_person.sh "$folder/bin/watchkeeper" "$folder/bin/watchkeeper" --demo >"$root.log" &
process=$!
see_window "$process"
touch "$root/tmp/seen"
wait "$process" || failed "it was started in $folder"
for library in libQt6Core libqxcb; do
    grep -q "^$folder/lib/.*$library" "$root.log" || failed "$library is not the tarball's: $(<"$root.log")"
done
try_three_members "$folder/share/doc/watchkeeper/three-members.sh"
echo "unpacked: $(du -sh "$root$folder" | cut -f1), $running pods run, $(sed '1,/^$/d' "$licenses/PACKAGES" | wc -l) packages of Debian"
