import { Alert, List, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ImportErrors } from './import-errors.tsx';
import { ImportProgress } from './import-state.tsx';
import type { Import, Kind } from './kind.ts';

/** The counts of an import or dry run so far. */
export function ImportReport({ kind, of }: { kind: Kind; of: Import }) {
  return (
    <Stack>
      <ImportProgress kind={kind} of={of} />
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
      <ImportErrors kind={kind} of={of} />
    </Stack>
  );
}
