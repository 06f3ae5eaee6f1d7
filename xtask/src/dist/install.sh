#!/bin/sh
# Installs Ludoteka below ~/.local, or below another prefix: ./install.sh /usr/local
set -eu
here=$(cd "$(dirname "$0")" && pwd)
prefix=${1:-$HOME/.local}
mkdir -p "$prefix/bin" "$prefix/share"
cp "$here/bin/ludoteka" "$prefix/bin/ludoteka.new"
mv "$prefix/bin/ludoteka.new" "$prefix/bin/ludoteka"
cp -R "$here/share/." "$prefix/share"
echo "ludoteka is installed: $prefix/bin/ludoteka"
echo "starters, tournaments and guides: $prefix/share/ludoteka"
case ":$PATH:" in
*":$prefix/bin:"*) ;;
*) echo "add $prefix/bin to your PATH, for example in ~/.profile: PATH=\"$prefix/bin:\$PATH\"" ;;
esac
