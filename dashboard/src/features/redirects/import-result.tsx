import { Table, Text } from '@mantine/core';
import type { Data } from '../../api.ts';
import { formatNumber } from '../../ui/formats.ts';
import { Facts, Panel } from '../../ui/panel.tsx';
import classes from '../../ui/ui.module.css';

const SHOWN = 200;

/** The counts of an import, and the rows to correct. */
export function ImportResult({ result, isChecked }: { result: Data<'importRedirects'>; isChecked: boolean }) {
  const { rows, created, replaced, unchanged, skipped, failed, errors } = result;
  return (
    <Panel
      title={isChecked ? 'What the import would do' : 'The import is done'}
      description={isChecked ? 'Nothing is written yet.' : undefined}
    >
      <div role="status">
        <Facts
          facts={[
            ['Rows', rows],
            ['Added', created],
            ['Replaced', replaced],
            ['Same as before', unchanged],
            ['Left as they are', skipped],
            ['Invalid', failed],
          ]}
        />
      </div>
      {errors.length > 0 && (
        <Table aria-label="Invalid rows" className={classes.inCard}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={70}>Row</Table.Th>
              <Table.Th>Field</Table.Th>
              <Table.Th>Problem</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {errors.slice(0, SHOWN).map((error) => (
              <Table.Tr key={`${error.row} ${error.field} ${error.code}`}>
                <Table.Td>{error.row}</Table.Td>
                <Table.Td>{error.field}</Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{error.message}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {errors.length > SHOWN && (
        <Text size="sm" c="dimmed">
          The first {SHOWN} of {formatNumber(failed)}.
        </Text>
      )}
    </Panel>
  );
}
