import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { explain, isWorthRetrying } from './explain.ts';

/** An error in its place: the cause, the next step, and the request id in the server's log. */
export function ErrorNotice({ error, retry }: { error: unknown; retry?: () => void }) {
  if (error === null || error === undefined) return null;
  const { title, advice, requestId } = explain(error);
  const again = isWorthRetrying(error) ? retry : undefined;
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={title} role="alert">
      <Stack gap="xs" align="flex-start">
        {advice !== null && <Text size="sm">{advice}</Text>}
        {(requestId !== null || again !== undefined) && (
          <Group gap="sm">
            {again && (
              <Button size="xs" variant="default" onClick={again}>
                Try again
              </Button>
            )}
            {requestId !== null && (
              <Text size="xs" c="dimmed">
                Request <Code>{requestId}</Code>
              </Text>
            )}
          </Group>
        )}
      </Stack>
    </Alert>
  );
}
