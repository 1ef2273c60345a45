/** A labelled input whose problem stands beside it, in words. */
import { h } from '../dom.ts';

export type Field = {
  element: HTMLElement;
  control: HTMLInputElement | HTMLSelectElement;
  problem: HTMLElement;
};
type Attributes = Record<string, string | boolean | undefined | ((event: never) => unknown)>;

export function field(name: string, label: string, attributes: Attributes = {}, hint?: string): Field {
  return around(name, label, h('input', { type: 'text', ...common(name, hint), ...attributes }), hint);
}

export function choice(
  name: string,
  label: string,
  options: [value: string, text: string][],
  chosen: string,
  attributes: Attributes = {},
): Field {
  const control = h(
    'select',
    { ...common(name), ...attributes },
    options.map(([value, text]) => h('option', { value, selected: value === chosen }, text)),
  );
  return around(name, label, control);
}

const common = (name: string, hint?: string) => ({
  id: name,
  name,
  'aria-describedby': `${name}-problem${hint === undefined ? '' : ` ${name}-hint`}`,
});

function around(name: string, label: string, control: Field['control'], hint?: string): Field {
  const problem = h('p', { class: 'problem', id: `${name}-problem` });
  const element = h(
    'div',
    { class: `field ${name}` },
    h('label', { for: name }, label),
    control,
    hint !== undefined && h('p', { class: 'hint', id: `${name}-hint` }, hint),
    problem,
  );
  const made = { element, control, problem };
  // A field that was corrected is not marked until the next check.
  control.addEventListener('input', () => showProblem(made, null));
  return made;
}

/** Null removes it. */
export function showProblem({ control, problem }: Field, text: string | null): void {
  problem.textContent = text ?? '';
  if (text === null) control.removeAttribute('aria-invalid');
  else control.setAttribute('aria-invalid', 'true');
}
