import { Stack } from '@mantine/core';
import { Page } from '../../ui/page.tsx';
import { AccountTabs } from './account-tabs.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { SecondFactors } from './second-factors.tsx';

export default function Security() {
  return (
    <Page title="Sessions & security" description="For your account, in every tenant you work for.">
      <AccountTabs current="/account/security" />
      <Stack maw={720}>
        <SecondFactors />
        <OwnSessions />
      </Stack>
    </Page>
  );
}
