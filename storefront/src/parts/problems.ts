/** Errors of the API in the words of the shop. */
import { ApiError } from '../api.ts';
import { words } from '../language.ts';

type Known = Exclude<keyof ReturnType<typeof words>['problems'], 'out_of_stock_left'>;

const isKnown = (code: string): code is Known => code in words().problems && code !== 'out_of_stock_left';

/** The shop's own words for a code, else the message of the service. */
export const inWords = (code: string, message: string): string =>
  isKnown(code) ? words().problems[code] : message;

export function explain(error: unknown): string {
  if (!(error instanceof ApiError)) return words().failedMore;
  if (error.status === 429) return words().problems.too_many;
  if (error.code === 'out_of_stock') {
    const [first] = error.details as { available: number }[];
    return words().problems.out_of_stock_left(first?.available ?? 0);
  }
  return inWords(error.code, error.message);
}
