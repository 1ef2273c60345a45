/** Blocks during editing: new ones, copies, and the line that stands for a closed one. Pure. */
import type { BlockKind, Field, Values } from '../fields.ts';
import { textOf } from '../show-value.ts';
import { defaultsOf } from '../values.ts';

export type Block = Values & { id: string; type: string };

/** An id of the browser, also where the page is not served over https. */
const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

export const newBlock = ({ name, fields }: BlockKind, defaultLocale: string): Block => ({
  id: newId(),
  type: name,
  ...defaultsOf(fields, defaultLocale),
});

/** A copy whose blocks, at any depth, have ids of their own. */
export function copyOf<T>(value: T): T {
  if (Array.isArray(value)) return value.map(copyOf) as T;
  if (typeof value !== 'object' || value === null) return value;
  const copied = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, copyOf(one)]));
  const isBlock = typeof copied.id === 'string' && typeof copied.type === 'string';
  return (isBlock ? { ...copied, id: newId() } : copied) as T;
}

const SUMMARISED = ['text', 'markdown', 'richtext', 'select', 'url', 'email'];

/** The first text of a block, in the chosen language or any other. */
export function summaryOf(fields: Field[], block: Block, locale: string): string {
  for (const { name, kind, localised } of fields) {
    if (!SUMMARISED.includes(kind)) continue;
    const value = block[name];
    const byLocale = (value ?? {}) as Values;
    const one = localised ? (byLocale[locale] ?? Object.values(byLocale).find(Boolean)) : value;
    if (one === undefined || one === '') continue;
    const text = textOf(one);
    if (text !== '') return text.slice(0, 200);
  }
  return '';
}
