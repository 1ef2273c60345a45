import { Alert, Button, Group, Text } from '@mantine/core';
import { IconLink, IconShieldCheck, IconShieldX } from '@tabler/icons-react';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { counted } from '../../ui/formats.ts';
import { useData } from '../../ui/use-data.ts';

/** Shows whether the hash chain is intact. The server computes it again from the first entry to the last. */
export function Chain() {
  const chain = useData('getAuditLogVerification');
  if (chain.error) return <ErrorNotice error={chain.error} retry={() => void chain.refetch()} />;
  if (chain.data === undefined) {
    return (
      <Alert color="gray" icon={<IconLink aria-hidden />}>
        Checking the chain …
      </Alert>
    );
  }
  const { intact, entries, brokenAt } = chain.data;
  return (
    <Alert
      color={intact ? 'teal' : 'red'}
      icon={intact ? <IconShieldCheck aria-hidden /> : <IconShieldX aria-hidden />}
      role="status"
    >
      <Group justify="space-between">
        <Text size="sm">
          {intact
            ? `The chain is whole: ${counted(entries, 'entry', 'entries')}, none changed and none missing.`
            : `Entry ${brokenAt} was changed, or one before it is missing. Entries before it are sound. Tell your operator.`}
        </Text>
        <Button size="xs" variant="default" loading={chain.isFetching} onClick={() => void chain.refetch()}>
          Check again
        </Button>
      </Group>
    </Alert>
  );
}
