/** One IPv4 address in every spelling that URL parsers and IPv6 accept. */
export function spellings(address: number): string[] {
  const bytes = [24, 16, 8, 0].map((shift) => (address >>> shift) & 255);
  const [a, b, c, d] = bytes as [number, number, number, number];
  const dotted = bytes.join('.');
  const high = ((a << 8) | b).toString(16);
  const low = ((c << 8) | d).toString(16);
  return [
    dotted,
    `${dotted}.`,
    String(address),
    `0x${address.toString(16)}`,
    `0X${address.toString(16).toUpperCase()}`,
    `0${address.toString(8)}`,
    bytes.map((byte) => `0x${byte.toString(16)}`).join('.'),
    bytes.map((byte) => `0${byte.toString(8)}`).join('.'),
    `${a}.${(b << 16) | (c << 8) | d}`,
    `${a}.${b}.${(c << 8) | d}`,
    [...dotted].map((character) => `%${character.charCodeAt(0).toString(16)}`).join(''),
    dotted.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
    dotted.replaceAll('.', '。'),
    `[::ffff:${dotted}]`,
    `[::ffff:${high}:${low}]`,
    `[0:0:0:0:0:FFFF:${high}:${low}]`,
    `[::${dotted}]`,
    `[::ffff:0:${dotted}]`,
    `[64:ff9b::${dotted}]`,
    `[64:ff9b:1::${dotted}]`,
    `[2002:${high}:${low}::1]`,
  ];
}
