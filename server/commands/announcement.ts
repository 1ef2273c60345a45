/** The text that the server prints when it is ready. */
import type { Config } from '#kernel/config.ts';
import type { createDemo } from './demo/demo.ts';

type Demo = Awaited<ReturnType<typeof createDemo>>;

export function describeServer(
  config: Config,
  url: string,
  { isNew, demo, hasShop }: { isNew: boolean; demo: Demo | null; hasShop: boolean },
): string {
  const lines = [
    'Colonnade is running. Stop it with Ctrl-C.',
    '',
    `  Base URL    ${url}`,
    `  Dashboard   ${url}/`,
    ...(hasShop ? [`  Shop        ${url}/shop/`] : []),
    `  API docs    ${url}/docs`,
  ];
  if (demo !== null) lines.push('', ...describeDemo(url, demo));
  else if (isNew) {
    lines.push(
      '',
      'There is no tenant yet. Make one: npx colonnade tenant create --name NAME --owner-email EMAIL',
    );
  }
  if (config.mode === 'development' && !/^(127\.|localhost$|::1$)/.test(config.host)) {
    lines.push(
      '',
      `Note: this listens on ${config.host} in development mode. Set MODE=production before others use it.`,
    );
  }
  return `\n${lines.join('\n')}\n`;
}

function describeDemo(url: string, { tenant, owner, key, customerId }: Demo): string[] {
  const order = {
    customerId,
    currency: 'EUR',
    items: [{ sku: 'TEA-1', name: 'Green tea', quantity: 2, unitPrice: 4.5 }],
  };
  return [
    'First start: a demo tenant was made. Its key and its password are shown this once.',
    '',
    `  Tenant      ${tenant.name} (${tenant.slug})`,
    `  Sign in     ${owner.email}`,
    `  Password    ${owner.password}`,
    `  API key     ${key}`,
    '',
    'Place an order:',
    '',
    `  curl -X POST ${url}/v1/crm/orders \\`,
    `    -H 'Authorization: Bearer ${key}' \\`,
    `    -H 'Content-Type: application/json' \\`,
    `    -d '${JSON.stringify(order)}'`,
  ];
}
