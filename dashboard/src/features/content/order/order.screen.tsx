/** The order of the entries of a type, and in a tree, which are below which. */
import { Checkbox, Paper } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { useRights } from '../../../session/type-rights.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { Page } from '../../../ui/page.tsx';
import { useData } from '../../../ui/use-data.ts';
import { type ContentType, type Entry, titleOf as titleIn } from '../fields.ts';
import { Level } from './level.tsx';
import { MovesContext, useMoves } from './use-moves.ts';

const back = { to: '/content', label: 'Content' };

export default function OrderOfEntries() {
  const { type: name = '' } = useParams({ strict: false }) as { type?: string };
  const type = useData('getContentType', { path: { name } });
  if (type.data) return <Order type={type.data} />;
  return (
    <Page title="Order of entries" back={back}>
      <Loaded query={type}>{() => null}</Loaded>
    </Page>
  );
}

function Order({ type }: { type: ContentType }) {
  const mayEdit = useRights()(type.name, 'publish');
  const locales = useData('getContentLocales');
  const [redirects, setRedirects] = useState(true);
  const isTree = type.order === 'tree';
  const hasPaths = isTree && Object.values(type.addresses).some((path) => path.includes('{path}'));
  const locale = locales.data?.default;
  const titleOf = useCallback((entry: Entry) => titleIn(type, entry, locale), [type, locale]);
  const moves = useMoves(titleOf, hasPaths && redirects);
  const shared = useMemo(
    () => ({ ...moves, titleOf, type: type.name, isTree, mayEdit }),
    [moves, titleOf, type.name, isTree, mayEdit],
  );
  return (
    <Page title={`Order of ${type.title}`} back={back} description={describe(type, mayEdit)}>
      {type.order !== 'none' && (
        <>
          {hasPaths && mayEdit && (
            <Checkbox
              label="Former addresses of pages that move lead to the new ones"
              checked={redirects}
              onChange={(event) => setRedirects(event.currentTarget.checked)}
            />
          )}
          <Paper withBorder component="section" aria-label="Entries in their order">
            <MovesContext value={shared}>
              <Level parent={null} depth={0} />
            </MovesContext>
          </Paper>
        </>
      )}
    </Page>
  );
}

function describe({ order }: ContentType, mayEdit: boolean): string {
  if (order === 'none') return 'Entries of this type have no order. Choose one on the page of the type.';
  const how = order === 'tree' ? ', below each other' : '';
  if (!mayEdit) return `As readers get them${how}.`;
  return `As readers get them${how}. Drag an entry, use its buttons, or Alt and an arrow key. A move is live at once.`;
}
