#!/usr/bin/env bash
# What the files say that describe the program to a system, and that two that say the same agree. usage:
#   described.sh desktop|appstream|icons|versions|packages
# Ends with 77 where a program that judges them is not installed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

needs() {
    command -v "$1" >/dev/null || {
        echo "SKIP: $1 is not installed"
        exit 77
    }
}

# equal WHAT IT SHOULD: of one line or more.
equal() {
    [[ $2 == "$3" ]] && return 0
    printf '%s:\n' "$1"
    diff <(echo "$2") <(echo "$3") || true
    return 1
}

check_desktop() {
    needs desktop-file-validate
    local said
    said=$(desktop-file-validate resources/watchkeeper.desktop 2>&1) || true
    equal desktop-file-validate "$said" ""
}

check_appstream() {
    needs appstreamcli
    appstreamcli validate --no-net --strict resources/*.metainfo.xml
}

check_icons() {
    needs rsvg-convert
    local drawing
    for drawing in resources/app/*.svg resources/icons/*.svg; do
        rsvg-convert -w 16 -h 16 "$drawing" >/dev/null || {
            echo "$drawing is no SVG"
            return 1
        }
    done
}

check_versions() {
    local version logged
    version=$(sed -n 's/^project(watchkeeper VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
    logged=$(sed -n '1s/^watchkeeper (\(.*\)) .*/\1/p' installer/debian/changelog)
    equal installer/debian/changelog "$logged" "$version"
    logged=$(sed -n '0,/<release /s/.*<release version="\([^"]*\)".*/\1/p' resources/*.metainfo.xml)
    equal metainfo "$logged" "$version"
    logged=$(sed -n '0,/^## /s/^## \([0-9.]*\).*/\1/p' CHANGELOG.md)
    equal CHANGELOG.md "$logged" "$version"
}

# field NAME: of installer/debian/control, a package a line, without versions.
field() {
    sed -n "/^$1:/,/^[^ ]/p" installer/debian/control | sed "1s/^$1://; 2,\${/^[^ ]/d}" | tr -d ' ' | tr ',' '\n' |
        sed 's/(.*//; /^$/d' | sort
}

# g++ is there for every package of Debian, and debhelper has a name of its own for its version.
check_packages() {
    # shellcheck source=installer/packages.sh
    source installer/packages.sh
    equal Build-Depends "$(field Build-Depends | grep -vx debhelper-compat)" \
        "$(printf '%s\n' "${build_packages[@]}" librsvg2-bin | grep -vx 'g++' | sort)"
    # What the program is run with from its tree it is installed with, too.
    equal "Depends and Recommends" "$({ field Depends && field Recommends; } | grep -v '^\$' | sort)" \
        "$(printf '%s\n' "${run_packages[@]}" | sort)"
}

"check_$1"
