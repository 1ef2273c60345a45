import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { openDialog } from '../../../ui/dialog.tsx';
import { LIVE, useData } from '../../../ui/use-data.ts';
import type { ContentType, Entry } from '../fields.ts';
import { blockIdsIn, DiscussedContext, SeekingContext, type Sought } from './discussed.ts';
import { ThreadList } from './thread-list.tsx';

/** The blocks around the one that is sought are opened one after the other. */
const SOUGHT_FOR_MS = 1_000;

/** The page of an entry whose blocks show their comments, and whose comments lead to their blocks. */
export function Discussion(props: {
  entry: Entry;
  type: ContentType;
  language: string | undefined;
  setLocale: (code: string) => void;
  children: ReactNode;
}) {
  const { entry, type, language, setLocale, children } = props;
  const [sought, setSought] = useState<Sought | null>(null);
  // A block that is opened later takes no focus.
  useEffect(() => {
    if (sought === null) return;
    const over = setTimeout(() => setSought(null), SOUGHT_FOR_MS);
    return () => clearTimeout(over);
  }, [sought]);
  const hasBlocks = type.blocks.length > 0;
  const { data: places } = useData(
    'listEntryCommentPlaces',
    { path: { id: entry.id } },
    { refetchInterval: LIVE, enabled: hasBlocks },
  );
  const saved = useMemo(() => new Set(blockIdsIn(entry.fields)), [entry.fields]);
  const discussed = useMemo(
    () => ({
      threadsOn: (blockId: string) =>
        saved.has(blockId)
          ? (places ?? []).reduce((sum, one) => sum + (one.blockId === blockId ? one.threads : 0), 0)
          : null,
      open: (blockId: string, name: string) =>
        openDialog(`Comments on ${name}`, () => (
          <ThreadList entryId={entry.id} type={type} language={language} blockId={blockId} />
        )),
    }),
    [saved, places, entry.id, type, language],
  );
  const seeking = useMemo(
    () => ({
      sought,
      seek: ({ id }: { id: string }, locale: string | null) => {
        if (locale !== null) setLocale(locale);
        setSought({ blockId: id });
      },
    }),
    [sought, setLocale],
  );
  return (
    <DiscussedContext value={discussed}>
      <SeekingContext value={seeking}>{children}</SeekingContext>
    </DiscussedContext>
  );
}
