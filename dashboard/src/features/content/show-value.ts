/** Shortens a value to a few lines, for comparing. */
const MOST = 400;

export function showValue(value: unknown): string {
  const text = textOf(value);
  return text.length > MOST ? `${text.slice(0, MOST)} …` : text;
}

export function textOf(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'nothing';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (isDocument(value)) return blocksIn(value).join('\n') || 'nothing';
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(', ');
  return JSON.stringify(value, null, 2);
}

type Node = { type: string; text?: string; content?: Node[] };

const isDocument = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && (value as Node).type === 'doc';

const textIn = (node: Node): string => (node.text ?? '') + (node.content ?? []).map(textIn).join('');
const blocksIn = (node: Node) => (node.content ?? []).map(textIn).filter((text) => text !== '');
