import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './columns.module.css';

type Props = {
  facts: ReactNode;
  /** On other screens the facts stand below the record. */
  isFirst?: boolean;
  children: ReactNode;
};

/** A record whose facts stand beside it on a wide screen, and above it on others. */
export const Columns = ({ facts, isFirst, children }: Props) => {
  const side = <Stack className={classes.side}>{facts}</Stack>;
  return (
    <div className={classes.columns} data-columns>
      {!isFirst && side}
      <Stack miw={0} gap={isFirst ? 'lg' : 'md'}>
        {children}
      </Stack>
      {isFirst && side}
    </div>
  );
};
