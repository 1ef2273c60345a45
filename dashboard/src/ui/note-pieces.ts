export type Piece = { kind: 'plain' | 'bold' | 'italic' | 'code' | 'link'; text: string };

const MARKED =
  /\*\*(?<bold>[^*\s](?:[^*]*[^*\s])?)\*\*|(?<![\w*])\*(?<italic>[^*\s](?:[^*]*[^*\s])?)\*(?![\w*])|`(?<code>[^`]+)`|(?<link>https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]])/gu;

/** The pieces of a line. A mark without its pair, such as in 2 * 3, stays as it was typed. */
export function notePieces(line: string): Piece[] {
  const pieces: Piece[] = [];
  let reached = 0;
  for (const match of line.matchAll(MARKED)) {
    if (match.index > reached) pieces.push({ kind: 'plain', text: line.slice(reached, match.index) });
    const [kind, text] = Object.entries(match.groups!).find(([, text]) => text !== undefined)!;
    pieces.push({ kind: kind as Piece['kind'], text: text! });
    reached = match.index + match[0].length;
  }
  if (reached < line.length || line === '') pieces.push({ kind: 'plain', text: line.slice(reached) });
  return pieces.filter(({ text }) => text !== '');
}
