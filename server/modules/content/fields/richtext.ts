/**
 * Rich text is a document as ProseMirror and Tiptap write it: { type: "doc", content: [...] }, each node with a type, and
 * optionally attrs, marks, content or text. `richtext-nodes.ts` lists the nodes, marks and attributes; any other is refused.
 */
import { FORMATS, MAX_PROBLEMS } from '#kernel/http/body/validation.ts';
import { isObject } from '#kernel/http/body/verbatim.ts';
import type { Kind, Link, Place } from './field.ts';
import { cleanDocument, hasOneOf } from './richtext-clean.ts';
import { type Attributes, MARKS, NEEDS_ONE, NODES, strangeParts } from './richtext-nodes.ts';

const MAX_NODES = 5_000;
const MAX_MARKS = 20_000;
const MAX_DEPTH = 32;
const MAX_TEXT = 200_000;
const MAX_ATTRS_BYTES = 4_096;

/** Put together once: a document may have thousands of mistakes. */
const NOT_KNOWN = {
  node: `must be a node of rich text: ${Object.keys(NODES).join(', ')}`,
  mark: `must be a mark of rich text: ${Object.keys(MARKS).join(', ')}`,
};

type Node = Record<string, unknown>;
type Count = { nodes: number; marks: number; characters: number };

export const richtext: Kind = {
  takes: ['localised', 'default', 'maxLength'],
  read(value, item, place) {
    if (!isObject(value) || (value as Node).type !== 'doc') {
      return place.wrong('wrong_type', 'must be a document: { "type": "doc", "content": [...] }');
    }
    const before = place.problems.length;
    const count = { nodes: 0, marks: 0, characters: 0 };
    readNode(value as Node, place, 0, count);
    if (count.nodes > MAX_NODES) place.wrong('too_large', `must have at most ${MAX_NODES} nodes`);
    if (count.marks > MAX_MARKS) place.wrong('too_large', `must have at most ${MAX_MARKS} marks`);
    const most = Math.min(item.maxLength ?? MAX_TEXT, MAX_TEXT);
    if (count.characters > most) place.wrong('too_long', `must have at most ${most} characters of text`);
    return place.problems.length === before ? value : undefined;
  },
  textsOf: (value) => textsIn(value as Node),
  linksOf: (value, _item, place) => linksIn(value as Node, place),
  clean: cleanDocument,
};

/** Mistakes beyond these are not reported, so they need not be found. */
const isFull = ({ problems }: Place) => problems.length >= MAX_PROBLEMS;

function readNode(node: Node, place: Place, depth: number, count: Count): void {
  // One node over the limit is as clear as a million.
  if (++count.nodes > MAX_NODES) return;
  if (depth > MAX_DEPTH) {
    place.wrong('too_deep', `must not be nested more than ${MAX_DEPTH} levels deep`);
    return;
  }
  const { text, marks, content } = node;
  const type = readType(node, NODES, 'node', place);
  if (type === 'text') {
    if (typeof text !== 'string' || text === '') place.field('text').wrong('required', 'is required');
    else count.characters += text.length;
  }
  for (const [index, mark] of list(marks, place.field('marks')).entries()) {
    if (++count.marks > MAX_MARKS || isFull(place)) break;
    const at = place.field('marks').item(index);
    if (!isObject(mark) || Array.isArray(mark)) at.wrong('wrong_type', 'must be a mark');
    else readType(mark as Node, MARKS, 'mark', at);
  }
  for (const [index, child] of list(content, place.field('content')).entries()) {
    if (count.nodes > MAX_NODES || isFull(place)) break;
    const at = place.field('content').item(index);
    if (!isObject(child) || Array.isArray(child)) at.wrong('wrong_type', 'must be a node');
    else readNode(child as Node, at, depth + 1, count);
  }
}

/** Checks the type and the attributes of a node or mark. */
function readType(
  one: Node,
  known: Record<string, Attributes>,
  what: 'node' | 'mark',
  place: Place,
): string | undefined {
  const { type, attrs } = one;
  if (typeof type !== 'string' || !Object.hasOwn(known, type))
    return place.field('type').wrong('not_allowed', NOT_KNOWN[what]);
  for (const key of strangeParts(one, what, type)) {
    place.field(key).wrong('not_allowed', `is not a part of a ${what}`);
  }
  readAttrs(attrs, known[type]!, type, place.field('attrs'));
  if (!hasOneOf(type, attrs))
    place.field('attrs').wrong('required', `must have ${NEEDS_ONE[type]!.join(' or ')}`);
  return type;
}

function list(value: unknown, place: Place): unknown[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value;
  place.wrong('wrong_type', 'must be an array');
  return [];
}

/** Editors write null for an attribute that is not set, also for one that they made up. */
function readAttrs(attrs: unknown, rules: Attributes, type: string, place: Place): void {
  if (attrs === undefined || attrs === null) return;
  if (!isObject(attrs) || Array.isArray(attrs)) {
    place.wrong('wrong_type', 'must be an object');
    return;
  }
  if (Buffer.byteLength(JSON.stringify(attrs)) > MAX_ATTRS_BYTES) {
    place.wrong('too_large', `must be at most ${MAX_ATTRS_BYTES / 1024} KiB`);
  }
  for (const [name, value] of Object.entries(attrs)) {
    if (value === null) continue;
    const problem = Object.hasOwn(rules, name) ? rules[name]!(value) : `is not an attribute of ${type}`;
    if (problem !== null) place.field(name).wrong('not_allowed', problem);
  }
}

/** A word of which a part is bold is two nodes, and one word. */
function textsIn(node: Node): string[] {
  const texts: string[] = [];
  let line = '';
  for (const child of childrenOf(node)) {
    if (typeof child.text === 'string') {
      line += child.text;
      continue;
    }
    if (line !== '') texts.push(line);
    line = '';
    for (const text of textsIn(child)) texts.push(text);
  }
  return line === '' ? texts : [...texts, line];
}

const nodesIn = (list: unknown): Node[] =>
  Array.isArray(list) ? (list.filter((one) => isObject(one)) as Node[]) : [];
const childrenOf = ({ content }: Node): Node[] => nodesIn(content);

/** The entries and assets that images, embeds and links name. */
function linksIn(node: Node, place: Place): Link[] {
  return [
    ...linksOfAttrs(node.attrs, place.field('attrs')),
    ...nodesIn(node.marks).flatMap((mark, at) =>
      linksOfAttrs(mark.attrs, place.field('marks').item(at).field('attrs')),
    ),
    ...childrenOf(node).flatMap((child, at) => linksIn(child, place.field('content').item(at))),
  ];
}

function linksOfAttrs(attrs: unknown, place: Place): Link[] {
  if (!isObject(attrs)) return [];
  return (['entry', 'asset'] as const).flatMap((kind): Link[] => {
    const id = (attrs as Node)[`${kind}Id`];
    if (typeof id !== 'string' || !FORMATS.uuid.test(id)) return [];
    return [{ kind, id: id.toLowerCase(), path: place.field(`${kind}Id`).path, types: null }];
  });
}
