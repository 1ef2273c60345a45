import { Anchor, Grid, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../session/use-session.ts';
import { formatDay } from '../../ui/formats.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { Attention } from './attention.tsx';
import { Deliveries } from './deliveries.tsx';
import { FirstSteps } from './first-steps.tsx';
import { type Home as HomeData, useHome } from './home.ts';
import { Sales } from './sales.tsx';
import { Scheduled } from './scheduled.tsx';
import { Today } from './today.tsx';

const LONG = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;

/** Without orders there is nothing to look at yet, so the first steps come first. */
const isNew = ({ orders }: HomeData) => orders !== null && !orders.hasOrders;

export default function Home() {
  const { tenant } = useSession();
  const home = useHome();
  const day = home.data?.orders?.today.day;
  return (
    <Page
      title={tenant.name}
      description={
        day && (
          <>
            {formatDay(day, LONG)}, in{' '}
            <Anchor component={Link} to="/settings/tenant" inherit c="dimmed" underline="always">
              {tenant.timeZone}
            </Anchor>
          </>
        )
      }
    >
      <Loaded query={home}>
        {(data) => (
          <>
            {isNew(data) && <FirstSteps home={data} />}
            <Today home={data} />
            <Attention home={data} />
            <Grid gap="lg" data-columns>
              {data.orders && (
                <Grid.Col span={{ base: 12, md: 8 }}>
                  <Sales recent={data.orders.sales} />
                </Grid.Col>
              )}
              <Grid.Col span={{ base: 12, md: data.orders ? 4 : 12 }}>
                <Stack gap="lg">
                  {!isNew(data) && <FirstSteps home={data} />}
                  {data.webhooks && <Deliveries webhooks={data.webhooks} />}
                  {data.scheduled && <Scheduled scheduled={data.scheduled} />}
                </Stack>
              </Grid.Col>
            </Grid>
          </>
        )}
      </Loaded>
    </Page>
  );
}
