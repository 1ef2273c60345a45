/** Short messages about an action's success or failure. */
import { explain } from './explain.ts';

export type Toast = {
  id: number;
  title?: string;
  message: string | null;
  isFailure: boolean;
  undo?: () => unknown;
  lastsMs: number;
};

const MOST = 5;
let toasts: readonly Toast[] = [];
let made = 0;
const listeners = new Set<() => void>();

function replace(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

const show = (toast: Omit<Toast, 'id'>) => replace([...toasts, { ...toast, id: ++made }].slice(-MOST));

export const currentToasts = () => toasts;
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
export const closeToast = (id: number) => replace(toasts.filter((toast) => toast.id !== id));

export const toast = {
  /** `undo` takes the action back; the message offers it for ten seconds. False: it has said itself how that went. */
  done: (message: string, undo?: () => unknown) =>
    show({ message, undo, isFailure: false, lastsMs: undo === undefined ? 4000 : 10_000 }),
  /** The action was not tried, for a reason that is known here. */
  refused: (reason: string) => show({ message: reason, isFailure: true, lastsMs: 10_000 }),
  failed: (error: unknown) => {
    const { title, advice } = explain(error);
    show({ title, message: advice, isFailure: true, lastsMs: 10_000 });
  },
};
