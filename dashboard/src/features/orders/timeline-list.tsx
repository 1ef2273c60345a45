import { Button, Text, Timeline } from '@mantine/core';
import {
  IconArrowMerge,
  IconCash,
  IconCashBanknoteOff,
  IconEraser,
  IconMessage,
  IconPackage,
  IconPencil,
  IconReceipt,
  IconTruckDelivery,
  IconX,
} from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { When } from '../../ui/when.tsx';
import { TimelineDetails } from './timeline-details.tsx';

export const ORDER_ICONS = {
  placed: IconReceipt,
  payment: IconCash,
  fulfilled: IconPackage,
  delivered: IconTruckDelivery,
  cancelled: IconX,
  refunded: IconCashBanknoteOff,
  edited: IconPencil,
  commented: IconMessage,
  merged: IconArrowMerge,
  erased: IconEraser,
};

type Entry = {
  action: string;
  at: string;
  actor: { name: string } | null;
  details: ComponentProps<typeof TimelineDetails>['details'];
};

/** Entries of a history with their authors, newest first, a page at a time. */
export function TimelineList<E extends Entry>({
  list,
  icons,
  keyOf,
  told,
}: {
  list: {
    rows: E[];
    error: unknown;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    refetch: () => unknown;
    fetchNextPage: () => unknown;
  };
  icons: Record<E['action'], typeof IconCash>;
  keyOf: (entry: E) => string | number;
  told: (entry: E) => ReactNode;
}) {
  return (
    <>
      {list.error !== null && <ErrorNotice error={list.error} retry={() => void list.refetch()} />}
      <Timeline bulletSize={26} lineWidth={2} color="gray">
        {list.rows.map((entry) => {
          const Icon: typeof IconCash = icons[entry.action as E['action']];
          return (
            <Timeline.Item
              key={keyOf(entry)}
              bullet={<Icon size={14} aria-hidden />}
              title={
                <Text size="sm" component="div">
                  {told(entry)}
                </Text>
              }
            >
              <TimelineDetails details={entry.details} />
              <Text size="xs" c="dimmed">
                <bdi>{entry.actor?.name ?? 'Colonnade'}</bdi> · <When at={entry.at} />
              </Text>
            </Timeline.Item>
          );
        })}
      </Timeline>
      {list.hasNextPage && (
        <Button
          size="xs"
          variant="default"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Show earlier
        </Button>
      )}
    </>
  );
}
