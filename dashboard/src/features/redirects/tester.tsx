import { Anchor, Button, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { api, type Data } from '../../api.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { useAction } from '../../ui/use-data.ts';

/** Resolves a path by the same rules that serve visitors. */
export function Tester({ propertyId }: { propertyId: string | undefined }) {
  const [path, setPath] = useState('');
  const ask = useAction(
    (asked: string) => api.resolveRedirect({ query: { propertyId, path: pathOf(asked) } }),
    { showsFailure: true },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask.mutate(path);
  };
  return (
    <Panel title="Where does this path go?">
      <form onSubmit={submit}>
        <Group gap="sm" align="flex-end">
          <TextInput
            aria-label="Path to test"
            placeholder="/old-page?ref=mail"
            required
            maxLength={2000}
            flex={1}
            miw={200}
            value={path}
            onChange={(event) => setPath(event.currentTarget.value)}
          />
          <Button
            type="submit"
            variant="default"
            loading={ask.isPending}
            leftSection={<IconRoute size={16} />}
          >
            Test
          </Button>
        </Group>
      </form>
      <ErrorNotice error={ask.error} />
      {ask.data && <Way of={ask.data.data} />}
    </Panel>
  );
}

/** Accepts a pasted URL too and uses its path. */
function pathOf(text: string): string {
  const url = URL.parse(text.trim());
  if (url !== null && /^https?:$/.test(url.protocol)) return url.pathname + url.search;
  return text.trim().startsWith('/') ? text.trim() : `/${text.trim()}`;
}

function Way({ of }: { of: Data<'resolveRedirect'> }) {
  return (
    <Stack gap="xs" role="status">
      <Group gap="sm">
        {of.outcome === 'redirect' && <StatusBadge tone="good">{`Redirects, ${of.statusCode}`}</StatusBadge>}
        {of.outcome === 'gone' && <StatusBadge tone="quiet">Gone, 410</StatusBadge>}
        {of.outcome === 'nothing' && <StatusBadge tone="quiet">No redirect applies</StatusBadge>}
        {of.outcome === 'loop' && <StatusBadge tone="bad">Redirects in a loop</StatusBadge>}
        {of.location && <Code>{of.location}</Code>}
      </Group>
      {of.redirects.length > 0 && (
        <Text size="sm" c="dimmed" component="div">
          By{' '}
          {of.redirects.map((redirect, index) => (
            <span key={redirect.id}>
              {index > 0 && ', then '}
              <Anchor component={Link} to={`/redirects/${redirect.id}`} size="sm" underline="always">
                {redirect.from} → {redirect.to || 'gone'}
              </Anchor>
            </span>
          ))}
          {of.redirects.length > 1 && '. Visitors are sent to the end at once.'}
        </Text>
      )}
    </Stack>
  );
}
