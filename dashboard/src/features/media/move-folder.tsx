import { Button, Stack, TextInput } from '@mantine/core';
import { api } from '../../api.ts';
import { openDialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';

export const openMoveFolder = (folder: string, moved: (to: string) => void) =>
  openDialog(`Move ${folder}`, (close) => (
    <MoveFolder
      folder={folder}
      done={(to) => {
        close();
        moved(to);
      }}
    />
  ));

function MoveFolder({ folder, done }: { folder: string; done: (to: string) => void }) {
  const { form, submit, sending, failure } = useApiForm({
    initialValues: { to: folder },
    send: ({ to }) => api.moveAssetFolder({ body: { from: folder, to } }),
    invalidates: ['listAssets', 'listAssetFolders', 'getAsset'],
    successMessage: 'The folder is moved',
    done: (_, { to }) => done(to),
  });
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label="New path"
          description="With everything in it. Addresses of files stay as they are."
          required
          maxLength={500}
          data-path="to"
          {...form.getInputProps('to')}
        />
        <ErrorNotice error={failure} />
        <Button type="submit" loading={sending} disabled={form.values.to === folder}>
          Move folder
        </Button>
      </Stack>
    </form>
  );
}
