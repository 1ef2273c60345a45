import { Button, Code, Stack, Text } from '@mantine/core';
import { api } from '../../api.ts';
import { CopyableSecret } from '../../ui/copy.tsx';
import { openDialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useAction } from '../../ui/use-data.ts';
import { When } from '../../ui/when.tsx';
import type { Entry } from './fields.ts';

export const openPreview = (entry: Entry) =>
  openDialog('Preview link', () => <Preview id={entry.id} />, 'lg');

/** Creates a link that shows the draft for 15 minutes, without a key. */
function Preview({ id }: { id: string }) {
  const make = useAction(() => api.createPreviewToken({ path: { id }, body: { minutes: 15 } }), {
    showsFailure: true,
  });
  const made = make.data?.data;
  return (
    <Stack>
      <Text size="sm">
        Your site fetches the draft from this address as it would be published, without a key. Whoever has the
        link sees the draft, until it ends.
      </Text>
      {made?.token ? (
        <>
          <CopyableSecret name="link" secret={`${location.origin}/v1/content/preview/${made.token}`} />
          <Text size="sm" c="dimmed">
            It ends <When at={made.expiresAt} />. Add <Code>?locale=…</Code> for another language.
          </Text>
        </>
      ) : (
        <Button loading={make.isPending} onClick={() => make.mutate(undefined)}>
          Make a link for 15 minutes
        </Button>
      )}
      <ErrorNotice error={make.error} />
    </Stack>
  );
}
