import type { ReactNode } from 'react';
import classes from './list.module.css';

/** A name in a list: it may run in either direction, and takes three lines at most. */
export const LongName = ({ children }: { children: ReactNode }) => (
  <span className={classes.name}>
    <bdi>{children}</bdi>
  </span>
);
