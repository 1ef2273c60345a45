#!/bin/sh
# Fills an empty folder with what runs in production: the server, the built dashboard, and the packages that they need.
# Usage: deploy/install.sh <folder>. Run `npm ci` and `npm run build` before; it needs no network.
set -eu
mkdir -p "$1"
to=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
if [ ! -f dashboard/dist/built-from ]; then
  echo 'The dashboard is not built. Run: npm run build' >&2
  exit 1
fi
if [ -n "$(ls -A "$to")" ]; then
  echo "$to is not empty." >&2
  exit 1
fi
packages=$(node deploy/packages.js)
cp -R bin server shared package.json package-lock.json .npmrc LICENSE NOTICE CHANGELOG.md "$to"
mkdir "$to/dashboard"
cp -R dashboard/dist dashboard/built.ts "$to/dashboard"
# The names of the lists that the command line shows.
mkdir "$to/sdk"
cp sdk/operations.ts "$to/sdk"
# The guides that the server shows at /docs.
mkdir "$to/docs"
cp -R docs/guides docs/*.md "$to/docs"
find "$to/server" "$to/shared" -name '*.test.ts' -delete
find "$to/server" -depth -type d -name testing -exec rm -r {} +
rm -f "$to/server/testing.ts"
# Left out: headers and manuals of Node with a second copy of its program, types, source maps, static libraries.
echo "$packages" | tar -cf - --exclude='node_modules/node/node_modules' --exclude='*.d.ts' --exclude='*.d.mts' --exclude='*.d.cts' \
  --exclude='*.map' --exclude='*.a' -T - | tar -xf - -C "$to"
# The program reads its files and writes none of them.
chmod -R a-w,a+rX "$to"
