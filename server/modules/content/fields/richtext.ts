/**
 * Rich text is a document as ProseMirror and Tiptap write it: { type: "doc", content: [...] }, each node with a type, and
 * optionally attrs, marks, content or text. The editor decides which nodes exist; this file checks the shape and the bounds.
 */
import { isObject } from '#kernel/http/body/verbatim.ts';
import type { Kind, Place } from './field.ts';

const MAX_NODES = 5_000;
const MAX_DEPTH = 32;
const MAX_TEXT = 200_000;
const MAX_ATTRS_BYTES = 4_096;
const WORD = /^[A-Za-z][A-Za-z0-9_-]{0,49}$/;
/** Refuses addresses that run code when a reader follows them. */
const SAFE_ADDRESS = /^(https?:|mailto:|tel:|\/(?!\/)|#|\?|[^:/?#]+([/?#]|$))/i;

type Node = Record<string, unknown>;
type Count = { nodes: number; characters: number };

export const richtext: Kind = {
  takes: ['localised', 'maxLength'],
  read(value, item, place) {
    if (!isObject(value) || (value as Node).type !== 'doc') {
      return place.wrong('wrong_type', 'must be a document: { "type": "doc", "content": [...] }');
    }
    const before = place.problems.length;
    const count = { nodes: 0, characters: 0 };
    readNode(value as Node, place, 0, count);
    if (count.nodes > MAX_NODES) place.wrong('too_large', `must have at most ${MAX_NODES} nodes`);
    const most = Math.min(item.maxLength ?? MAX_TEXT, MAX_TEXT);
    if (count.characters > most) place.wrong('too_long', `must have at most ${most} characters of text`);
    return place.problems.length === before ? value : undefined;
  },
  textsOf: (value) => textsIn(value as Node),
};

function readNode(node: Node, place: Place, depth: number, count: Count): void {
  // One node over the limit is as clear as a million.
  if (++count.nodes > MAX_NODES) return;
  if (depth > MAX_DEPTH) {
    place.wrong('too_deep', `must not be nested more than ${MAX_DEPTH} levels deep`);
    return;
  }
  const { type, text, attrs, marks, content } = node;
  if (typeof type !== 'string' || !WORD.test(type))
    place.field('type').wrong('wrong_format', 'must be a word');
  if (type === 'text') {
    if (typeof text !== 'string' || text === '') place.field('text').wrong('required', 'is required');
    else count.characters += text.length;
  }
  readAttrs(attrs, place.field('attrs'));
  for (const [index, mark] of list(marks, place.field('marks')).entries()) {
    const at = place.field('marks').item(index);
    if (!isObject(mark) || typeof (mark as Node).type !== 'string') at.wrong('wrong_type', 'must be a mark');
    else readAttrs((mark as Node).attrs, at.field('attrs'));
  }
  for (const [index, child] of list(content, place.field('content')).entries()) {
    const at = place.field('content').item(index);
    if (!isObject(child) || Array.isArray(child)) at.wrong('wrong_type', 'must be a node');
    else readNode(child as Node, at, depth + 1, count);
  }
}

function list(value: unknown, place: Place): unknown[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value;
  place.wrong('wrong_type', 'must be an array');
  return [];
}

function readAttrs(attrs: unknown, place: Place): void {
  if (attrs === undefined || attrs === null) return;
  if (!isObject(attrs) || Array.isArray(attrs)) {
    place.wrong('wrong_type', 'must be an object');
    return;
  }
  if (Buffer.byteLength(JSON.stringify(attrs)) > MAX_ATTRS_BYTES) {
    place.wrong('too_large', `must be at most ${MAX_ATTRS_BYTES / 1024} KiB`);
  }
  for (const name of ['href', 'src'] as const) {
    const address = (attrs as Node)[name];
    if (address === undefined || address === null) continue;
    // Browsers drop white space and control characters before they read the scheme.
    const seen = typeof address === 'string' ? address.replaceAll(/[\p{Cc}\s]/gu, '') : 'not:a-text';
    if (!SAFE_ADDRESS.test(seen))
      place.field(name).wrong('not_allowed', 'must be a web, mail or telephone address');
  }
}

function textsIn(node: Node): string[] {
  const own = typeof node.text === 'string' ? [node.text] : [];
  return [...own, ...((node.content as Node[] | undefined) ?? []).flatMap(textsIn)];
}
