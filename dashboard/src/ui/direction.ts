/** Languages whose script runs from right to left, unless a tag names another script. */
const RIGHT_TO_LEFT = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'iw', 'ji', 'ps', 'sd', 'ug', 'ur', 'yi']);
const SCRIPTS = new Set(['Adlm', 'Arab', 'Hebr', 'Nkoo', 'Syrc', 'Thaa']);

/** The direction of texts in a language, by its tag: ar-EG, ku-Arab. */
export function directionOf(tag: string): 'rtl' | 'ltr' {
  const [language = '', ...parts] = tag.split('-');
  const script = parts.find((part) => part.length === 4 && /^[a-z]+$/i.test(part));
  const isRightToLeft =
    script === undefined
      ? RIGHT_TO_LEFT.has(language.toLowerCase())
      : SCRIPTS.has(script.charAt(0).toUpperCase() + script.slice(1).toLowerCase());
  return isRightToLeft ? 'rtl' : 'ltr';
}
