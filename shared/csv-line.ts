/** Lines of CSV that no spreadsheet runs as a formula. */

/**
 * Spreadsheets run a cell that begins like this as a formula, unless an apostrophe precedes it. Some ignore white space before
 * the sign, and some read its full-width form as the sign itself.
 */
const FORMULA = /^'*[\s\ufeff\u200b]*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;
/** All other text is quoted: a program that splits at semicolons or tabs must not find the beginning of a cell inside of one. */
const PLAIN_TEXT = /^[\w.:/@'+ -]*$/;
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

/**
 * One line of CSV. Text that a spreadsheet would run as a formula gets an apostrophe, which makes it text. So does text that
 * begins with an apostrophe already, so that `withoutApostrophe` restores the original.
 */
export function csvLine(cells: readonly unknown[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

export function withoutApostrophe(text: string): string {
  return text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;
}

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const safe =
    FORMULA.test(text) && !(typeof value === 'number' && PLAIN_NUMBER.test(text)) ? `'${text}` : text;
  return PLAIN_TEXT.test(safe) ? safe : `"${safe.replaceAll('"', '""')}"`;
}
