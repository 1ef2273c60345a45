import { Group, Paper, Progress, Text, Title } from '@mantine/core';
import type { Item } from '../../api.ts';
import { formatNumber } from '../../ui/formats.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import classes from '../../ui/ui.module.css';
import { useData } from '../../ui/use-data.ts';

type Usage = Item<'getUsage'>;

const ABOUT: Record<Usage['kind'], { title: string; text: string }> = {
  files: { title: 'Files', text: 'Uploads, and the pictures made of them.' },
  transforms: {
    title: 'Pictures on request',
    text: 'Sizes of images that pages asked for. When it is full, those not asked for the longest are removed.',
  },
  imports: { title: 'Imports', text: 'Files of unfinished imports. They are deleted when the import ends.' },
  answers: {
    title: 'Stored answers',
    text: 'For requests with an Idempotency-Key. They are deleted after 24 hours.',
  },
  entries: { title: 'Entries', text: 'Content entries, those in the bin included.' },
  redirects: { title: 'Redirects', text: 'Rules of all properties.' },
  products: { title: 'Products', text: 'Drafts and archived ones included.' },
  items: { title: 'Inventory items', text: 'SKUs whose stock is kept.' },
  customers: { title: 'Customers', text: 'Archived and merged ones included.' },
  orders: { title: 'Orders', text: 'Their number is not limited.' },
};

export default function UsageScreen() {
  const usage = useData('getUsage', undefined, { refetchInterval: 10_000 });
  return (
    <Page title="Usage" description="How much of its quotas this business uses. The operator can raise them.">
      <Loaded query={usage}>
        {(all) => (
          <Paper withBorder maw={720} component="ul" className={classes.lines} aria-label="Usage">
            {all.map((one) => (
              <UsageLine key={one.kind} usage={one} />
            ))}
          </Paper>
        )}
      </Loaded>
    </Page>
  );
}

function UsageLine({ usage: { kind, unit, used, allowed } }: { usage: Usage }) {
  const { title, text } = ABOUT[kind];
  const part = allowed === null ? 0 : allowed === 0 ? 100 : Math.min((100 * used) / allowed, 100);
  const told =
    allowed === null
      ? `${amount(used, unit)}, no limit`
      : `${amount(used, unit)} of ${amount(allowed, unit)}`;
  return (
    <li>
      <Group justify="space-between" gap="xs" align="baseline">
        <Title order={2} size="h5">
          {title}
        </Title>
        <Text size="sm" fw={500}>
          {told}
        </Text>
      </Group>
      <Text size="sm" c="dimmed">
        {text}
      </Text>
      {allowed !== null && (
        <Progress
          mt="xs"
          size="sm"
          value={part}
          color={part >= 100 ? 'red' : part >= 80 ? 'orange' : undefined}
          aria-label={`${title}: ${told}`}
        />
      )}
    </li>
  );
}

const STEPS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];

function amount(value: number, unit: Usage['unit']): string {
  if (unit === 'rows') return formatNumber(value);
  const step = Math.min(Math.floor(Math.log2(Math.max(value, 1)) / 10), STEPS.length - 1);
  return `${formatNumber(value / 1024 ** step, { maximumFractionDigits: 1 })} ${STEPS[step]}`;
}
