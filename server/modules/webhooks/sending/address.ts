import { BlockList, isIP, isIPv4 } from 'node:net';
import {
  EMBEDDING_IPV6,
  GLOBAL_IPV6,
  LOOPBACK_IPV4,
  LOOPBACK_IPV6,
  METADATA_IPV4,
  METADATA_IPV6,
  networks,
  SPECIAL_GLOBAL_IPV6,
  SPECIAL_IPV4,
} from './special-networks.ts';

export type Network = { address: string; prefix: number; family: 'ipv4' | 'ipv6' };

/** allowLoopback is development mode; allowNetworks come from configuration and are reached by https only. */
export type AddressPolicy = { allowLoopback: boolean; allowNetworks: Network[] };

export type Addresses = { address: string; family: number }[];

export type UrlCheck = { ok: true; url: URL } | { ok: false; code: string; message: string };

const MAX_URL_CHARACTERS = 2048;

/** Ports of mail, shells, databases, caches and similar: a signed POST must not be read as commands of their protocols. */
const OTHER_SERVICES = new Set([
  ...[
    1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
    109,
  ],
  ...[
    110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 445, 465, 512, 513, 514, 515,
    526,
  ],
  ...[
    530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 873, 989, 990, 993, 995, 1433, 1521, 1719, 1720,
    1723,
  ],
  ...[
    2049, 2181, 2375, 2376, 2379, 2380, 3306, 3389, 3659, 4045, 4190, 5060, 5061, 5432, 5672, 5900, 6000,
    6379,
  ],
  ...[6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 9042, 9092, 10080, 11211, 27017, 27018],
]);

const ipv4 = {
  loopback: networks('ipv4', LOOPBACK_IPV4),
  metadata: networks('ipv4', METADATA_IPV4),
  special: networks('ipv4', SPECIAL_IPV4),
};
const ipv6 = {
  loopback: networks('ipv6', LOOPBACK_IPV6),
  metadata: networks('ipv6', METADATA_IPV6),
  embedding: networks('ipv6', EMBEDDING_IPV6),
  global: networks('ipv6', GLOBAL_IPV6),
  specialGlobal: networks('ipv6', SPECIAL_GLOBAL_IPV6),
};

/** Runs when a subscription is saved, and again before sending. */
export function checkUrl(text: string, policy: AddressPolicy): UrlCheck {
  if (text.length > MAX_URL_CHARACTERS) return tooLong();
  // The URL parser silently drops white space and control characters, so the saved URL would differ from the one sent.
  const url = /[\s\p{Cc}]/u.test(text) ? null : URL.parse(text);
  if (url === null) {
    return refuse('invalid_url', 'This is not a complete URL. Write it as https://example.com/path.');
  }
  // The parser skips slashes until it finds a host, and would use the first part of the path.
  if (/^https?:$/.test(url.protocol) && !/^https?:\/\/[^/\\]/i.test(text)) {
    return refuse('invalid_url', 'The URL has no host. Write it as https://example.com/path.');
  }
  if (url.href.length > MAX_URL_CHARACTERS) return tooLong();
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && mayUsePlainHttp(host, policy))) {
    return refuse('https_required', 'The URL must start with https://.');
  }
  if (url.username !== '' || url.password !== '') {
    return refuse('credentials_not_allowed', 'The URL must not contain a user name or password.');
  }
  if (text.includes('#')) {
    return refuse('fragment_not_allowed', 'The URL must not contain a fragment (the part after #).');
  }
  if (!policy.allowLoopback && OTHER_SERVICES.has(Number(url.port))) {
    return refuse('port_not_allowed', `Port ${url.port} belongs to a service that does not speak HTTP.`);
  }
  if (url.port === '0') return refuse('port_not_allowed', 'The URL must not use port 0.');
  if (isIP(host) === 0 ? isLocalName(host) && !policy.allowLoopback : !isAllowedAddress(host, policy)) {
    return refuse(
      'address_not_allowed',
      'The URL must lead to a public address: private, local and other special addresses are not allowed.',
    );
  }
  return { ok: true, url };
}

/** Allows global unicast only, decided on the parsed address; an unparsable one is rejected. */
export function isAllowedAddress(ip: string, policy: AddressPolicy): boolean {
  const family = isIP(ip);
  // A zone id (fe80::1%eth0) selects one of our own interfaces, which no client may do.
  if (family === 0 || ip.includes('%')) return false;
  if (isLoopback(ip) && policy.allowLoopback) return true;
  if (family === 4) {
    if (ipv4.metadata.check(ip)) return false;
    return isAllowListed(ip, 'ipv4', policy) || !ipv4.special.check(ip);
  }
  if (ipv6.embedding.check(ip, 'ipv6') || ipv6.metadata.check(ip, 'ipv6')) return false;
  if (isAllowListed(ip, 'ipv6', policy)) return true;
  return ipv6.global.check(ip, 'ipv6') && !ipv6.specialGlobal.check(ip, 'ipv6');
}

/** Plain http goes to loopback in development and nowhere else, not even to an allow-listed network. */
export function isAllowedOverPlainHttp(ip: string, policy: AddressPolicy): boolean {
  return policy.allowLoopback && isLoopback(ip) && isAllowedAddress(ip, policy);
}

export function isLocalName(host: string): boolean {
  return /^(.+\.)?localhost\.?$/i.test(host);
}

/** Reads the setting `10.2.0.0/16, fd12:3456::/32`. */
export function parseNetworks(text: string): Network[] {
  const entries = text.split(',').map((entry) => entry.trim());
  return entries.filter((entry) => entry !== '').map(parseNetwork);
}

function parseNetwork(entry: string): Network {
  const [, address = '', digits = ''] = /^([0-9a-f:.]+)\/(\d{1,3})$/i.exec(entry) ?? [];
  const family = isIPv4(address) ? 'ipv4' : 'ipv6';
  const prefix = Number(digits);
  if (isIP(address) === 0 || prefix > (family === 'ipv4' ? 32 : 128)) {
    throw new Error(`"${entry}" is not a network. Write networks such as 10.2.0.0/16 or fd12:3456::/32.`);
  }
  if (prefix === 0) {
    throw new Error(`"${entry}" would allow every address. Name the networks that deliveries may reach.`);
  }
  return { address, prefix, family };
}

function mayUsePlainHttp(host: string, policy: AddressPolicy): boolean {
  return policy.allowLoopback && (isLocalName(host) || isLoopback(host));
}

function isLoopback(ip: string): boolean {
  if (isIP(ip) === 6) return ipv6.loopback.check(ip, 'ipv6');
  return isIPv4(ip) && ipv4.loopback.check(ip);
}

function isAllowListed(ip: string, family: Network['family'], policy: AddressPolicy): boolean {
  return policy.allowNetworks.some((network) => {
    if (network.family !== family) return false;
    const blocks = new BlockList();
    blocks.addSubnet(network.address, network.prefix, family);
    return blocks.check(ip, family);
  });
}

function tooLong(): UrlCheck {
  return refuse('url_too_long', `The URL must have at most ${MAX_URL_CHARACTERS} characters.`);
}

function refuse(code: string, message: string): UrlCheck {
  return { ok: false, code, message };
}
