#!/bin/sh
# Fills an empty folder with what runs in production: the server, the built dashboard, and the packages that they need.
# Usage: deploy/install.sh <folder>. Run `npm ci` and `npm run build` before.
set -eu
to=$1
cd "$(dirname "$0")/.."
if [ ! -f dashboard/dist/built-from ]; then
  echo 'The dashboard is not built. Run: npm run build' >&2
  exit 1
fi
mkdir -p "$to"
if [ -n "$(ls -A "$to")" ]; then
  echo "$to is not empty." >&2
  exit 1
fi
cp -R bin server shared package.json package-lock.json .npmrc LICENSE NOTICE "$to"
mkdir "$to/dashboard"
cp -R dashboard/dist dashboard/built.ts "$to/dashboard"
find "$to/server" "$to/shared" -name '*.test.ts' -delete
find "$to/server" -depth -type d -name testing -exec rm -r {} +
rm -f "$to/server/testing.ts"
cd "$to"
npm ci --omit=dev
# Headers and manuals of Node, and a second name of its program.
rm -rf node_modules/node/node_modules
# The program reads its files and writes none of them.
chmod -R a-w,a+rX .
