import { isIP, isIPv4, isIPv6 } from 'node:net';
import { type Env, SetupError } from '#kernel/setting.ts';

export type PropertySettings = {
  /** Name servers for the proof of a domain; if empty, those of the machine. */
  dnsServers: string[];
};

export function readPropertySettings(env: Env): PropertySettings {
  const servers = (env.DNS_SERVERS ?? '').split(',').map((server) => server.trim());
  const dnsServers = servers.filter((server) => server !== '');
  const wrong = dnsServers.find((server) => !isNameServer(server));
  if (wrong !== undefined) {
    throw new SetupError(
      `DNS_SERVERS must list addresses of name servers, such as 9.9.9.9 or [2620:fe::fe]:53; "${wrong}" is none.`,
    );
  }
  return { dnsServers };
}

/** An IP address, or one with a port, in which case an IPv6 address has brackets. */
function isNameServer(text: string): boolean {
  if (text.includes('%')) return false;
  if (isIP(text) !== 0) return true;
  const [, ipv6 = '', ipv4 = '', port = ''] = /^(?:\[(.+)\]|([^:]+)):(\d{1,5})$/.exec(text) ?? [];
  return (isIPv6(ipv6) || isIPv4(ipv4)) && Number(port) >= 1 && Number(port) <= 65535;
}
