import { Alert, List, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ImportErrors } from './import-errors.tsx';
import { type Import, ImportProgress } from './import-state.tsx';

/** The counts of an import or dry run so far. */
export function ImportReport({ of }: { of: Import }) {
  return (
    <Stack>
      <ImportProgress of={of} />
      {of.reason !== null && (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title="The file was refused">
          {of.reason}
        </Alert>
      )}
      {of.warnings.length > 0 && (
        <List size="sm" c="dimmed" spacing={2}>
          {of.warnings.map((warning) => (
            <List.Item key={warning}>{warning}</List.Item>
          ))}
        </List>
      )}
      <ImportErrors of={of} />
    </Stack>
  );
}
