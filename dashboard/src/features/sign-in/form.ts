/** A form without a framework: fields, a button, and the API's errors beside the fields. */
import { explain, fieldErrors } from '../../ui/explain.ts';
import { element } from './element.ts';

export type Field = {
  name: string;
  label: string;
  hint?: string;
  type?: 'text' | 'email' | 'password';
  autoComplete: AutoFill;
  inputMode?: string;
  value?: string;
};

export function form(
  fields: Field[],
  action: string,
  send: (values: Record<string, string>) => Promise<void>,
): HTMLFormElement {
  const inputs = fields.map(fieldOf);
  const button = element('button', { type: 'submit', className: 'primary' }, action);
  const problem = element('div');
  const made = element('form', {}, ...inputs.map(({ part }) => part), problem, button);
  made.addEventListener('submit', (event) => {
    event.preventDefault();
    const values = Object.fromEntries(inputs.map(({ input }) => [input.name, input.value]));
    void run(button, problem, async () => {
      for (const { report } of inputs) report('');
      try {
        await send(values);
      } catch (error) {
        const errors = fieldErrors(error) ?? {};
        const wrong = inputs.filter(({ input }) => errors[input.name] !== undefined);
        if (wrong.length === 0) throw error;
        for (const { input, report } of wrong) report(errors[input.name]!);
        wrong[0]!.input.focus();
      }
    });
  });
  return made;
}

function fieldOf({ label, hint, value = '', ...props }: Field) {
  const id = `sign-in-${props.name}`;
  const input = element('input', { id, required: true, type: 'text', value, ...props });
  const error = element('p', { id: `${id}-error`, className: 'problem' });
  const said = hint === undefined ? null : element('p', { id: `${id}-hint`, className: 'hint' }, hint);
  if (said !== null) input.setAttribute('aria-describedby', said.id);
  const box = element('div', { className: 'box' }, input, props.type === 'password' ? reveal(input) : null);
  return {
    input,
    part: element('div', {}, element('label', { htmlFor: id }, label), said, box, error),
    report: (text: string) => {
      error.textContent = text;
      input.setAttribute('aria-invalid', String(text !== ''));
      input.setAttribute('aria-describedby', [said?.id, text && error.id].filter(Boolean).join(' '));
    },
  };
}

function reveal(input: HTMLInputElement): HTMLButtonElement {
  const button = element(
    'button',
    { type: 'button', 'aria-label': 'Show password', 'aria-pressed': 'false' },
    'Show',
  );
  button.addEventListener('click', () => {
    const isShown = input.type === 'text';
    input.type = isShown ? 'password' : 'text';
    button.textContent = isShown ? 'Show' : 'Hide';
    button.setAttribute('aria-pressed', String(!isShown));
  });
  return button;
}

/** Runs an action of a button. A second click waits for the first, and an error appears in its place. */
export async function run(
  button: HTMLButtonElement,
  problem: HTMLElement,
  act: () => Promise<unknown>,
): Promise<void> {
  if (button.getAttribute('aria-busy') === 'true') return;
  button.setAttribute('aria-busy', 'true');
  problem.replaceChildren();
  try {
    await act();
  } catch (error) {
    problem.replaceChildren(notice(error));
  } finally {
    button.removeAttribute('aria-busy');
  }
}

function notice(error: unknown): HTMLElement {
  const { title, advice, requestId } = explain(error);
  return element(
    'div',
    { role: 'alert', className: 'alert' },
    element('strong', {}, title),
    advice === null ? null : element('p', {}, advice),
    requestId === null ? null : element('p', { className: 'hint' }, `Request ${requestId}`),
  );
}
