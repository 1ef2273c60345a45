import { Anchor, CloseButton } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { closeToast, currentToasts, subscribeToToasts, type Toast, toast } from './toast.ts';
import classes from './toasts.module.css';

/** The messages in the corner. Each goes by itself, but not while the pointer or the focus is on it. */
export function Toasts() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts);
  return (
    <section className={classes.toasts} aria-label="Messages" aria-live="polite">
      {toasts.map((one) => (
        <Message key={one.id} {...one} />
      ))}
    </section>
  );
}

function Message({ id, title, message, isFailure, undo, lastsMs }: Toast) {
  const [isHeld, setHeld] = useState(false);
  const [isUndoing, setUndoing] = useState(false);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => closeToast(id), lastsMs);
    return () => clearTimeout(timer);
  }, [id, isHeld, lastsMs]);
  const takeBack = async () => {
    setUndoing(true);
    try {
      if ((await undo?.()) !== false) toast.done('Undone');
    } catch (error) {
      toast.failed(error);
    }
    closeToast(id);
  };
  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer on it only stops its clock
    <div
      className={classes.toast}
      data-failure={isFailure || undefined}
      role={isFailure ? 'alert' : undefined}
      onMouseEnter={hold}
      onMouseLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <div className={classes.text}>
        {title && <strong>{title}</strong>}
        {message && <p>{message}</p>}
      </div>
      {undo && (
        <Anchor component="button" type="button" size="sm" fw={600} disabled={isUndoing} onClick={takeBack}>
          Undo
        </Anchor>
      )}
      <CloseButton size="sm" aria-label="Close" onClick={() => closeToast(id)} />
    </div>
  );
}
