import '@mantine/spotlight/styles.layer.css';
import { useMantineColorScheme } from '@mantine/core';
import { Spotlight, type SpotlightActionGroupData, spotlight } from '@mantine/spotlight';
import { IconLogout, IconMoon, IconSearch, IconSun } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { signOut } from '../session/session.ts';
import { useSession } from '../session/use-session.ts';
import { menuOf } from './navigation.tsx';
import { isMeant, useFoundRecords } from './palette-records.ts';

function selectFirst(): void {
  const [first, ...others] = document.querySelectorAll('[role=dialog] [data-action]');
  for (const other of others) other.removeAttribute('data-selected');
  first?.setAttribute('data-selected', 'true');
}

/** The command palette: screens, actions and the results of the API's search. */
export default function Palette() {
  const session = useSession();
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const [query, setQuery] = useState('');
  const records = useFoundRecords(query);
  useEffect(() => spotlight.open(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: Enter takes the first hit, also of records that arrive later
  useEffect(selectFirst, [query, records]);

  const groups: SpotlightActionGroupData[] = [
    {
      group: 'Go to',
      actions: menuOf(session).map(({ path, title, menu }) => ({
        id: path,
        label: title,
        description: menu.section || undefined,
        keywords: menu.words,
        leftSection: <menu.icon size={18} stroke={1.7} />,
        onClick: () => void navigate({ to: path }),
      })),
    },
    {
      group: 'Do',
      actions: [
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
          onClick: () => void signOut(),
        },
      ],
    },
  ];
  const found: SpotlightActionGroupData = {
    group: 'Found',
    actions: records.map(({ to, ...record }) => ({ ...record, onClick: () => void navigate({ to }) })),
  };
  return (
    <Spotlight
      actions={isMeant(records[0], query) ? [found, ...groups] : [...groups, found]}
      centered={false}
      shortcut={null}
      attributes={{ content: { 'aria-label': 'Command palette' } }}
      query={query}
      onQueryChange={setQuery}
      nothingFound="Nothing by that name."
      highlightQuery
      scrollable
      overlayProps={{ backgroundOpacity: 0.3, blur: 0 }}
      maxHeight={420}
      searchProps={{
        leftSection: <IconSearch size={18} aria-hidden />,
        placeholder: 'Search or jump to …',
        'aria-label': 'Search or jump to',
      }}
    />
  );
}
