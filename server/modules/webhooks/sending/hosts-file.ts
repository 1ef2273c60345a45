import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import type { Addresses } from './address.ts';

const HOSTS = '/etc/hosts';
const CHECK_EVERY_MS = 2_000;

type Known = { changedAt: number; names: Map<string, Addresses> };

let known: Promise<Known> = Promise.resolve({ changedAt: 0, names: new Map() });
let checkedAt = Number.NEGATIVE_INFINITY;

/** The addresses of a name in the machine's file of hosts, which is read again when it has changed. */
export async function findInHosts(name: string): Promise<Addresses | undefined> {
  const now = performance.now();
  if (now - checkedAt > CHECK_EVERY_MS) {
    checkedAt = now;
    known = known.then(readChanged);
  }
  return (await known).names.get(name);
}

async function readChanged(before: Known): Promise<Known> {
  try {
    const changedAt = (await stat(HOSTS)).mtimeMs;
    if (changedAt === before.changedAt) return before;
    return { changedAt, names: parseHosts(await readFile(HOSTS, 'utf8')) };
  } catch {
    return { changedAt: 0, names: new Map() };
  }
}

export function parseHosts(text: string): Map<string, Addresses> {
  const names = new Map<string, Addresses>();
  for (const line of text.split('\n')) {
    const [address = '', ...aliases] = line.replace(/#.*/, '').trim().split(/\s+/);
    const family = isIP(address);
    if (family === 0) continue;
    for (const alias of aliases) {
      const name = alias.toLowerCase();
      const addresses = names.get(name) ?? [];
      if (!addresses.some((other) => other.address === address)) addresses.push({ address, family });
      names.set(name, addresses);
    }
  }
  return names;
}
