/** Documents that were stored before their nodes were checked: readers get what a document may have today. */
import { isObject } from '#kernel/http/body/verbatim.ts';
import { type Attributes, MARKS, NEEDS_ONE, NEVER_SHOWN, NODES, strangeParts } from './richtext-nodes.ts';

type Node = Record<string, unknown>;

/** Returns the document itself if nothing in it is unknown. An unknown node is replaced by its content. */
export function cleanDocument(document: unknown): unknown {
  if (!isObject(document) || (document as Node).type !== 'doc') return { type: 'doc', content: [] };
  return isClean(document) ? document : cleanNode(document as Node)[0];
}

/** Makes nothing, because nearly every document is clean and is read often. */
function isClean(node: unknown): boolean {
  if (!isObject(node) || Array.isArray(node)) return false;
  const { type, attrs, marks, content, text } = node as Node;
  if (typeof type !== 'string' || !Object.hasOwn(NODES, type)) return false;
  if (strangeParts(node, 'node', type).length > 0) return false;
  if (type === 'text' && (typeof text !== 'string' || text === '')) return false;
  if (cleanAttributes(attrs, NODES[type]!) !== attrs || !hasOneOf(type, attrs)) return false;
  if (marks !== undefined && !(Array.isArray(marks) && marks.every(isCleanMark))) return false;
  return content === undefined || (Array.isArray(content) && content.every(isClean));
}

const isCleanMark = (mark: unknown) => cleanMark(mark)[0] === mark;

function cleanNode(node: Node): Node[] {
  const { type, attrs, marks, content, text } = node;
  if (typeof type !== 'string' || NEVER_SHOWN.has(type)) return [];
  const children = Array.isArray(content) ? content : content === undefined ? undefined : [];
  const kept = children?.flatMap((child) =>
    isObject(child) && !Array.isArray(child) ? cleanNode(child as Node) : [],
  );
  const known = Object.hasOwn(NODES, type) ? NODES[type]! : undefined;
  if (known === undefined) return kept ?? [];
  if (type === 'text' && (typeof text !== 'string' || text === '')) return [];
  const safe = cleanAttributes(attrs, known);
  if (!hasOneOf(type, safe)) return kept ?? [];
  const list = Array.isArray(marks) ? marks : marks === undefined ? undefined : [];
  const marked = list?.flatMap(cleanMark);
  const isSame =
    strangeParts(node, 'node', type).length === 0 &&
    safe === attrs &&
    sameItems(kept, content as unknown[] | undefined) &&
    sameItems(marked, marks as unknown[]);
  if (isSame) return [node];
  return [
    {
      type,
      ...(safe !== undefined && { attrs: safe }),
      ...(kept !== undefined && { content: kept }),
      ...(marked !== undefined && { marks: marked }),
      ...(type === 'text' && { text }),
    },
  ];
}

function cleanMark(mark: unknown): unknown[] {
  const { type, attrs } = isObject(mark) ? (mark as Node) : {};
  if (typeof type !== 'string' || !Object.hasOwn(MARKS, type)) return [];
  const safe = cleanAttributes(attrs, MARKS[type]!);
  if (!hasOneOf(type, safe)) return [];
  const isSame = safe === attrs && strangeParts(mark as Node, 'mark', type).length === 0;
  return [isSame ? mark : { type, ...(safe !== undefined && { attrs: safe }) }];
}

function cleanAttributes(attrs: unknown, rules: Attributes): unknown {
  if (attrs === undefined || attrs === null) return attrs;
  if (!isObject(attrs) || Array.isArray(attrs)) return undefined;
  const all = Object.entries(attrs);
  const kept = all.filter(
    ([name, value]) => value === null || (Object.hasOwn(rules, name) && rules[name]!(value) === null),
  );
  return kept.length === all.length ? attrs : Object.fromEntries(kept);
}

export function hasOneOf(type: string, attrs: unknown): boolean {
  const needed = Object.hasOwn(NEEDS_ONE, type) ? NEEDS_ONE[type]! : undefined;
  return (
    needed === undefined || needed.some((name) => ((attrs as Node | undefined)?.[name] ?? null) !== null)
  );
}

const sameItems = (one: unknown[] | undefined, other: unknown[] | undefined) =>
  one === other || (one?.length === other?.length && one!.every((item, at) => item === other![at]));
