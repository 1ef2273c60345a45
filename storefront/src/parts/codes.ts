/** The discount codes of the cart, and a field for another one. */
import type { Cart } from '../api.ts';
import { addCode, removeCode } from '../cart.ts';
import { fill, h, icon } from '../dom.ts';
import { money, words } from '../language.ts';
import { field, showProblem } from './field.ts';
import { CROSS } from './icons.ts';
import { explain } from './problems.ts';

type Codes = Cart['discountCodes'];

/** Free shipping takes its amount off when the costs of shipping are known. */
function effectOf(applies: boolean, amount: number, currency: string): string {
  if (!applies) return words().codeIdle;
  return amount === 0 ? words().freeShipping : money(-amount, currency);
}

/** `onChange` is called after a code was added or removed. */
export function codesPart(currency: string, onChange: () => Promise<unknown> | unknown) {
  const list = h('ul', { class: 'codes' });
  const input = field('code', words().code, {
    autocomplete: 'off',
    autocapitalize: 'characters',
    spellcheck: 'false',
  });
  const form = h(
    'form',
    { class: 'code-form', novalidate: true, onsubmit: submit },
    input.element,
    h('button', { class: 'button quiet', type: 'submit' }, words().apply),
  );
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
      showProblem(input, null);
      await onChange();
      return true;
    } catch (error) {
      showProblem(input, explain(error));
      return false;
    }
  };

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const code = input.control.value.trim();
    if (code === '') showProblem(input, words().problems.code_missing);
    else if (await attempt(() => addCode(code))) input.control.value = '';
    input.control.focus();
  }

  function show(codes: Codes): void {
    fill(
      list,
      codes.map(({ id, code, amount, applies }) =>
        h(
          'li',
          {},
          h('span', { dir: 'auto' }, code),
          h('span', {}, effectOf(applies, amount, currency)),
          h(
            'button',
            {
              type: 'button',
              class: 'plain',
              'aria-label': words().removeCode(code),
              onclick: () => remove(id),
            },
            icon(CROSS),
          ),
        ),
      ),
    );
    list.hidden = codes.length === 0;
  }
  async function remove(id: string): Promise<void> {
    if (await attempt(() => removeCode(id))) input.control.focus();
  }
  return { element: h('div', { class: 'codes-part' }, list, form), show };
}
