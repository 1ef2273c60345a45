/** Explains an error to people: the cause, and the next step if the cause does not name it. */
import { ApiError, ConnectionError } from '../../../sdk/errors.ts';
import { fieldInWords, messageInWords, withoutRequests } from './field-words.ts';

export type Explanation = { title: string; advice: string | null; requestId: string | null };

/** Only what is true of every error with the code: the server's message names the case, and mostly the next step. */
const ADVICE: Record<string, string> = {
  second_factor_required: 'Set one up under Your account → Sessions & security.',
  module_disabled: 'An admin can switch the module on under Settings → Modules.',
  not_found: 'It may have been deleted, or the address is mistyped.',
};

const NO_SUCH_PAGE = 'There is nothing at this address.';

export function explain(error: unknown): Explanation {
  if (error instanceof ApiError) {
    // The operator needs it for faults of the server only.
    const requestId = error.status >= 500 ? error.requestId : null;
    const problems = problemsOf(error);
    // An id in the address that is none: nothing on the page could be corrected.
    if (problems.length > 0 && problems.every(({ path }) => path === 'id'))
      return { title: NO_SUCH_PAGE, advice: ADVICE.not_found!, requestId };
    return { title: titleOf(error, problems), advice: adviceOn(error, problems), requestId };
  }
  // A connection that is lost while a file comes is a TypeError of fetch.
  if (error instanceof ConnectionError || error instanceof TypeError) {
    return {
      title: navigator.onLine ? 'The server cannot be reached.' : 'You are offline.',
      advice: 'Try again once you are connected. If this was a change, look first whether it was made.',
      requestId: null,
    };
  }
  return { title: 'Something went wrong on this page.', advice: 'Load the page again.', requestId: null };
}

/** A repetition meets the same error if the record is not there or the action is not allowed. */
export const isWorthRetrying = (error: unknown): boolean =>
  !(error instanceof ApiError && ['not_found', 'forbidden', 'module_disabled'].includes(error.code));

function adviceOn({ code, status, details }: ApiError, problems: Problem[]): string | null {
  if (code === 'forbidden')
    return (details as { role?: string } | null)?.role === undefined
      ? null
      : 'An owner or admin of this tenant can give you that role.';
  if (code in ADVICE) return ADVICE[code]!;
  // One problem is the message itself; of several, the message has only the number.
  if (problems.length > 1)
    return problems
      .slice(0, 3)
      .map((problem) => `${inWords(problem)}.`)
      .join(' ');
  return status >= 500 && code !== 'unavailable' && code !== 'disk_full'
    ? 'Try again. If it fails again, give your operator the request id.'
    : null;
}

type Problem = { path: string; message: string };

const inWords = ({ path, message }: Problem): string =>
  path === '' ? sentence(messageInWords(message)) : `${fieldInWords(path)}: ${messageInWords(message)}`;

/** One problem is the message itself, behind the name of its field in the API. */
function titleOf({ code, message, details }: ApiError, [first, ...others]: Problem[]): string {
  const state = (details ?? {}) as { status?: string; paymentStatus?: string };
  // The message names the request, and those that the order allows.
  if (code === 'invalid_transition' && state.paymentStatus !== undefined) {
    const words = `${state.status} and ${state.paymentStatus}`.replaceAll('_', ' ');
    return `That is not possible with an order that is ${words}.`;
  }
  const isOne = first !== undefined && others.length === 0;
  return isOne && message === `${first.path || 'body'}: ${first.message}`
    ? inWords(first)
    : withoutRequests(message);
}

function problemsOf(error: ApiError): Problem[] {
  if (!Array.isArray(error.details)) return [];
  return (error.details as Partial<Problem>[]).filter(
    (problem): problem is Problem => typeof problem?.path === 'string' && typeof problem.message === 'string',
  );
}

/** Field errors for a form: `items[3].sku` becomes `items.3.sku`. Null if no field caused the error. */
export function fieldErrors(error: unknown): Record<string, string> | null {
  const problems = error instanceof ApiError ? problemsOf(error) : [];
  if (problems.length === 0) return null;
  return Object.fromEntries(
    problems.map(({ path, message }) => [
      path.replace(/\[(\d+)\]/g, '.$1'),
      sentence(messageInWords(message)),
    ]),
  );
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
