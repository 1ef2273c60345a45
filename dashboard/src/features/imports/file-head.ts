/** Reads the beginning of a file in the browser, so that its columns can be matched before the upload. */
export type Delimiter = 'comma' | 'semicolon' | 'tab';

export type Decimal = 'point' | 'comma';

export type FileHead = {
  format: 'csv' | 'ndjson';
  delimiter: Delimiter;
  /** How the numbers in the samples seem to be written. */
  decimal: Decimal;
  columns: string[];
  /** The first rows, as examples for each column. */
  samples: string[][];
};

const CHARACTER: Record<Delimiter, string> = { comma: ',', semicolon: ';', tab: '\t' };
const HEAD_BYTES = 64 * 1024;
const SAMPLES = 3;

export async function readHead(file: File): Promise<FileHead> {
  const text = (await file.slice(0, HEAD_BYTES).text()).replace(/^\uFEFF/, '');
  if (/\.(ndjson|jsonl)$/i.test(file.name) || text.trimStart().startsWith('{')) {
    return { format: 'ndjson', delimiter: 'comma', decimal: 'point', columns: [], samples: [] };
  }
  const delimiter = guessDelimiter(text);
  const [columns = [], ...samples] = parseCsv(text, CHARACTER[delimiter], SAMPLES + 1);
  const decimal = samples.flat().some((cell) => DECIMAL_COMMA.test(cell)) ? 'comma' : 'point';
  return { format: 'csv', delimiter, decimal, columns: columns.map((name) => name.trim()), samples };
}

/** 4,50 and 1.234,50 end in a comma and one or two digits; 1,234 may be a thousand. */
const DECIMAL_COMMA = /^-?[\d.]+,\d{1,2}$/;

/** Returns the delimiter that occurs most often in the first line. */
function guessDelimiter(text: string): Delimiter {
  const [line = ''] = text.split('\n', 1);
  const count = (name: Delimiter) => line.split(CHARACTER[name]).length;
  return (Object.keys(CHARACTER) as Delimiter[]).reduce((most, name) =>
    count(name) > count(most) ? name : most,
  );
}

/** Parses the first records according to RFC 4180. */
export function parseCsv(text: string, delimiter: string, most: number): string[][] {
  const records: string[][] = [];
  let [record, cell, quoted]: [string[], string, boolean] = [[], '', false];
  const endCell = () => {
    record.push(cell);
    cell = '';
  };
  const endRecord = () => {
    endCell();
    if (record.length > 1 || record[0] !== '') records.push(record);
    record = [];
  };
  for (let at = 0; at < text.length && records.length < most; at++) {
    const character = text[at]!;
    if (quoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') cell += text[at++];
      else quoted = false;
    } else if (character === '"' && cell === '') quoted = true;
    else if (character === delimiter) endCell();
    else if (character === '\n') endRecord();
    else if (character !== '\r') cell += character;
  }
  if (records.length < most) endRecord();
  return records;
}
