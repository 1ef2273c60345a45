import { ActionIcon, Alert, Button, Code, CopyButton, Flex, Stack, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy, IconEye } from '@tabler/icons-react';
import { useHeldDialog } from './dialog.tsx';
import classes from './ui.module.css';

/** A small button that copies a value and confirms it. */
export function CopyIcon({ value, label }: { value: string; label: string }) {
  return (
    <CopyButton value={value} timeout={2000}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : label}>
          <ActionIcon variant="subtle" color="gray" onClick={copy} aria-label={copied ? 'Copied' : label}>
            {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  );
}

/** Code with a copy button. */
export function CodeBlock({ code, label }: { code: string; label: string }) {
  return (
    <div className={classes.code}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable part must be reachable by keyboard */}
      <section tabIndex={0} aria-label={label}>
        <pre>
          <code>{code}</code>
        </pre>
      </section>
      <div className={classes.codeCopy}>
        <CopyIcon value={code} label={`Copy ${label}`} />
      </div>
    </div>
  );
}

/** A secret that is shown only once: easy to copy, hard to lose by accident. */
export function CopyableSecret({ secret, name }: { secret: string; name: string }) {
  useHeldDialog(true);
  return (
    <Stack gap="sm">
      <Alert color="yellow" icon={<IconEye aria-hidden />} title={`Copy the ${name} now`}>
        It is shown this once; only a trace of it is kept, which cannot be turned back.
      </Alert>
      <CopyableText text={secret} />
    </Stack>
  );
}

/** A text for others, such as a link, beside the button that copies it. */
export const CopyableText = ({ text, action = 'Copy' }: { text: string; action?: string }) => (
  <Flex gap="xs" direction={{ base: 'column', xs: 'row' }} align="stretch">
    <Code block className={classes.secret} data-testid="secret">
      {text}
    </Code>
    <CopyButton value={text} timeout={2000}>
      {({ copied, copy }) => (
        <Button
          h={{ xs: 'auto' }}
          flex="none"
          onClick={copy}
          data-autofocus
          leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
        >
          {copied ? 'Copied' : action}
        </Button>
      )}
    </CopyButton>
  </Flex>
);
