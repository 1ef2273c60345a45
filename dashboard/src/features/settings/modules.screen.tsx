import { Group, Paper, Switch, Text, Title } from '@mantine/core';
import { api, type Item } from '../../api.ts';
import { update } from '../../session/session.ts';
import { confirm } from '../../ui/confirm.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import classes from '../../ui/ui.module.css';
import { useAction, useData } from '../../ui/use-data.ts';

type Module = Item<'listModules'>;

/** `off`: what ends when it is switched off. */
const ABOUT: Record<Module['name'], { title: string; text: string; off: string }> = {
  crm: {
    title: 'CRM',
    text: 'Customers and orders, from placing to refund, with imports and figures.',
    off: 'New orders are refused at once, from your shop and from every other program. Customers and orders stay stored.',
  },
  content: {
    title: 'Content',
    text: 'Types, entries and revisions, published now or at a set time.',
    off: 'Your sites get no content any more, at once. Types and entries stay stored.',
  },
  media: {
    title: 'Media',
    text: 'Images and files, with derivatives in the sizes you need.',
    off: 'No file can be uploaded or changed any more. Files stay stored.',
  },
  redirects: {
    title: 'Redirects',
    text: 'Old addresses that lead to new ones.',
    off: 'Old addresses lead nowhere any more, at once. Redirects stay stored.',
  },
  catalog: {
    title: 'Catalog',
    text: 'Products with their variants, prices and categories.',
    off: 'Products cannot be read or changed any more. They stay stored.',
  },
  inventory: {
    title: 'Inventory',
    text: 'Stock by SKU and location, reservations of orders, and every movement.',
    off: 'Orders no longer reserve stock. What is reserved already is shipped or released with its order.',
  },
  checkout: {
    title: 'Checkout',
    text: 'Carts, checkouts and discount codes of your storefronts.',
    off: 'Shoppers can neither fill a cart nor check out any more, at once. Carts and checkouts stay stored.',
  },
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
          <Paper withBorder maw={720} component="ul" className={classes.lines} aria-label="Modules">
            {all.map((module) => (
              <ModuleLine key={module.name} module={module} />
            ))}
          </Paper>
        )}
      </Loaded>
    </Page>
  );
}

function ModuleLine({ module: { name, active } }: { module: Module }) {
  const { title, text, off } = ABOUT[name];
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
  const switchTo = (on: boolean) => {
    if (on) return change.mutate(true);
    confirm({
      title: `Switch ${title} off?`,
      children: `${off} You can switch it on again here.`,
      action: `Switch ${title} off`,
      danger: true,
      typed: title,
      run: () => change.mutateAsync(false),
    });
  };
  return (
    <li>
      <Group justify="space-between" wrap="nowrap">
        <div>
          <Title order={2} size="h5">
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
          onChange={(event) => switchTo(event.currentTarget.checked)}
        />
      </Group>
    </li>
  );
}
