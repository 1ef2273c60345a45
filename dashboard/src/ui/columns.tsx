import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './columns.module.css';

/** A record whose facts stand beside it on a wide screen, and above it on others. */
export const Columns = ({ facts, children }: { facts: ReactNode; children: ReactNode }) => (
  <div className={classes.columns} data-columns>
    <Stack className={classes.side}>{facts}</Stack>
    <Stack miw={0}>{children}</Stack>
  </div>
);
