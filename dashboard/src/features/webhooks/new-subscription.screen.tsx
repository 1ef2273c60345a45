import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api, type Data } from '../../api.ts';
import { CopyableSecret } from '../../ui/copy.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Page } from '../../ui/page.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { ReceiverCode } from './receiver-code.tsx';
import { SubscriptionFields } from './subscription-form.tsx';
import { EMPTY, newBody } from './subscription-values.ts';

const back = { to: '/webhooks', label: 'Webhooks' };

export default function NewSubscription() {
  const { event } = useSearch({ strict: false }) as { event?: string };
  const [created, setCreated] = useState<Data<'createWebhookSubscription'> | null>(null);
  const { form, submit, sending, failure } = useApiForm({
    initialValues: event === undefined ? EMPTY : { ...EMPTY, events: [event] },
    send: (values) => api.createWebhookSubscription({ body: newBody(values) }),
    invalidates: ['listWebhookSubscriptions'],
    done: ({ data }) => setCreated(data),
  });
  if (created !== null) return <Created subscription={created} />;
  return (
    <Page title="New subscription" back={back}>
      <Paper withBorder p="lg" component="form" onSubmit={submit}>
        <Stack gap="lg">
          <SubscriptionFields form={form} />
          <ErrorNotice error={failure} />
          <Group justify="flex-end" gap="sm">
            <Button component={Link} to="/webhooks" variant="default">
              Cancel
            </Button>
            <Button type="submit" loading={sending}>
              Subscribe
            </Button>
          </Group>
        </Stack>
      </Paper>
    </Page>
  );
}

function Created({ subscription }: { subscription: Data<'createWebhookSubscription'> }) {
  return (
    <Page title="Subscribed" back={back} description={`“${subscription.name}” is active from now on.`}>
      <Stack>
        <CopyableSecret secret={subscription.signingSecret} name="signing secret" />
        <Text>Your receiver checks each delivery with it. Here is one that does:</Text>
        <ReceiverCode secret={subscription.signingSecret} />
        <Group>
          <Button component={Link} to={`/webhooks/${subscription.id}`}>
            I have copied it
          </Button>
        </Group>
      </Stack>
    </Page>
  );
}
