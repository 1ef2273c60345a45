import { Alert, Grid, Stack } from '@mantine/core';
import { IconArchive, IconEraser } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useHasRole } from '../../session/use-session.ts';
import { CodeBlock } from '../../ui/copy.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useData } from '../../ui/use-data.ts';
import { When } from '../../ui/when.tsx';
import { CustomerActions } from './customer-actions.tsx';
import { CustomerContact } from './customer-contact.tsx';
import { CustomerOrders } from './customer-orders.tsx';
import type { Customer } from './customer-picker.tsx';
import { CustomerTimeline } from './customer-timeline.tsx';
import { CustomerTotals } from './customer-totals.tsx';
import { WorkLeft } from './work-left.tsx';

const back = { to: '/customers', label: 'Customers' };

export default function CustomerScreen() {
  const { id = '' } = useParams({ strict: false });
  const customer = useData('getCustomer', { path: { id } });
  if (customer.data === undefined) {
    return (
      <Page title="Customer" back={back}>
        <Loaded query={customer}>{() => null}</Loaded>
      </Page>
    );
  }
  return <CustomerPage customer={customer.data} />;
}

function CustomerPage({ customer }: { customer: Customer }) {
  const mayEdit = useHasRole('editor');
  const isOver = customer.erasedAt !== null;
  return (
    <Page
      title={customer.name}
      back={back}
      description={
        <>
          {customer.type === 'person' ? 'Person' : 'Company'}, customer since <When at={customer.createdAt} />
        </>
      }
      actions={mayEdit && !isOver && <CustomerActions customer={customer} />}
    >
      {isOver && (
        <Alert color="gray" icon={<IconEraser aria-hidden />} title="Erased">
          Everything personal is gone for good. The orders stay, for the books.
        </Alert>
      )}
      {customer.inProgress !== undefined && <WorkLeft id={customer.id} works={customer.inProgress} />}
      {customer.archivedAt !== null && !isOver && (
        <Alert color="gray" icon={<IconArchive aria-hidden />} title="Archived">
          Hidden from the list and from new orders until it is brought back.
        </Alert>
      )}
      <Grid gap="lg" data-columns>
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack gap="lg">
            <CustomerTotals id={customer.id} />
            <CustomerOrders id={customer.id} />
            <CustomerTimeline id={customer.id} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack gap="lg">
            <CustomerContact customer={customer} />
            {Object.keys(customer.metadata).length > 0 && (
              <Panel title="Metadata">
                <CodeBlock label="Metadata as JSON" code={JSON.stringify(customer.metadata, null, 2)} />
              </Panel>
            )}
          </Stack>
        </Grid.Col>
      </Grid>
    </Page>
  );
}
