import '@mantine/dropzone/styles.layer.css';
import { ActionIcon, Group, Progress, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconUpload, IconX } from '@tabler/icons-react';
import { explain } from '../../ui/explain.ts';
import { type Upload, useUploads } from './use-uploads.ts';

/** Accepts dropped or chosen files, and shows the progress of each upload. */
export function Uploader({ folder }: { folder: string }) {
  const { uploads, add, dismiss } = useUploads(folder);
  return (
    <Stack gap="sm">
      <Dropzone onDrop={add} useFsAccessApi={false} inputProps={{ 'aria-label': 'Files to upload' }} p="md">
        <Group justify="center" gap="sm" style={{ pointerEvents: 'none' }}>
          <IconUpload size={22} stroke={1.5} aria-hidden />
          <Text size="sm">Drop files here, or choose some</Text>
        </Group>
      </Dropzone>
      {uploads.map((upload) => (
        <UploadLine key={upload.id} upload={upload} dismiss={() => dismiss(upload.id)} />
      ))}
    </Stack>
  );
}

function UploadLine({ upload, dismiss }: { upload: Upload; dismiss: () => void }) {
  const { name, share, failure } = upload;
  const percent = Math.round(share * 100);
  return (
    <Group gap="sm" wrap="nowrap" role="status">
      <Stack gap={4} flex={1} miw={0}>
        <Group justify="space-between" gap="sm" wrap="nowrap">
          <Text size="sm" truncate>
            {name}
          </Text>
          {failure === null && <Text size="sm">{percent} %</Text>}
        </Group>
        {failure === null ? (
          <Progress value={percent} size="sm" aria-label={`Upload of ${name}`} />
        ) : (
          <Text size="sm" c="var(--mantine-color-error)">
            {explain(failure).title}
          </Text>
        )}
      </Stack>
      <ActionIcon
        variant="subtle"
        color="gray"
        onClick={dismiss}
        aria-label={failure === null ? `Cancel ${name}` : `Dismiss ${name}`}
      >
        <IconX size={16} />
      </ActionIcon>
    </Group>
  );
}
