/** Rules by the segments of their paths: finds those below or above a path without visiting the others. */
import type { Rule } from '../rules.ts';

type Node = { rules: Set<Rule> | null; children: Map<string, Node> | null };

const newNode = (): Node => ({ rules: null, children: null });

export class PathTree {
  readonly #root = newNode();

  add(rule: Rule): void {
    let node = this.#root;
    for (const segment of rule.path.split('/')) {
      node.children ??= new Map();
      const child = node.children.get(segment) ?? newNode();
      node.children.set(segment, child);
      node = child;
    }
    node.rules ??= new Set();
    node.rules.add(rule);
  }

  remove(rule: Rule): void {
    const way: [parent: Node, segment: string][] = [];
    let node = this.#root;
    for (const segment of rule.path.split('/')) {
      const child = node.children?.get(segment);
      if (child === undefined) return;
      way.push([node, segment]);
      node = child;
    }
    node.rules?.delete(rule);
    for (const [parent, segment] of way.reverse()) {
      const { rules, children } = parent.children!.get(segment)!;
      if ((rules?.size ?? 0) > 0 || (children?.size ?? 0) > 0) return;
      parent.children!.delete(segment);
    }
  }

  /** The rules at this path and at those that begin with it. */
  *below(path: string): Generator<Rule> {
    let node: Node | undefined = this.#root;
    for (const segment of path.split('/')) {
      node = node.children?.get(segment);
      if (node === undefined) return;
    }
    const open = [node];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (next.rules !== null) yield* next.rules;
      if (next.children !== null) for (const child of next.children.values()) open.push(child);
    }
  }

  /** The rules at this path, and the prefixes that it begins with. */
  *covering(path: string): Generator<Rule> {
    let node: Node | undefined = this.#root;
    const segments = path.split('/');
    for (const [at, segment] of segments.entries()) {
      node = node.children?.get(segment);
      if (node === undefined) return;
      const isWhole = at === segments.length - 1;
      for (const rule of node.rules ?? []) if (isWhole || rule.match === 'prefix') yield rule;
    }
  }
}
