/** The hosts of a database address, written as for libpq: `postgres://user:password@h1:5432,h2:5433/database`. */
import { isIPv6 } from 'node:net';

export type Host = { text: string; name: string; port: number };

const AUTHORITY = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#]*)/i;
const HOST = /^(?:\[([^\]]+)\]|([a-z0-9_.-]+))(?::(\d{1,5}))?$/i;

export const hostListOf = (address: string): string => AUTHORITY.exec(address)?.[2] ?? '';

export const withHostList = (address: string, list: string): string =>
  address.replace(AUTHORITY, (_, before) => before + list);

/** `URL` accepts one host only. */
export const withFirstHost = (address: string): string =>
  withHostList(address, hostListOf(address).split(',')[0]!);

/** Returns null if a host or a port is not one. */
export function parseHostList(list: string): Host[] | null {
  const hosts = list.split(',').map((text) => {
    const [, ipv6, name = ipv6 ?? '', port = '5432'] = HOST.exec(text) ?? [];
    return { text, name, port: Number(port), isOne: name !== '' && (ipv6 === undefined || isIPv6(ipv6)) };
  });
  if (!hosts.every(({ isOne, port }) => isOne && port > 0 && port < 65_536)) return null;
  return hosts.map(({ text, name, port }) => ({ text, name, port }));
}
