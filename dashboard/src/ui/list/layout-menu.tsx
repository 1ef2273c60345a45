import { Button, Popover } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import type { Column } from './column.ts';
import type { Layout } from './use-layout.ts';

// Most people never open it.
const LayoutChoices = lazy(() => import('./layout-choices.tsx'));

type Props = { all: Column<never>[]; layout: Layout; change: (changed: Partial<Layout>) => void };

/** Chooses the columns of a list and their order, the height of its rows, and the form of its dates. */
export function LayoutMenu(props: Props) {
  return (
    <Popover position="bottom-end" withinPortal trapFocus shadow="md">
      <Popover.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconColumns3 size={16} aria-hidden />}
        >
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns" mah="70vh" style={{ overflowY: 'auto' }}>
        <Suspense>
          <LayoutChoices {...props} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
