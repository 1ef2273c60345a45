import { BlockList } from 'node:net';

/*
 * The IANA special-purpose registries, as networks that a delivery never dials. Two lists, because a BlockList with ::ffff:0:0/96
 * matches every IPv4 address.
 */

/** IPv4 addresses in these networks are rejected. */
export const SPECIAL_IPV4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT, and Alibaba's metadata
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local, and most clouds' metadata
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments, and Oracle's metadata
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // 6to4 relay
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarking
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
  '168.63.129.16/32', // Azure's platform address, which looks public
];

/** IPv6 addresses outside global unicast are rejected … */
export const GLOBAL_IPV6 = ['2000::/3'];

/** … and so are these parts of it. */
export const SPECIAL_GLOBAL_IPV6 = [
  '2001::/23', // protocol assignments: Teredo, benchmarking, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
];

/** Forms that embed an IPv4 address: no allow-list opens them, since it could not see the embedded address. */
export const EMBEDDING_IPV6 = [
  '::/96', // IPv4-compatible (and :: and ::1, which the loopback rule answers first)
  '::ffff:0:0/96', // IPv4-mapped
  '::ffff:0:0:0/96', // IPv4-translated
  '64:ff9b::/96', // NAT64
  '64:ff9b:1::/48', // local NAT64
  '2001::/32', // Teredo
  '2002::/16', // 6to4
];

/** Cloud credentials are served here: rejected even inside an allow-listed network. */
export const METADATA_IPV4 = [
  '169.254.169.254/32',
  '169.254.170.2/32',
  '168.63.129.16/32',
  '100.100.100.200/32',
  '192.0.0.192/32',
];
export const METADATA_IPV6 = ['fd00:ec2::254/128', 'fd00:ec2::23/128', 'fd20:ce::254/128'];

export const LOOPBACK_IPV4 = ['127.0.0.0/8'];
export const LOOPBACK_IPV6 = ['::1/128'];

export function networks(family: 'ipv4' | 'ipv6', list: string[]): BlockList {
  const blocks = new BlockList();
  for (const entry of list) {
    const [address, prefix] = entry.split('/');
    blocks.addSubnet(address!, Number(prefix), family);
  }
  return blocks;
}
