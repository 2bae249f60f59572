#!/usr/bin/env bash
# Makes what people install, in build/package/: a package for the Debian that it runs on (12 or newer), and a tarball that runs
# where it is unpacked. What is not committed is left out, where there is git.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=installer/packages.sh
source installer/packages.sh
install "${build_packages[@]}" "${package_packages[@]}"

version=$(sed -n 's/^project(watchkeeper VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
logged=$(dpkg-parsechangelog -l installer/debian/changelog -S Version)
[[ $logged == "$version" ]] || {
    printf 'installer/debian/changelog is of %s, CMakeLists.txt of %s.\n' "$logged" "$version" >&2
    exit 1
}

commit=$(git rev-parse HEAD 2>/dev/null) || commit=none
out=$PWD/build/package
source=$out/work/watchkeeper-$version
rm -rf "$out"
mkdir -p "$source"
if [[ $commit != none ]]; then
    git archive "$commit" | tar -x -C "$source"
else
    tar -c --exclude=./build . | tar -x -C "$source"
fi
mv "$source/installer/debian" "$source/debian"

cd "$source"
DEB_BUILD_OPTIONS="parallel=$(nproc) terse ${DEB_BUILD_OPTIONS:-}" dpkg-buildpackage -b -us -uc
lintian --fail-on error --tag-display-limit 0 ../*.changes

# The same objects, linked so that libraries are looked for beside the program.
build=$(echo obj-*)
cmake -S . -B "$build" -DWATCHKEEPER_RELOCATABLE=ON -DWATCHKEEPER_ZSH_FUNCTIONS=share/zsh/site-functions \
    -DCMAKE_INSTALL_LIBDIR=lib
cmake --build "$build"
cpack --config "$build/CPackConfig.cmake" -B "$out/work"

cd "$out"
mv work/*.deb work/*.tar.gz .
rm -r work
echo "$commit" >commit
ls -l
