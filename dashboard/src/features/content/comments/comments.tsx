import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { Panel } from '../../../ui/panel.tsx';
import type { ContentType, Entry } from '../fields.ts';
import { ThreadList } from './thread-list.tsx';

/** Comments of the staff on an entry, by thread; readers of the site never get them. */
export function Comments(props: { entry: Entry; type: ContentType; language: string | undefined }) {
  const { entry, type, language } = props;
  const [isAll, showAll] = useState(false);
  return (
    <Panel
      title="Comments"
      description="For your colleagues; readers never see them."
      actions={
        <Checkbox
          size="xs"
          label="Settled ones too"
          checked={isAll}
          onChange={(event) => showAll(event.currentTarget.checked)}
        />
      }
    >
      <ThreadList entryId={entry.id} type={type} language={language} isAll={isAll} />
    </Panel>
  );
}
