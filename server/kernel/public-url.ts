/** The address at which clients reach the API. */
import { isIP } from 'node:net';
import { type Env, integer, parseAddress, SetupError } from '#kernel/setting.ts';

/** Without a trailing slash; PUBLIC_URL, or made of HOST and PORT. */
export function readPublicUrl(env: Env): string {
  if (env.PUBLIC_URL) return parseAddress('PUBLIC_URL', env.PUBLIC_URL).href.replace(/\/+$/, '');
  return `http://${reachable(readHost(env))}:${readPort(env)}`;
}

export const readPort = (env: Env): number => integer(env, 'PORT', 8080, 0, 65535);

export function readHost(env: Env): string {
  const host = env.HOST || '127.0.0.1';
  if (isIP(host) === 0 && !isName(host)) {
    throw new SetupError(`HOST must be an address or a name of this machine, but is "${host}".`);
  }
  if (host.includes('%') && !env.PUBLIC_URL) {
    throw new SetupError(`HOST "${host}" is an address for this machine alone; set PUBLIC_URL beside it.`);
  }
  return host;
}

/** A URL takes a name with a number at its end, such as 127.1, for an IPv4 address. */
const isName = (host: string): boolean =>
  /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(host) &&
  URL.parse(`http://${host}`)?.hostname === host.toLowerCase();

/** The address at which a client on this machine reaches a server that listens on this host. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return isIP(host) === 6 ? `[${host}]` : host;
}
