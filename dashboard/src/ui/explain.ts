/** Explains an error to people: the cause, and the next step. */
import { ApiError } from '../../../sdk/client.ts';

export type Explanation = { title: string; advice: string; requestId: string | null };

const ADVICE: Record<string, string> = {
  forbidden: 'Ask an owner or admin of this tenant for the right to do this.',
  second_factor_required: 'Set one up under Your account → Sessions & security.',
  module_disabled: 'An admin can switch the module on under Settings → Modules.',
  not_found: 'It may have been deleted, or it belongs to another tenant. Go back to the list and look again.',
  conflict: 'Another change came first. Load it again to see the current state.',
  invalid_transition: 'Its state has changed meanwhile. Load it again to see what is possible now.',
  precondition_failed: 'Someone else saved first. Load it again, then repeat your change.',
  validation_error: 'Correct what is marked and send it again.',
  rate_limited: 'Wait a moment, then try again.',
  unauthorized: 'Your sign-in has ended. Sign in again to go on.',
  unavailable: 'The service cannot reach its database at the moment. It recovers by itself; try again soon.',
};

export function explain(error: unknown): Explanation {
  if (error instanceof ApiError) {
    const fallback =
      error.status >= 500
        ? 'This is on our side. Try again; if it fails again, give your operator the request id.'
        : 'Check what you entered and try again.';
    return { title: error.message, advice: ADVICE[error.code] ?? fallback, requestId: error.requestId };
  }
  // fetch reports a lost connection as a TypeError.
  if (error instanceof TypeError) {
    return {
      title: 'The server cannot be reached.',
      advice: 'Check your connection, then try again. Nothing was lost.',
      requestId: null,
    };
  }
  return { title: 'Something went wrong on this page.', advice: 'Load the page again.', requestId: null };
}

/** Field errors for a form: `items[3].sku` becomes `items.3.sku`. Null if no field caused the error. */
export function fieldErrors(error: unknown): Record<string, string> | null {
  if (!(error instanceof ApiError) || !Array.isArray(error.details)) return null;
  const problems = (error.details as { path?: string; message?: string }[]).filter(
    (problem) => typeof problem?.path === 'string' && typeof problem.message === 'string',
  );
  if (problems.length === 0) return null;
  return Object.fromEntries(
    problems.map(({ path, message }) => [path!.replace(/\[(\d+)\]/g, '.$1'), sentence(message!)]),
  );
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
