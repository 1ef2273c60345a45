import { Button, Group, Stack, Text } from '@mantine/core';
import { CodeBlock, CopyableSecret } from '../../ui/copy.tsx';
import { AssistantSetup } from './assistant-setup.tsx';
import type { Scope } from './scopes.ts';

/** A key that was just made: the only time that it is shown. `scopes` are those of an assistant, which is connected next. */
export function NewSecret(props: { secret: string; scopes?: Scope[]; close: () => void }) {
  const { secret, scopes, close } = props;
  return (
    <Stack>
      <CopyableSecret secret={secret} name="key" />
      {scopes ? (
        <AssistantSetup secret={secret} scopes={scopes} />
      ) : (
        <>
          <Text size="sm">Try it: this shows the name of the key and its scopes.</Text>
          <CodeBlock
            label="curl"
            code={`curl ${location.origin}/v1/me \\\n  -H 'Authorization: Bearer ${secret}'`}
          />
        </>
      )}
      <Text size="sm" c="dimmed">
        Keep it on a server. Never put it into a web page, an app or a repository.
      </Text>
      <Group justify="flex-end">
        <Button onClick={close}>I have copied it</Button>
      </Group>
    </Stack>
  );
}
