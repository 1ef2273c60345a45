/** Language tags (BCP 47) whose formats this server knows. */
import type { Problem } from '#kernel/errors.ts';
import { MAX_LOCALE } from './fields.ts';

/** The canonical form of a tag; undefined if it is malformed, or of a language without formats. */
export function normalLocale(tag: string): string | undefined {
  try {
    const normal = Intl.NumberFormat.supportedLocalesOf(tag)[0];
    // The canonical form may be longer than the tag.
    return normal !== undefined && normal.length <= MAX_LOCALE ? normal : undefined;
  } catch {
    return undefined;
  }
}

export const UNKNOWN_LOCALE: Problem = {
  path: 'locale',
  code: 'wrong_format',
  message: 'must be the tag of a known language, such as en-GB or pt-BR',
};
