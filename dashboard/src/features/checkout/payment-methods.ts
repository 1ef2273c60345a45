/** Ways to pay, as the form of the settings has them. */
import type { Data } from '../../api.ts';

type Saved = Data<'getCheckoutSettings'>['paymentMethods'];
/** Null: a new one, which gets its id when it is saved. */
export type Method = { id: string | null; name: string; instructions: string };

export const methodsOf = (saved: Saved): Method[] =>
  saved.map(({ id, name, instructions }) => ({ id, name, instructions: instructions ?? '' }));

/** A new method is named in letters that an address could have; pages of a shop use the id, so it stays when the name changes. */
export function bodyOf(methods: Method[]): Saved {
  const taken = new Set(methods.flatMap(({ id }) => id ?? []));
  return methods.map(({ id, name, instructions }) => {
    const chosen = id ?? freeId(name, taken);
    taken.add(chosen);
    return { id: chosen, name: name.trim(), instructions: instructions.trim() || null };
  });
}

function freeId(name: string, taken: Set<string>): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .replaceAll(' ', '-')
    .slice(0, 40);
  const base = plain.replace(/-+$/, '') || 'method';
  for (let number = 1; ; number++) {
    const id = number === 1 ? base : `${base}-${number}`;
    if (!taken.has(id)) return id;
  }
}
