/** Makes elements: `h('a', { href }, 'Basket')`. A handler is a function, and true is an attribute without a value. */
export type Child = Node | string | number | null | undefined | false | Child[];
type Value = string | number | boolean | null | undefined | ((event: never) => unknown);

export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, Value> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  set(element, attributes);
  element.append(...nodes(children));
  return element;
}

const SVG = 'http://www.w3.org/2000/svg';

/** An icon of one path, which says nothing to a screen reader. */
export function icon(path: string): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  set(svg, { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true' });
  const line = document.createElementNS(SVG, 'path');
  line.setAttribute('d', path);
  svg.append(line);
  return svg;
}

function set(element: Element, attributes: Record<string, Value>): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === 'function') element.addEventListener(name.slice(2), value as EventListener);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
}

export const nodes = (children: Child[]): (Node | string)[] =>
  children
    .flat(Number.POSITIVE_INFINITY as 1)
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (typeof child === 'number' ? String(child) : (child as Node | string)));

/** Replaces the content of an element. The element that had the focus has it again, if one with its id is there. */
export function fill(element: Element, ...children: Child[]): void {
  const { activeElement } = document;
  const focused = activeElement !== null && element.contains(activeElement) ? activeElement.id : '';
  element.replaceChildren(...nodes(children));
  if (focused !== '') document.getElementById(focused)?.focus();
}
