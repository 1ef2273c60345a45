/** Text in the order in which it is drawn: Arabic and Hebrew run from right to left, numbers and Latin inside them do not. */
const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;
const FROM_LEFT = /[\p{L}\p{N}]/u;

export const isFromRight = (text: string): boolean => {
  const first = [...text].find((character) => FROM_RIGHT.test(character) || FROM_LEFT.test(character));
  return first !== undefined && FROM_RIGHT.test(first);
};

/** The parts of a line from left to right, each of one direction. */
export function runsOf(line: string): string[] {
  if (!FROM_RIGHT.test(line)) return [line];
  const base = isFromRight(line);
  const runs: { text: string; isRight: boolean }[] = [];
  for (const piece of line.split(/(?<=\s)/)) {
    const isRight = FROM_RIGHT.test(piece) || (base && !FROM_LEFT.test(piece));
    const last = runs.at(-1);
    if (last?.isRight === isRight) last.text += piece;
    else runs.push({ text: piece, isRight });
  }
  if (!base) return runs.map(({ text }) => text);
  // The space behind a run that was written from the left stands at its other side now.
  return runs.toReversed().map(({ text, isRight }) => (isRight ? text : ` ${text.trimEnd()}`));
}

/** Stands for characters that the font lacks. */
export const LACKING = '[?]';

/** The text with a mark for each run of characters that the font lacks; marks and joiners that belong to others leave none. */
export function withoutLacking(text: string, has: (character: string) => boolean): string {
  let shown = '';
  for (const character of text) {
    if (character === '\n' || character === '\r' || has(character)) shown += character;
    else if (!/[\p{M}\p{Cf}]/u.test(character) && !shown.endsWith(LACKING)) shown += LACKING;
  }
  return shown;
}
