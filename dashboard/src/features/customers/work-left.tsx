import { Alert, Progress, Text } from '@mantine/core';
import { IconEraser, IconGitMerge } from '@tabler/icons-react';
import { formatNumber } from '../../ui/formats.ts';
import { useData } from '../../ui/use-data.ts';
import type { Customer } from './customer-picker.tsx';

type Work = NonNullable<Customer['inProgress']>[number];

/** Shows the progress of merges and erasures with many orders until they end. */
export function WorkLeft({ id, works }: { id: string; works: Work[] }) {
  // The screen reads the same query, so polling here keeps the whole screen current.
  useData('getCustomer', { path: { id } }, { refetchInterval: 2_000 });
  return works.map((work) => <WorkNotice key={`${work.kind} ${work.from}`} work={work} />);
}

function WorkNotice({ work: { kind, orders } }: { work: Work }) {
  const isMerge = kind === 'merge';
  const total = orders.done + orders.left;
  const title = isMerge ? 'Orders are moving over' : 'Orders are being cleared of personal data';
  return (
    <Alert
      color="blue"
      icon={isMerge ? <IconGitMerge aria-hidden /> : <IconEraser aria-hidden />}
      title={title}
    >
      <Text size="sm" mb="xs">
        {formatNumber(orders.done)} of {formatNumber(total)} so far. Everyone sees them as they will be
        already.
      </Text>
      <Progress value={total === 0 ? 100 : (100 * orders.done) / total} aria-label={title} />
    </Alert>
  );
}
