/** The page instead of a screen that this person may not see now: another role, a module that is off, a second factor. */
import { Button, Code } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Obstacle } from '../session/screen.ts';
import { DeadEnd, toStart } from './error-pages.tsx';

export default function Refused({ obstacle }: { obstacle: NonNullable<Obstacle> }) {
  if (obstacle.kind === 'second factor')
    return (
      <DeadEnd
        title="Set up a second factor first"
        action={
          <Button component={Link} to="/account/security">
            Set it up
          </Button>
        }
      >
        This tenant asks for one in your role. It takes a minute, with an authenticator app or a passkey.
      </DeadEnd>
    );
  return obstacle.kind === 'role' ? (
    <DeadEnd title="This is not for your role" action={toStart}>
      This screen needs the role <Code>{obstacle.role}</Code>. An owner or admin of this tenant can give it to
      you.
    </DeadEnd>
  ) : (
    <DeadEnd title="This module is off" action={toStart}>
      The module <Code>{obstacle.module}</Code> is switched off for this tenant; its data is kept. An admin
      can switch it on under Settings → Modules.
    </DeadEnd>
  );
}
