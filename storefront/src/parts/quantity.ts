/** A quantity: a number between two buttons. */
import { h, icon } from '../dom.ts';
import { words } from '../language.ts';
import { MINUS, PLUS } from './icons.ts';

const MOST = 9_999;

export function quantityPart(
  id: string,
  name: string,
  value: number,
  { min, onChange }: { min: 0 | 1; onChange?: (value: number) => void },
) {
  const input: HTMLInputElement = h('input', {
    ...{ id, type: 'number', inputmode: 'numeric', min, max: MOST, step: 1, value },
    ...{ 'aria-label': words().quantityOf(name), onchange: () => set(read()) },
  });
  const read = (): number => Math.min(MOST, Math.max(min, Math.round(Number(input.value)) || min));
  const set = (to: number): void => {
    input.value = String(to);
    onChange?.(to);
  };
  const step = (by: number) => set(Math.min(MOST, Math.max(min, read() + by)));
  const button = (label: string, by: number, path: string, end: string) =>
    h(
      'button',
      { type: 'button', id: `${id}-${end}`, 'aria-label': label, onclick: () => step(by) },
      icon(path),
    );
  const element = h(
    'div',
    { class: 'quantity' },
    button(words().less(name), -1, MINUS, 'less'),
    input,
    button(words().moreOf(name), 1, PLUS, 'more'),
  );
  return { element, read };
}
