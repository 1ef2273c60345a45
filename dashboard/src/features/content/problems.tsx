import { Alert, List } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { fieldErrors } from '../../ui/explain.ts';
import type { ContentType } from './fields.ts';
import { placeInWords } from './place.ts';

/** Lists the server's validation errors by the labels of their fields, including fields of another locale. */
export function Problems({ error, type, title }: { error: unknown; type: ContentType; title?: string }) {
  const problems = fieldErrors(error);
  if (problems === null) return <ErrorNotice error={error} />;
  return <ProblemList problems={problems} type={type} title={title} />;
}

export function ProblemList(props: {
  problems: Record<string, ReactNode>;
  type: ContentType;
  title?: string;
}) {
  const { problems, type, title = 'Something is not right yet' } = props;
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={title} role="alert">
      <List size="sm">
        {Object.entries(problems).map(([path, message]) => (
          <List.Item key={path}>
            {placeInWords(path, type)}: {message}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
