/** The pictures of a product: a large one, and small ones to choose it by. */
import { fill, h } from '../dom.ts';
import { words } from '../language.ts';
import { picture } from './picture.ts';

export function gallery(assetIds: string[], title: string): HTMLElement {
  const large = h('div', { class: 'large' }, picture(assetIds[0], title, 'medium', true));
  if (assetIds.length < 2) return h('div', { class: 'gallery' }, large);
  const buttons = assetIds.map((id, place) =>
    h(
      'button',
      {
        ...{ type: 'button', 'aria-label': words().picture(place + 1), 'aria-pressed': String(place === 0) },
        onclick: () => {
          fill(large, picture(id, title, 'medium', true));
          buttons.forEach((button, nth) => {
            button.setAttribute('aria-pressed', String(nth === place));
          });
        },
      },
      picture(id, '', 'thumbnail'),
    ),
  );
  return h('div', { class: 'gallery' }, large, h('div', { class: 'thumbs' }, buttons));
}
