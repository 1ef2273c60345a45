import { Alert, Anchor, List, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { ApiError, type Data } from '../../../api.ts';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import { fieldInWords, withoutRequests } from '../../../ui/field-words.ts';
import { counted } from '../../../ui/formats.ts';
import { nameOf, type Release } from './release-status.tsx';

type Problem = { path: string; message: string };
type Results = Data<'publishRelease'>['results'];

const ENTRY = /^entries\.([0-9a-f-]{36})\.?(.*)$/;

/** The problems of entries, each with a link; other failures as everywhere. */
export function ReleaseProblems(props: {
  error?: unknown;
  problems?: Problem[];
  release: Release;
  title: string;
}) {
  const { error, release, title } = props;
  const problems = props.problems ?? problemsOf(error);
  if (problems.length === 0) return <ErrorNotice error={error} />;
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={title} role="alert">
      <Told problems={problems} release={release} />
    </Alert>
  );
}

function problemsOf(error: unknown): Problem[] {
  if (!(error instanceof ApiError) || !Array.isArray(error.details)) return [];
  return error.details as Problem[];
}

function Told({ problems, release }: { problems: Problem[]; release: Release }) {
  return (
    <List size="sm">
      {problems.map(({ path, message }) => {
        const [, id, field] = ENTRY.exec(path) ?? [];
        const entry = release.entries.find((each) => each.id === id);
        return (
          <List.Item key={`${path} ${message}`}>
            {entry ? (
              <Anchor component={Link} to={`/content/${entry.id}`} size="sm">
                <bdi>{nameOf(entry)}</bdi>
              </Anchor>
            ) : (
              path
            )}
            {field ? ` (${fieldInWords(field)})` : ''}: {withoutRequests(message)}
          </List.Item>
        );
      })}
    </List>
  );
}

/** "2 entries go live, 1 entry is taken down." Nothing is said of none. */
const sentenceOf = (parts: [count: number, one: string, many: string][]): string => {
  const said = parts.filter(([count]) => count > 0);
  const words = said.map(([count, one, many]) => counted(count, `entry ${one}`, `entries ${many}`));
  return words.length === 0 ? 'Nothing changes.' : `${words.join(', ')}.`;
};

/** The answer of a dry run, in words. */
export function ReleaseOutcome({ results, release }: { results: Results; release: Release }) {
  const count = (action: string) =>
    results.filter((each) => each.action === action && each.status === 'changed').length;
  const unchanged = results.filter(({ status }) => status === 'unchanged').length;
  const warnings = results.flatMap(({ entry, warnings: own }) =>
    own.map(({ path, message }) => ({ path: `entries.${entry.id}.${path}`, message })),
  );
  const moved = results.flatMap((each) => each.moved);
  return (
    <Stack role="status">
      <Alert color="green" icon={<IconCircleCheck aria-hidden />} title="It can be published">
        {sentenceOf([
          [count('publish'), 'goes live', 'go live'],
          [count('unpublish'), 'is taken down', 'are taken down'],
          [unchanged, 'is live as it is', 'are live as they are'],
        ])}
      </Alert>
      {warnings.length > 0 && (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title="Readers do not get everything">
          <Told problems={warnings} release={release} />
        </Alert>
      )}
      {moved.length > 0 && (
        <Text size="sm">
          {moved.length === 1 ? 'One address changes' : `${moved.length} addresses change`}:{' '}
          {moved
            .slice(0, 3)
            .map(({ from, to }) => `${from} → ${to}`)
            .join(', ')}
          {moved.length > 3 && ' …'}
        </Text>
      )}
    </Stack>
  );
}
