import '@mantine/spotlight/styles.layer.css';
import { useMantineColorScheme } from '@mantine/core';
import { Spotlight, type SpotlightActionGroupData, spotlight } from '@mantine/spotlight';
import { IconKeyboard, IconLogout, IconMoon, IconPlus, IconSearch, IconSun } from '@tabler/icons-react';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { recentRecords } from '../session/recent.ts';
import { denialOf } from '../session/screen.ts';
import { signOut } from '../session/session.ts';
import { useSession } from '../session/use-session.ts';
import { toast } from '../ui/toast.ts';
import { focusFormer, takeKeys } from './early-field.ts';
import { menuOf } from './navigation.tsx';
import { isMeant, useFoundRecords } from './palette-records.ts';
import { verbActions, verbIn } from './palette-verbs.ts';
import { shortcutsOf } from './shortcuts.ts';

function selectFirst(): void {
  const [first, ...others] = document.querySelectorAll('[role=dialog] [data-action]');
  for (const other of others) other.removeAttribute('data-selected');
  first?.setAttribute('data-selected', 'true');
}

/** The command palette: verbs, screens, actions, recent records and the results of the API's search. */
export default function Palette() {
  const session = useSession();
  const navigate = useNavigate();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const { setColorScheme } = useMantineColorScheme();
  const [query, setQuery] = useState('');
  const takeOver = useCallback((field: HTMLInputElement | null) => takeKeys(field, setQuery), []);
  const verb = verbIn(query, session);
  const records = useFoundRecords(verb === null ? query : verb.rest);
  useEffect(() => spotlight.open(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: Enter takes the first hit, also of records that arrive later
  useEffect(selectFirst, [query, records]);

  const go = (to: string) => void navigate({ to });
  const may = (role: 'editor' | 'admin', module?: 'crm' | 'catalog' | 'inventory') =>
    denialOf({ role, module }, session) === null;
  const make = [
    {
      label: 'New order',
      keywords: 'create place',
      isShown: may('editor', 'crm'),
      run: () => go('/orders/new'),
    },
    { label: 'New customer', keywords: 'create add', isShown: may('editor', 'crm'), run: makeCustomer },
    { label: 'New product', keywords: 'create add', isShown: may('editor', 'catalog'), run: makeProduct },
    {
      label: 'Count stock',
      keywords: 'inventory stocktaking sheet',
      isShown: may('editor', 'inventory'),
      run: () => go('/inventory/count'),
    },
    {
      label: 'New webhook',
      keywords: 'create subscribe',
      isShown: may('admin'),
      run: () => go('/webhooks/new'),
    },
  ];
  async function makeCustomer() {
    const { openNewCustomer } = await import('../features/customers/new-customer.tsx');
    openNewCustomer(({ id }) => go(`/customers/${id}`));
  }
  async function makeProduct() {
    const { openNewProduct } = await import('../features/products/new-product.tsx');
    openNewProduct();
  }
  async function showShortcuts() {
    const { openShortcutSheet } = await import('./shortcut-sheet.tsx');
    openShortcutSheet(shortcutsOf(session, go, () => {}));
  }

  const recent: SpotlightActionGroupData = {
    group: 'Recent',
    actions: recentRecords()
      .filter((one) => one.path !== path)
      .map((one) => ({ id: `recent ${one.path}`, label: one.title, onClick: () => go(one.path) })),
  };
  const groups: SpotlightActionGroupData[] = [
    {
      group: 'Go to',
      actions: menuOf(session).map(({ path: to, title, menu }) => ({
        id: to,
        label: title,
        description: menu.section || undefined,
        keywords: menu.words,
        leftSection: <menu.icon size={18} stroke={1.7} />,
        onClick: () => go(to),
      })),
    },
    {
      group: 'Do',
      actions: [
        ...make
          .filter(({ isShown }) => isShown)
          .map(({ label, keywords, run }) => ({
            id: label,
            label,
            keywords,
            leftSection: <IconPlus size={18} />,
            onClick: () => void run(),
          })),
        {
          id: 'shortcuts',
          label: 'Keyboard shortcuts',
          keywords: 'keys help',
          leftSection: <IconKeyboard size={18} />,
          onClick: () => void showShortcuts(),
        },
        {
          id: 'light',
          label: 'Light appearance',
          keywords: 'theme bright',
          leftSection: <IconSun size={18} />,
          onClick: () => setColorScheme('light'),
        },
        {
          id: 'dark',
          label: 'Dark appearance',
          keywords: 'theme night',
          leftSection: <IconMoon size={18} />,
          onClick: () => setColorScheme('dark'),
        },
        {
          id: 'sign-out',
          label: 'Sign out',
          leftSection: <IconLogout size={18} />,
          onClick: () => void signOut().catch(toast.failed),
        },
      ],
    },
  ];
  const found: SpotlightActionGroupData = {
    group: 'Found',
    actions: verb ? [] : records.map(({ to, ...record }) => ({ ...record, onClick: () => go(to) })),
  };
  const verbs: SpotlightActionGroupData = {
    group: 'Orders',
    actions: verb ? verbActions(verb, records, path, query) : [],
  };
  return (
    <Spotlight
      actions={isMeant(records[0], query) ? [found, ...groups, recent] : [verbs, recent, ...groups, found]}
      centered={false}
      shortcut={null}
      attributes={{ content: { 'aria-label': 'Command palette' } }}
      query={query}
      onQueryChange={setQuery}
      returnFocus={false}
      onSpotlightClose={focusFormer}
      nothingFound="Nothing by that name."
      highlightQuery
      scrollable
      overlayProps={{ backgroundOpacity: 0.3, blur: 0 }}
      maxHeight={420}
      searchProps={{
        ref: takeOver,
        leftSection: <IconSearch size={18} aria-hidden />,
        placeholder: 'Search or jump to …',
        'aria-label': 'Search or jump to',
      }}
    />
  );
}
