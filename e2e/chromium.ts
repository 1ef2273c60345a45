/** Finds a Chromium that starts on this machine, on any processor, or installs one. */
import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import bundled from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

const INSTALLED = ['chromium', 'chromium-browser', 'google-chrome', 'chrome-headless-shell'];
/** Chromium has no sandbox in containers and as root; the tests only open our own pages. */
const FLAGS = [
  '--no-sandbox',
  '--font-render-hinting=none',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
];
const INSTALL_MS = 600_000;
const START_MS = 30_000;

/** Sets CHROMIUM_PATH for the processes of this run. Throws one sentence if no browser can be found or installed. */
export async function prepareChromium(say: (line: string) => void): Promise<void> {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (await starts(given)) return;
    throw new Error(`CHROMIUM_PATH names "${given}", which does not start as a Chromium.`);
  }
  for (const find of [findInstalled, unpackBundled, download, installPackage]) {
    for (const path of await find(say)) {
      if (!(await starts(path))) continue;
      process.env.CHROMIUM_PATH = path;
      return;
    }
  }
  throw new Error(
    'The browser tests need Chromium, and none could be found or installed. ' +
      'Install it (for example "apt-get install chromium"), or set CHROMIUM_PATH to one.',
  );
}

export function launchChromium(path = process.env.CHROMIUM_PATH!): Promise<Browser> {
  return chromium.launch({ executablePath: path, args: FLAGS, timeout: START_MS });
}

/** An existing file may be for another processor, lack a library, or only print how to install a package. */
async function starts(path: string): Promise<boolean> {
  try {
    await (await launchChromium(path)).close();
    return true;
  } catch {
    return false;
  }
}

function findInstalled(): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return INSTALLED.flatMap((name) => folders.map((folder) => join(folder, name))).filter(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function unpackBundled(): Promise<string[]> {
  return process.platform === 'linux' && process.arch === 'x64' ? [await bundled.executablePath()] : [];
}

function download(say: (line: string) => void): string[] {
  const path = chromium.executablePath();
  if (!isExecutable(path)) {
    say('Downloading Chromium for the browser tests…');
    const cli = join(createRequire(import.meta.url).resolve('playwright-core/package.json'), '../cli.js');
    spawnSync(process.execPath, [cli, 'install', 'chromium'], { timeout: INSTALL_MS });
  }
  return [path];
}

const PACKAGE_MANAGERS = [
  [
    ['apt-get', 'update'],
    ['apt-get', 'install', '--yes', '--no-install-recommends', 'chromium', 'fonts-liberation'],
  ],
  [['dnf', 'install', '--assumeyes', 'chromium']],
  [['apk', 'add', 'chromium', 'font-liberation']],
];

function installPackage(say: (line: string) => void): string[] {
  if (process.getuid?.() !== 0) return [];
  say('Installing the package "chromium" for the browser tests…');
  for (const commands of PACKAGE_MANAGERS) {
    try {
      for (const [command, ...args] of commands) {
        execFileSync(command!, args, {
          stdio: 'ignore',
          timeout: INSTALL_MS,
          env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
        });
      }
      return findInstalled();
    } catch {
      // No such package manager or no network: tries the next way, then throws the sentence.
    }
  }
  return [];
}
