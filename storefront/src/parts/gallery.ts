/** The pictures of a product: a large one, and small ones to choose it by. */
import { fill, h } from '../dom.ts';
import { words } from '../language.ts';
import { picture } from './picture.ts';

/** `show` changes the large picture. */
export function gallery(assetIds: string[], title: string) {
  const large = h('div', { class: 'large' }, picture(assetIds[0], title, 'medium', true));
  const buttons = assetIds.map((id, place) =>
    h(
      'button',
      {
        ...{ type: 'button', 'aria-label': words().picture(place + 1), 'aria-pressed': String(place === 0) },
        onclick: () => show(place),
      },
      picture(id, '', 'thumbnail'),
    ),
  );
  function show(place: number): void {
    fill(large, picture(assetIds[place], title, 'medium', true));
    buttons.forEach((button, nth) => {
      button.setAttribute('aria-pressed', String(nth === place));
    });
  }
  const thumbs = assetIds.length > 1 && h('div', { class: 'thumbs' }, buttons);
  return { element: h('div', { class: 'gallery' }, large, thumbs), show };
}
