# Sourced: folders that hold a whole other Debian, to build and to install in. A root is made by debootstrap, as root,
# from where this machine has its own packages, and is kept in build/roots/NAME, which makes the next run a quick one.
# Whatever is mounted is mounted for one command and goes with it, even when that is killed; so do its children.
# shellcheck shell=bash
#
#   why_no_roots                     prints why this machine can make none; fails when it can
#   mirror_of SUITE                  prints where that suite (bookworm, sid) can be had; fails where nowhere
#   has_root NAME SUITE              whether it is there, whole, and young enough
#   make_root NAME SUITE             where it is not, with the smallest set of packages
#   in_root NAME COMMAND…            runs it there, in / and with an environment of its own
#   install_in_root NAME PACKAGE…    what is missing there; a path within the root is a package's file
#   copy_root NAME COPY              another with all that is in it, to be spoilt and removed
#   root_path NAME                   where it is, to copy something into it
#   remove_root NAME

roots=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)/build/roots

PATH+=:/usr/sbin:/sbin # debootstrap's and chroot's, which a user's shell leaves out

# What in_root shows in the root: FROM:TO, or FROM:TO:ro for what nobody may change there.
root_mounts=()

# After so many days a root is made anew: what is newest has moved on.
root_days=7

root_path() { printf '%s/%s\n' "$roots" "$1"; }

# apt_setting NAME: of this machine.
apt_setting() {
    local value=
    eval "$(apt-config shell value "$1")"
    printf '%s' "$value"
}

# Those that this machine has Debian itself from, one that speaks HTTP first (a new root knows no certificates), and
# the one that everybody has.
mirrors() {
    {
        apt-get indextargets --format "\$(REPO_URI)" 'Created-By: Packages' 'Origin: Debian' 'Label: Debian' 2>/dev/null |
            grep -E '^https?://' | sed 's|/$||' | sort -u
        echo http://deb.debian.org/debian
    } | awk '!seen[$0]++'
}

# mirror_of SUITE: the first that has it.
mirror_of() {
    local mirror got
    got=$(mktemp)
    for mirror in $(mirrors); do
        if /usr/lib/apt/apt-helper -o Acquire::http::Timeout=10 -o Acquire::https::Timeout=10 -o Acquire::Retries=0 \
            download-file "$mirror/dists/$1/InRelease" "$got" >/dev/null 2>&1; then
            rm -f "$got"
            printf '%s\n' "$mirror"
            return 0
        fi
    done
    rm -f "$got"
    return 1
}

why_no_roots() {
    if ((EUID != 0)); then
        echo "only root can make a root"
    elif ! command -v debootstrap >/dev/null; then
        echo "debootstrap is not installed"
    elif ! unshare --mount --pid --fork true 2>/dev/null; then
        echo "no namespace of its own for a root's mounts"
    else
        return 1
    fi
}

# apart FUNCTION ARGUMENT…: runs it with mounts and processes that are its own.
apart() {
    unshare --mount --pid --fork --kill-child -- bash -euc "$(declare -p root_mounts); $(declare -f "$1"); \"\$@\"" - "$@"
}

# What debootstrap mounts goes with it.
run_debootstrap() {
    mount -t proc proc /proc
    exec debootstrap "$@"
}

# What this machine says to its own apt of clocks and of proxies, and no service starts.
settle_root() {
    local name value
    for name in Acquire::Check-Valid-Until Acquire::Check-Date Acquire::http::Proxy Acquire::https::Proxy; do
        value=$(apt_setting "$name")
        [[ -z $value ]] || printf '%s "%s";\n' "$name" "$value"
    done >"$1/etc/apt/apt.conf.d/00machine"
    printf '#!/bin/sh\nexit 101\n' >"$1/usr/sbin/policy-rc.d"
    chmod +x "$1/usr/sbin/policy-rc.d"
}

has_root() {
    local root=$roots/$1
    [[ -d $root && -n $(find "$root.made" -mtime "-$root_days" 2>/dev/null) && $(<"$root.made") == "$2" ]]
}

make_root() {
    local root=$roots/$1 suite=$2 mirror options=(--variant=minbase)
    has_root "$1" "$2" && return 0
    remove_root "$1"
    mirror=$(mirror_of "$suite") || {
        echo "no mirror that has Debian $suite answers" >&2
        return 1
    }
    [[ $mirror != https:* ]] || options+=(--include=ca-certificates)
    mkdir -p "$roots"
    echo "Making a root of Debian $suite" >&2
    http_proxy=${http_proxy:-$(apt_setting Acquire::http::Proxy)} \
        https_proxy=${https_proxy:-$(apt_setting Acquire::https::Proxy)} \
        apart run_debootstrap "${options[@]}" "$suite" "$root" "$mirror" >"$root.log" 2>&1 || {
        tail -n 20 "$root.log" >&2
        return 1
    }
    settle_root "$root"
    printf '%s\n' "$suite" >"$root.made"
}

enter_root() {
    local root=$1 bound from to how
    shift
    mount -t proc proc "$root/proc"
    mount --rbind /dev "$root/dev"
    for bound in ${root_mounts[@]+"${root_mounts[@]}"}; do
        IFS=: read -r from to how <<<"$bound"
        mkdir -p "$root$to"
        mount --bind -o "${how:-rw}" "$from" "$root$to"
    done
    # As a child of this shell, which is the first process there, and buries what others leave behind.
    chroot "$root" /usr/bin/env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        LC_ALL=C.UTF-8 TERM=dumb DEBIAN_FRONTEND=noninteractive "$@" || return
}

in_root() {
    local root=$roots/$1 file
    shift
    for file in /etc/resolv.conf /etc/hosts; do # how names are found here, today
        [[ ! -e $file ]] || cp -L --remove-destination "$file" "$root$file"
    done
    apart enter_root "$root" "$@"
}

# What is installed there, and what that provides, a name a line.
packages_of() {
    dpkg-query --admindir="$roots/$1/var/lib/dpkg" -W -f='${db:Status-Abbrev} ${Package}, ${Provides}\n' |
        sed -n 's/ ([^)]*)//g; s/^ii *//p' | tr -s ', ' '\n'
}

install_in_root() {
    local name=$1 missing=() package there
    shift
    there=$(packages_of "$name")
    for package; do
        grep -qxF -e "$package" <<<"$there" || missing+=("$package")
    done
    ((${#missing[@]})) || return 0
    in_root "$name" apt-get update -qq >&2
    in_root "$name" apt-get install -y --no-install-recommends "${missing[@]}" >&2
}

copy_root() {
    remove_root "$2"
    cp -a --reflink=auto "$roots/$1" "$roots/$2"
    cp -p "$roots/$1.made" "$roots/$2.made"
}

remove_root() {
    rm -rf --one-file-system "${roots:?}/$1" "$roots/$1.made"
}
