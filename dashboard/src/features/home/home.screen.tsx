import { Grid, Stack } from '@mantine/core';
import { useSession } from '../../session/use-session.ts';
import { Page } from '../../ui/page.tsx';
import { Attention } from './attention.tsx';
import { Deliveries } from './deliveries.tsx';
import { FirstSteps } from './first-steps.tsx';
import { Sales } from './sales.tsx';
import { Scheduled } from './scheduled.tsx';

export default function Home() {
  const { tenant, actor } = useSession();
  const sells = tenant.modules.includes('crm');
  return (
    <Page title={tenant.name} description={`Good to see you, ${actor.name}.`}>
      <FirstSteps />
      <Attention />
      {tenant.modules.includes('content') && <Scheduled />}
      <Grid gap="lg">
        {sells && (
          <Grid.Col span={{ base: 12, md: 8 }}>
            <Sales />
          </Grid.Col>
        )}
        <Grid.Col span={{ base: 12, md: sells ? 4 : 12 }}>
          <Stack>
            <Deliveries />
          </Stack>
        </Grid.Col>
      </Grid>
    </Page>
  );
}
