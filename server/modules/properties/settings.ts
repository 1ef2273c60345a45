import { isIP } from 'node:net';
import { type Env, SetupError } from '#kernel/config.ts';

export type PropertySettings = {
  /** Name servers for the proof of a domain; if empty, those of the machine. */
  dnsServers: string[];
};

export function readPropertySettings(env: Env): PropertySettings {
  const servers = (env.DNS_SERVERS ?? '').split(',').map((server) => server.trim());
  const wrong = servers.find(
    (server) => ![server, server.replace(/:\d{1,5}$/, '')].some((part) => part === '' || isIP(part) !== 0),
  );
  if (wrong !== undefined) {
    throw new SetupError(`DNS_SERVERS must list addresses of name servers; "${wrong}" is none.`);
  }
  return { dnsServers: servers.filter((server) => server !== '') };
}
