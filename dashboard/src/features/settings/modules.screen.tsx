import { Group, Paper, Stack, Switch, Text, Title } from '@mantine/core';
import { api, type Item } from '../../api.ts';
import { update } from '../../session/session.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { useAction, useData } from '../../ui/use-data.ts';

type Module = Item<'listModules'>;

const ABOUT: Record<Module['name'], { title: string; text: string }> = {
  crm: { title: 'CRM', text: 'Customers and orders, from placing to refund, with imports and figures.' },
  content: { title: 'Content', text: 'Types, entries and revisions, published now or at a set time.' },
  media: { title: 'Media', text: 'Images and files, with derivatives in the sizes you need.' },
  redirects: { title: 'Redirects', text: 'Old addresses that lead to new ones.' },
};

export default function Modules() {
  const modules = useData('listModules');
  return (
    <Page
      title="Modules"
      description="What this tenant uses. Switching one off hides it and refuses its API; its data stays."
    >
      <Loaded query={modules}>
        {(all) => (
          <Stack gap="sm" maw={640}>
            {all.map((module) => (
              <ModuleCard key={module.name} module={module} />
            ))}
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function ModuleCard({ module: { name, active } }: { module: Module }) {
  const { title, text } = ABOUT[name];
  const change = useAction(
    async (on: boolean) => {
      const path = { name };
      await (on ? api.activateModule({ path }) : api.deactivateModule({ path }));
      // Updates the menu.
      update({ tenant: (await api.getTenant()).data });
      return on;
    },
    { invalidates: ['listModules'], successMessage: (on) => `${title} is ${on ? 'on' : 'off'}` },
  );
  return (
    <Paper withBorder p="lg">
      <Group justify="space-between" wrap="nowrap">
        <div>
          <Title order={2} size="h4">
            {title}
          </Title>
          <Text size="sm" c="dimmed">
            {text}
          </Text>
        </div>
        <Switch
          size="md"
          aria-label={title}
          checked={change.isPending ? change.variables : active}
          disabled={change.isPending}
          onChange={(event) => change.mutate(event.currentTarget.checked)}
        />
      </Group>
    </Paper>
  );
}
