import { useState } from 'react';
import { Page } from '../../ui/page.tsx';
import { useAction } from '../../ui/use-data.ts';
import { CheckedImport } from './checked-import.tsx';
import { ChooseFile } from './choose-file.tsx';
import { type FileHead, readHead } from './file-head.ts';
import { ImportList } from './import-list.tsx';
import { MatchColumns } from './match-columns.tsx';
import { send, type Wish } from './send.ts';

type Chosen = { file: File; head: FileHead };

/** The steps of an import: choose a file, match its columns, check it by a dry run, import it. */
export default function NewImport() {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [wish, setWish] = useState<Wish | null>(null);
  const check = useAction((wish: Wish) => send(wish, { dryRun: true }), { invalidates: ['listImports'] });
  const again = () => {
    setWish(null);
    check.reset();
  };
  const restart = () => {
    again();
    setChosen(null);
  };
  return (
    <Page
      title="Import orders"
      back={{ to: '/orders', label: 'Orders' }}
      description="A file with a row for each line of an order. It is checked first; nothing is written until you say so."
    >
      {chosen === null ? (
        <>
          <ChooseFile choose={async (file) => setChosen({ file, head: await readHead(file) })} />
          <ImportList />
        </>
      ) : wish === null || check.data === undefined ? (
        <MatchColumns
          {...chosen}
          checking={check.isPending}
          check={(next) => {
            setWish(next);
            check.mutate(next);
          }}
          back={restart}
        />
      ) : (
        <CheckedImport id={check.data.data.id} wish={wish} back={again} restart={restart} />
      )}
    </Page>
  );
}
