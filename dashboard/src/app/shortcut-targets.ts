/** The parts of a screen that shortcuts reach. */
import { currentDialogs } from '../ui/dialog.tsx';

export const isDialogOpen = (): boolean => currentDialogs().some(({ isOpen }) => isOpen);

const page = () => document.querySelector('main');

/** The first row of the list; from there its own keys go on. */
export function focusFirstRow(): boolean {
  const [row] = page()?.querySelectorAll('tr[data-index]') ?? [];
  const target = row?.querySelector<HTMLElement>('a') ?? row?.querySelector<HTMLElement>('button, input');
  target?.focus();
  return target != null;
}

export function focusSearch(): boolean {
  const input = page()?.querySelector<HTMLInputElement>('input[data-search]');
  input?.focus();
  input?.select();
  return input != null;
}

/**
 * Presses the main action of a list: the filled button in the head of its screen. The main action of a record, such as "Publish", is
 * nothing that a single key may do.
 */
export function pressCreate(): boolean {
  const button = page()?.querySelector<HTMLElement>(
    '[data-page=list] [data-page-actions] :is(button:not([type=submit]), a):not([data-variant=default], [data-variant=subtle], :disabled)',
  );
  button?.click();
  return button != null;
}

/**
 * Submits the form with the focus, else the first form of the open dialog or screen. A form whose button is dangerous, such as a refund,
 * needs its button. Returns true for every form, so that the browser never offers to save the page instead.
 */
export function pressSave(): boolean {
  const dialogs = [...document.querySelectorAll('[role=dialog]')];
  const around = dialogs.at(-1) ?? page();
  const focused = document.activeElement?.closest('form');
  const form = focused ?? [...(around?.querySelectorAll('form') ?? [])].find((one) => submitOf(one) !== null);
  if (form == null) return false;
  const button = submitOf(form);
  if (button !== null && !button.disabled && button.dataset.danger === undefined) form.requestSubmit(button);
  return true;
}

/** Sends the comment or the notes that are being typed; an empty comment has no button. */
export function pressSend(): boolean {
  const form = document.activeElement?.closest<HTMLFormElement>('form[data-sends]') ?? null;
  if (form === null) return false;
  if (submitOf(form)?.disabled === false) form.requestSubmit();
  return true;
}

/** The submit button of a form may stand outside of it, in the head of the screen. */
const submitOf = (form: HTMLFormElement): HTMLButtonElement | null =>
  [...form.elements].find(
    (one): one is HTMLButtonElement => one instanceof HTMLButtonElement && one.type === 'submit',
  ) ?? null;
