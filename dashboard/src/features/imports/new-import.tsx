import { useState } from 'react';
import { Page } from '../../ui/page.tsx';
import { useAction } from '../../ui/use-data.ts';
import { CheckedImport } from './checked-import.tsx';
import { ChooseFile } from './choose-file.tsx';
import { type FileHead, readHead } from './file-head.ts';
import { ImportList } from './import-list.tsx';
import type { Kind } from './kind.ts';
import { MatchColumns } from './match-columns.tsx';
import type { Wish } from './wish.ts';

type Chosen = { file: File; head: FileHead };

/** The steps of an import: choose a file, match its columns, check it by a dry run, import it. */
export function NewImport({ kind }: { kind: Kind }) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [wish, setWish] = useState<Wish | null>(null);
  const check = useAction((wish: Wish) => kind.send(wish, true), { invalidates: [kind.listName] });
  const again = () => {
    setWish(null);
    check.reset();
  };
  const restart = () => {
    again();
    setChosen(null);
  };
  return (
    <Page title={kind.title} back={kind.back} description={kind.description}>
      {chosen === null ? (
        <>
          <ChooseFile kind={kind} choose={async (file) => setChosen({ file, head: await readHead(file) })} />
          <ImportList kind={kind} />
        </>
      ) : wish === null || check.data === undefined ? (
        <MatchColumns
          kind={kind}
          {...chosen}
          checking={check.isPending}
          check={(next) => {
            setWish(next);
            check.mutate(next);
          }}
          back={restart}
        />
      ) : (
        <CheckedImport kind={kind} id={check.data.data.id} wish={wish} back={again} restart={restart} />
      )}
    </Page>
  );
}
