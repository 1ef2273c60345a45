/**
 * Takes the keys that are typed before the palette's field is there, which is loaded and drawn after Ctrl-K. The browser types them into a
 * field of its own, so that the page takes none for a shortcut; the palette's field begins with its text.
 */
import classes from './shell.module.css';

/** Keys that do something in the palette; they are pressed again in its field. */
const PRESSED = ['Enter', 'Escape', 'ArrowDown', 'ArrowUp'];

let early: { field: HTMLInputElement; pressed: string[] } | null = null;
let present: HTMLInputElement | null = null;
/** The element that had the focus before the palette. */
let former: Element | null = null;

export function holdKeys(): void {
  const there = present ?? early?.field;
  if (there) {
    there.focus();
    return;
  }
  former = document.activeElement;
  const field = document.createElement('input');
  field.className = classes.early!;
  field.setAttribute('aria-label', 'Search, while it opens');
  const pressed: string[] = [];
  field.addEventListener('keydown', (event) => {
    if (event.isComposing || ![...PRESSED, 'Tab'].includes(event.key)) return;
    event.preventDefault();
    pressed.push(event.key);
  });
  early = { field, pressed };
  document.body.append(field);
  field.focus();
}

/** Removes the field, if the palette cannot be loaded. */
export function releaseKeys(): void {
  early?.field.remove();
  early = null;
  focusFormer();
}

export function focusFormer(): void {
  if (former instanceof HTMLElement) former.focus({ preventScroll: true });
}

/** Moves text, focus and keys to the palette's field, in the same step in which that appears; null: it has gone. */
export function takeKeys(field: HTMLInputElement | null, setText: (text: string) => void): void {
  present = field;
  if (field === null || early === null) return;
  const { field: before, pressed } = early;
  early = null;
  setText(before.value);
  field.focus();
  before.remove();
  // After the text is drawn, since Enter takes the first action that fits it.
  setTimeout(() => {
    for (const key of pressed)
      field.dispatchEvent(new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true }));
  });
}
