/** `start`, `api` and `worker`: the server itself, until it is told to stop. */
import { type Config, SetupError } from '#kernel/config.ts';
import { buildApp } from '../app.ts';
import { boot } from '../boot.ts';
import { listTenants } from '../modules/access/tenants.sql.ts';
import { createDemo } from './demo.ts';

export async function serve(config: Config, roles: { api: boolean; worker: boolean; migrate: boolean }) {
  const booted = await boot(config, { migrate: roles.migrate });
  const { kernel } = booted;
  const { app, startWork } = await buildApp(kernel);
  const close = async () => {
    // First no new requests, then no new work, then the database: each still needs what comes after it.
    await app.close();
    await work?.stop();
    await booted.close();
  };
  const work = roles.worker ? startWork() : null;
  try {
    const first = roles.migrate && (await listTenants(kernel.db)).length === 0;
    const demo = first && config.mode === 'development' ? await createDemo(kernel) : null;
    if (roles.api) {
      await app.listen({ host: config.host, port: config.port });
      const port = (app.server.address() as { port: number }).port;
      announce(config, config.publicUrl.replace(/:0$/, `:${port}`), demo, first);
    } else {
      console.log('Colonnade worker is running. Stop it with Ctrl-C.');
    }
  } catch (error) {
    await close();
    throw explain(error, config);
  }
  stopOnSignal(close, config.shutdownSeconds);
}

function announce(
  config: Config,
  url: string,
  demo: Awaited<ReturnType<typeof createDemo>> | null,
  first: boolean,
) {
  const lines = [
    'Colonnade is running. Stop it with Ctrl-C.',
    '',
    `  Base URL    ${url}`,
    `  Dashboard   ${url}/`,
    `  API docs    ${url}/docs`,
  ];
  if (demo !== null) {
    lines.push(
      '',
      `First start: a demo tenant was made. The key and the password are shown this once.`,
      '',
      `  Tenant      ${demo.tenant.name} (${demo.tenant.slug})`,
      `  Sign in     ${demo.owner.email}  ${demo.owner.password}`,
      `  API key     ${demo.key}`,
      '',
      'Place an order:',
      '',
      `  curl -X POST ${url}/v1/crm/orders \\`,
      `    -H 'Authorization: Bearer ${demo.key}' \\`,
      `    -H 'Content-Type: application/json' \\`,
      `    -d '{"customerId":"${demo.customerId}","items":[{"sku":"TEA-1","name":"Green tea","quantity":2,"unitPrice":4.5}]}'`,
    );
  } else if (first) {
    lines.push(
      '',
      'There is no tenant yet. Make one: npx colonnade tenant create --name NAME --owner-email EMAIL',
    );
  }
  if (config.mode === 'development' && !/^(127\.|localhost$|::1$)/.test(config.host)) {
    lines.push(
      '',
      `Note: this listens on ${config.host} in development mode. Set MODE=production for others to use it.`,
    );
  }
  console.log(`\n${lines.join('\n')}\n`);
}

function stopOnSignal(close: () => Promise<void>, seconds: number): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), seconds * 1000).unref();
    await close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop());
}

function explain(error: unknown, config: Config): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    return new SetupError(`Port ${config.port} on ${config.host} is taken. Choose another with PORT.`);
  }
  if (code === 'EACCES')
    return new SetupError(`Port ${config.port} may not be used by this user. Choose another.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new SetupError(`HOST ${config.host} is not an address of this machine.`);
  }
  return error;
}
