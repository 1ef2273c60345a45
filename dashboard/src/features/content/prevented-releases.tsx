/** The scheduled releases that a change of a type prevents: named before anything changes. */
import { Alert, Anchor, Button, Group, List, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Data } from '../../api.ts';
import { counted } from '../../ui/formats.ts';
import { When } from '../../ui/when.tsx';

type Prevented = Data<'replaceContentType'>['prevents'];

export class ReleasesPrevented extends Error {
  readonly prevents: Prevented;

  constructor(prevents: Prevented) {
    super('Scheduled releases could not be published after this change.');
    this.prevents = prevents;
  }
}

export function PreventedReleases(props: { prevents: Prevented; sending: boolean; apply: () => void }) {
  const { prevents, sending, apply } = props;
  return (
    <Alert
      color="yellow"
      icon={<IconAlertTriangle aria-hidden />}
      title={`${prevents.length === 1 ? 'A scheduled release' : `${prevents.length} scheduled releases`} could not be published after this change`}
      role="alert"
    >
      <Stack>
        <List size="sm">
          {prevents.map(({ id, name, at, problems }) => (
            <List.Item key={id}>
              <Anchor component={Link} to={`/content/releases/${id}`} size="sm" underline="always">
                <bdi>{name}</bdi>
              </Anchor>
              , <When at={at} />: {counted(problems.length, 'entry', 'entries')}
            </List.Item>
          ))}
        </List>
        <Text size="sm">
          Nothing was changed. With this change they are open again, and publish nothing until somebody has
          looked at their entries.
        </Text>
        <Group>
          <Button size="xs" loading={sending} onClick={apply}>
            Change the type, and open them
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
