import { Alert, Button, Code, CopyButton, Group, Stack } from '@mantine/core';
import { useHeldDialog } from '../../ui/dialog.tsx';

/** The codes are shown once. They should be stored away from the second factor. */
export function RecoveryCodes({ codes, close }: { codes: string[]; close: () => void }) {
  useHeldDialog(true);
  const text = codes.join('\n');
  return (
    <Stack>
      <Alert color="yellow" title="Keep these codes now">
        Each opens your account once when your second factor is lost. They are not shown again.
      </Alert>
      <Code block data-testid="recovery-codes">
        {text}
      </Code>
      <Group justify="flex-end">
        <CopyButton value={text} timeout={2000}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
        <Button onClick={close}>I have kept them</Button>
      </Group>
    </Stack>
  );
}
