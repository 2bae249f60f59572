# Sourced by installer/*.sh, tests/run.sh and .ci/run: what the build and the program need, from Debian's packages.
# shellcheck shell=bash

# What the build needs is also what installer/debian/control says (tests/packages/described.sh).
build_packages=(g++ cmake ninja-build pkg-config
    qt6-base-dev qt6-charts-dev qt6-svg-dev libqt6opengl6-dev qt6-tools-dev qt6-tools-dev-tools qt6-l10n-tools
    libyaml-cpp-dev libsimdjson-dev libzstd-dev libre2-dev libgoogle-perftools-dev libboost-dev libssl-dev zlib1g-dev nlohmann-json3-dev)
# What makes it quicker, where it is.
quick_packages=(mold ccache)
run_packages=(fonts-inter fonts-jetbrains-mono fonts-noto-cjk qt6-translations-l10n libqt6svg6 qt6-wayland)
screen_packages=(xvfb xauth x11-utils)
clang_packages=(clang libclang-rt-14-dev)
# What a Debian package and a tarball are made with beside that, and what is put into the latter.
package_packages=(build-essential debhelper lintian librsvg2-bin libqt6svg6 qt6-translations-l10n qt6-wayland)
# What judges the files that describe the program to a system, and reads what it says of itself.
check_packages=(desktop-file-utils appstream librsvg2-bin groff-base zsh fish)
# What makes the roots that tests/packages builds and installs in.
root_packages=(debootstrap debian-archive-keyring)

# install PACKAGE...: installs what is missing; asks nothing; as root or through sudo.
install() {
    local missing=() package
    for package; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
    done
    ((${#missing[@]})) || return 0
    local as_root=()
    ((EUID == 0)) || as_root=(sudo)
    printf 'Installing %s\n' "${missing[*]}" >&2
    "${as_root[@]}" apt-get update -qq >&2
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}" >&2
}

# build PRESET [TARGET...]: configures once, builds what changed.
build() {
    local preset=$1 target targets=()
    shift
    for target; do targets+=(--target "$target"); done
    [[ -f build/$preset/build.ninja ]] || cmake --preset "$preset" >&2
    cmake --build --preset "$preset" "${targets[@]}" >&2
}
