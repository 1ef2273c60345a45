import { Code, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useHasRole } from '../../session/use-session.ts';
import { CopyIcon } from '../../ui/copy.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { Facts, Panel } from '../../ui/panel.tsx';
import { useData } from '../../ui/use-data.ts';
import { AskedFactor } from './asked-factor.tsx';
import { TenantFacts } from './tenant-facts.tsx';
import { TenantForm } from './tenant-form.tsx';

export default function Tenant() {
  const tenant = useData('getTenant');
  const mayChange = useHasRole('admin');
  // Another form begins after a save, with what is stored; what others save meanwhile does not touch what is typed.
  const [saves, setSaves] = useState(0);
  return (
    <Page
      title="Tenant"
      description="This business: what it is called, where its days begin, and how it shows money and dates."
    >
      <Stack maw={720} gap="lg">
        <Loaded query={tenant}>
          {(record) => (
            <>
              {mayChange ? (
                <TenantForm key={saves} tenant={record} saved={() => setSaves((count) => count + 1)} />
              ) : (
                <TenantFacts tenant={record} />
              )}
              {mayChange && <AskedFactor />}
              <Panel
                title="Identity"
                description="Fixed. Programs see the id in webhook deliveries; people sign in with the slug."
              >
                <Facts
                  facts={[
                    ['Slug', <Code key="slug">{record.slug}</Code>],
                    [
                      'Id',
                      <Group key="id" gap={4} component="span">
                        <Code>{record.id}</Code>
                        <CopyIcon value={record.id} label="Copy the id" />
                      </Group>,
                    ],
                  ]}
                />
              </Panel>
            </>
          )}
        </Loaded>
      </Stack>
    </Page>
  );
}
