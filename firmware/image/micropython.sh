#!/usr/bin/env bash
# Builds MicroPython from Debian's source packages: for the Raspberry Pi Pico, for this machine, and mpy-cross.
#
#   firmware/image/micropython.sh           prints the folder that holds them; builds it when it is not there yet
#   FRESH=1 firmware/image/micropython.sh   asks Debian whether there are newer packages first
#   BUILT=1 firmware/image/micropython.sh   builds nothing: exit status 2 when it is not there
#
# The folder, below ~/.cache/taula (or $TAULA_CACHE), is named after the package's version and this recipe:
#   firmware.uf2         RPI_PICO, with asyncio frozen in, nothing else
#   micropython-32       unix port with the word size of the board; micropython-settrace: 64 bits, sys.settrace
#   mpy-cross            the compiler of .mpy files
#   built-from.txt       packages, their versions, the compilers
#
# Needs: cmake make gcc g++ gcc-multilib gcc-arm-none-eabi libnewlib-arm-none-eabi libstdc++-arm-none-eabi-newlib
# dpkg-dev python3 xz-utils bzip2. An older Debian builds trixie's sources with its own compilers; trixie's binary of
# the unix port would not start there.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
suite=trixie
cache=${TAULA_CACHE:-$HOME/.cache/taula}/micropython
recipe=$({ sed -n '/^# ---- the packages/,$p' "$here/micropython.sh"; cat "$here"/manifest_*.py; } | sha256sum | cut -c 1-8)
mkdir -p "$cache"

say() { echo "$*" >&2; }
stop() { say "$*"; exit 2; }

newest() { find "$cache" -mindepth 2 -maxdepth 2 -path "*-$recipe/built-from.txt" -printf '%T@ %h\n' | sort -n | tail -1 | cut -d ' ' -f 2-; }

if [ -z "${FRESH:-}" ] && [ -n "$(newest)" ]; then newest; exit 0; fi
[ -z "${BUILT:-}" ] || stop "MicroPython for the board is not built; type: make image"

for program in cmake make gcc g++ arm-none-eabi-gcc apt-get dpkg-source python3; do
    command -v "$program" >/dev/null || stop "Building MicroPython needs $program; type: sudo apt install cmake make gcc g++ \
gcc-multilib gcc-arm-none-eabi libnewlib-arm-none-eabi libstdc++-arm-none-eabi-newlib dpkg-dev"
done

# ---- the packages, from the mirror that this machine uses for Debian itself -----------------------------------------
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mirror=$(apt-get indextargets --format '$(LABEL) $(REPO_URI)' 'Created-By: Packages' | sed -n 's/^Debian //p' | head -1)
[ -n "$mirror" ] || stop "apt knows no mirror of Debian here; type: sudo apt update"
keys=/usr/share/keyrings/debian-archive-keyring.gpg
mkdir -p "$work"/apt/lists/partial "$work"/apt/cache/archives/partial
printf '%s [signed-by=%s] %s %s main\n' deb "$keys" "$mirror" "$suite" deb-src "$keys" "$mirror" "$suite" > "$work/apt/sources.list"
apt=(-qq -o "Dir::Etc::sourcelist=$work/apt/sources.list" -o Dir::Etc::sourceparts=- -o "Dir::State::lists=$work/apt/lists"
     -o "Dir::Cache=$work/apt/cache" -o "Dir::Cache::archives=$work/apt/cache/archives" -o APT::Sandbox::User=root)
apt-get "${apt[@]}" update || stop "Debian's package lists cannot be fetched; is this machine on the network?"
version_of() { apt-cache "${apt[@]}" show --no-all-versions "$1" | sed -n 's/^Version: //p'; }
built=$(version_of micropython)
folder="$cache/${built//[^A-Za-z0-9.+~-]/_}-$recipe"
if [ -e "$folder/built-from.txt" ]; then echo "$folder"; exit 0; fi

say "Building MicroPython $built from Debian's sources, once: a minute or two ..."
cd "$work"
apt-get "${apt[@]}" source --download-only micropython mbedtls
apt-get "${apt[@]}" download pico-sdk-source tinyusb-source
mkdir mp
tar xf micropython_*.orig.tar.xz -C mp --strip-components=1
for package in pico-sdk tinyusb; do
    dpkg -x $package-source_*.deb unpacked
    rmdir "mp/lib/$package"
    cp -a "unpacked/usr/src/$package" "mp/lib/$package"
done
tar xf mbedtls_*.orig.tar.bz2 -C mp/lib/mbedtls --strip-components=1
mkdir no-library   # micropython-lib: Debian's sources hold none
echo > no-library/README.md

# ---- the builds ----------------------------------------------------------------------------------------------------
step() {  # NAME COMMAND...: one build, its words kept unless it fails
    local name=$1; shift
    "$@" > "$name.log" 2>&1 || { tail -30 "$name.log" >&2; stop "MicroPython cannot be built ($name); the lines above say why"; }
}
jobs=-j$(nproc)
export SOURCE_DATE_EPOCH=0
step mpy-cross make -C mp/mpy-cross "$jobs"
step pico-configure cmake -S mp/ports/rp2 -B pico -DPICO_BUILD_DOCS=0 -DMICROPY_BOARD=RPI_PICO \
    -DMICROPY_BOARD_DIR="$work/mp/ports/rp2/boards/RPI_PICO" -DPICO_NO_PICOTOOL=1 -DCMAKE_BUILD_TYPE=MinSizeRel \
    -DMICROPY_FROZEN_MANIFEST="$here/manifest_pico.py" -DMICROPY_LIB_DIR="$work/no-library"
step pico make -C pico "$jobs"
step uf2 python3 mp/tools/uf2conv.py -b 0x10000000 -f 0xe48bff56 -c -o firmware.uf2 pico/firmware.bin
unix=(make -C mp/ports/unix "$jobs" VARIANT=standard MICROPY_PY_FFI=0 MICROPY_PY_SSL=0 MICROPY_SSL_MBEDTLS=0
      MICROPY_PY_BTREE=0 "MPY_LIB_DIR=$work/no-library" "FROZEN_MANIFEST=$here/manifest_unix.py")
step settrace "${unix[@]}" BUILD=build-settrace "CFLAGS_EXTRA=-DMICROPY_PY_SYS_SETTRACE=1 -DMICROPY_COMP_CONST=0"
step unix-32 "${unix[@]}" BUILD=build-32 MICROPY_FORCE_32BIT=1 LDFLAGS_EXTRA=-static

# ---- the folder, at once or not at all ------------------------------------------------------------------------------
mkdir made
cp firmware.uf2 mp/mpy-cross/build/mpy-cross made
cp mp/ports/unix/build-32/micropython made/micropython-32
cp mp/ports/unix/build-settrace/micropython made/micropython-settrace
{
    for package in micropython pico-sdk-source tinyusb-source; do echo "$package $(version_of $package)"; done
    echo "mbedtls $(ls mbedtls_*.dsc | sed 's/mbedtls_\(.*\)\.dsc/\1/')"
    arm-none-eabi-gcc --version | head -1
    gcc --version | head -1
    echo "recipe $recipe"
} > made/built-from.txt
rm -rf "$folder"
mv made "$folder"
echo "$folder"
