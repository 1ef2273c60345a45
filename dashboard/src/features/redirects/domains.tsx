import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { api, type Item } from '../../api.ts';
import { CopyIcon } from '../../ui/copy.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { useAction, useData } from '../../ui/use-data.ts';

type Domain = Item<'listPropertyDomains'>;

/** Shows which domains are verified, and the DNS record that verifies each of the others. */
export function Domains({ id, mayEdit }: { id: string; mayEdit: boolean }) {
  const domains = useData('listPropertyDomains', { path: { id } });
  const verify = useAction(() => api.verifyProperty({ path: { id } }), {
    invalidates: ['listPropertyDomains'],
    successMessage: ({ data }) => {
      const open = data.filter(({ verified }) => !verified).length;
      return open === 0 ? 'Every domain is proved' : `No proof yet for ${open} of ${data.length}`;
    },
    showsFailure: true,
  });
  const isOpen = domains.data?.some(({ verified }) => !verified);
  return (
    <Panel
      title="Domains"
      description="A domain serves visitors once its DNS record proves that it is yours."
      actions={
        mayEdit &&
        isOpen && (
          <Button
            size="xs"
            variant="default"
            loading={verify.isPending}
            onClick={() => verify.mutate(undefined)}
          >
            Check the DNS records
          </Button>
        )
      }
    >
      <ErrorNotice error={verify.error} />
      <Loaded query={domains}>
        {(all) => (
          <Stack>
            {all.map((domain) => (
              <Proof key={domain.domain} domain={domain} />
            ))}
          </Stack>
        )}
      </Loaded>
    </Panel>
  );
}

function Proof({ domain: { domain, verified, record } }: { domain: Domain }) {
  return (
    <Stack gap={6}>
      <Group justify="space-between">
        <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
          {domain}
        </Text>
        <StatusBadge tone={verified ? 'good' : 'warn'}>{verified ? 'Proved' : 'Not proved yet'}</StatusBadge>
      </Group>
      {!verified && (
        <>
          <Text size="sm" c="dimmed">
            Add this record to the DNS of the domain. It may take some minutes until it is seen.
          </Text>
          {(['type', 'name', 'value'] as const).map((part) => (
            <Group key={part} gap="xs" wrap="nowrap">
              <Text size="sm" c="dimmed" w={50}>
                {part}
              </Text>
              <Code style={{ overflowWrap: 'anywhere' }}>{record[part]}</Code>
              <CopyIcon value={record[part]} label={`Copy the ${part} for ${domain}`} />
            </Group>
          ))}
        </>
      )}
    </Stack>
  );
}
