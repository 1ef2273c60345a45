/** The words that a mistyped word may have meant. */

/** Shorter words have too many neighbours; longer ones have too many to look up. */
const LETTERS = { least: 4, most: 20 };

/** The letters of each script as they are indexed: folded. */
const ALPHABETS = [
  'abcdefghijklmnopqrstuvwxyz',
  'абвгдежзиклмнопрстуфхцчшщъыьэюяєґђјљњћџ',
  'αβγδεζηθικλμνξοπρστυφχψω',
  'ءابتثجحخدذرزسشصضطظعغفقكلمنهويپچژگ',
  'אבגדהוזחטיךכלםמןנסעףפץצקרשת',
];

/**
 * Returns every word with one letter left out, added, replaced, or exchanged with its neighbour. Each is looked up in the index by
 * equality: that finds all that are known, and needs no list of known words, which every publication would have to keep.
 */
export function oneSlipAway(word: string): string[] {
  const letters = [...word];
  const alphabet = alphabetOf(letters);
  if (letters.length < LETTERS.least || letters.length > LETTERS.most || /\d/.test(word) || alphabet === '')
    return [];
  const words = new Set<string>();
  for (let at = 0; at <= letters.length; at++) {
    const [before, letter, after] = [
      letters.slice(0, at).join(''),
      letters[at],
      letters.slice(at + 1).join(''),
    ];
    const rest = (letter ?? '') + after;
    for (const other of alphabet) {
      words.add(before + other + rest);
      if (letter !== undefined) words.add(before + other + after);
    }
    if (letter === undefined) continue;
    words.add(before + after);
    if (at > 0) words.add(letters.slice(0, at - 1).join('') + letter + letters[at - 1] + after);
  }
  words.delete(word);
  return [...words];
}

/** The alphabet of most of the letters: a slip stays within a script. */
function alphabetOf(letters: string[]): string {
  const counts = ALPHABETS.map((each) => letters.filter((letter) => each.includes(letter)).length);
  const most = Math.max(...counts);
  return most === 0 ? '' : ALPHABETS[counts.indexOf(most)]!;
}

const ARTICLE = 'ال';

/** The same Arabic word with or without its article, which is written as a part of it: خوارزمي and الخوارزمي. */
export function sameWords(word: string): string[] {
  if (!/^\p{Script=Arabic}{3,}$/u.test(word)) return [];
  const bare = word.startsWith(ARTICLE) ? word.slice(ARTICLE.length) : null;
  if (bare === null) return [ARTICLE + word];
  return bare.length >= 3 ? [bare] : [];
}
