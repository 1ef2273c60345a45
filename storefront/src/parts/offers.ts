/** A choice of one of several offers: ways of delivery, ways to pay. */
import { fill, h } from '../dom.ts';

export type Offer = { id: string; name: string; more: string };

export function offersPart(name: string, onChoice: (id: string) => void) {
  const element = h('div', { class: 'offers', id: name });
  const problem = h('p', { class: 'problem', id: `${name}-problem`, role: 'status' });

  /** `none` stands in place of the offers while there are none. */
  function show(offers: Offer[], chosen: string | null, none: string): void {
    problem.textContent = '';
    fill(
      element,
      offers.length === 0 && h('p', { class: 'hint' }, none),
      offers.map(({ id, name: text, more }) =>
        h(
          'label',
          { class: 'offer' },
          h('input', {
            ...{ type: 'radio', name, id: `${name}-${id}`, value: id, checked: id === chosen },
            onchange: () => onChoice(id),
          }),
          h('span', { dir: 'auto' }, text),
          h('span', { class: 'more', dir: 'auto' }, more),
        ),
      ),
    );
  }
  return {
    element: h('div', {}, element, problem),
    show,
    mark: (text: string) => {
      problem.textContent = text;
    },
  };
}
