import { useEffect, useRef } from 'react';
import classes from './list.module.css';

/** A plain checkbox: a list has one in each row, and Mantine's takes ten times as long to render. */
export function Check(props: {
  label: string;
  isChecked: boolean;
  isPartial?: boolean;
  onChange: (hasShift: boolean) => void;
}) {
  const { label, isChecked, isPartial = false, onChange } = props;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current!.indeterminate = isPartial;
  }, [isPartial]);
  return (
    <input
      ref={input}
      type="checkbox"
      className={classes.box}
      aria-label={label}
      checked={isChecked}
      onChange={(event) => onChange((event.nativeEvent as unknown as MouseEvent).shiftKey)}
    />
  );
}
