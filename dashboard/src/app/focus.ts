/**
 * Keeps the focus on the page. An action often removes the button that was pressed, or its row; the browser then focuses nothing, and
 * keyboards and screen readers start at the top. The focus moves to the nearest part that is left.
 */
const MOST = 6;
const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

export function keepFocus(): () => void {
  /** The ancestors of the elements that had the focus, the latest first. */
  let trail: HTMLElement[][] = [];
  const note = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement && target !== document.body)
      trail = [ancestorsOf(target), ...trail].slice(0, MOST);
  };
  const check = () => {
    const active = document.activeElement;
    if (trail.length === 0 || (active !== null && active !== document.body)) return;
    const [last = []] = trail;
    // An element that is still there lost the focus on purpose.
    if (last[0]?.isConnected) return;
    placeFor(trail)?.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(check);
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', note);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', note);
  };
}

/** The element and what is around it, up to the content of the screen or dialog. */
function ancestorsOf(element: HTMLElement): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let one: HTMLElement | null = element; one !== null; one = one.parentElement) {
    if (one.matches('main, body, [role=dialog], #root')) break;
    found.push(one);
  }
  return found;
}

function placeFor(trail: HTMLElement[][]): HTMLElement | null {
  for (const ancestors of trail) {
    const left = ancestors.find((one) => one.isConnected);
    const target = left?.matches(FOCUSABLE) ? left : left?.querySelector<HTMLElement>(FOCUSABLE);
    if (target != null) return target;
  }
  return document.querySelector<HTMLElement>('main h1[tabindex]');
}
