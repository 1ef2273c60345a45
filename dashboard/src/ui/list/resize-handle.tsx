import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import classes from './list.module.css';
import { type Layout, MIN_WIDTH } from './use-layout.ts';

const STEP = 16;

export type Resizing = { widths: Layout['widths']; change: (widths: Layout['widths']) => void };

/** The right edge of a column head: dragging it, or the arrow keys, change the width; a double click or Delete give it back. */
export default function ResizeHandle({ header, resizing }: { header: string; resizing: Resizing }) {
  const drag = useRef<{ x: number; widths: Layout['widths'] } | null>(null);
  const handle = useRef<HTMLSpanElement>(null);
  const measured = () => ({ ...widthsIn(handle.current!), ...resizing.widths });
  const resize = (widths: Layout['widths'], by: number) =>
    resizing.change({ ...widths, [header]: Math.max(MIN_WIDTH, Math.round(widths[header]! + by)) });
  const reset = () => {
    const { [header]: _, ...others } = resizing.widths;
    resizing.change(others);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowRight: STEP, ArrowLeft: -STEP }[event.key];
    if (by !== undefined) resize(measured(), event.shiftKey ? 4 * by : by);
    else if (event.key === 'Delete' || event.key === 'Backspace') reset();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onPointerDown = (event: PointerEvent) => {
    event.preventDefault();
    handle.current!.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, widths: measured() };
  };
  const onPointerMove = (event: PointerEvent) => {
    if (drag.current !== null) resize(drag.current.widths, event.clientX - drag.current.x);
  };
  const onPointerUp = () => {
    drag.current = null;
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: <hr> cannot stand in a head, and this separator can be moved
    <span
      ref={handle}
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${header}`}
      aria-valuenow={resizing.widths[header] ?? 0}
      aria-valuetext={
        resizing.widths[header] === undefined ? 'as it comes' : `${resizing.widths[header]} pixels`
      }
      tabIndex={0}
      className={classes.resize}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onDoubleClick={reset}
    />
  );
}

/** The present widths of all columns that are seen: once one is set, the others stay as they are. */
function widthsIn(handle: HTMLElement): Layout['widths'] {
  const heads = [...handle.closest('tr')!.querySelectorAll<HTMLElement>('th[data-header]')];
  return Object.fromEntries(
    heads.filter((head) => head.offsetWidth > 0).map((head) => [head.dataset.header!, head.offsetWidth]),
  );
}
