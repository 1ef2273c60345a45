import { Tabs } from '@mantine/core';
import { receivers } from '#shared/receivers.ts';
import { CodeBlock } from '../../ui/copy.tsx';

/** Example code of a receiver that verifies signatures, with a copy button. */
export function ReceiverCode({ secret }: { secret: string }) {
  const examples = receivers(secret);
  return (
    <Tabs defaultValue="Node" keepMounted={false}>
      <Tabs.List>
        {examples.map(({ name }) => (
          <Tabs.Tab key={name} value={name}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {examples.map(({ name, code }) => (
        <Tabs.Panel key={name} value={name} pt="sm">
          <CodeBlock label={`Receiver for ${name}`} code={code} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
