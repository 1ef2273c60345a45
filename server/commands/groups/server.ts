/** Runs a server, and keeps its database: the commands of the operator of an installation. */
import type { Command } from 'commander';
import type { Context, Define } from '../context.ts';
import { example, json } from '../describing.ts';
import type { Roles } from '../serve.ts';

type Names = 'start' | 'api' | 'worker' | 'migrate' | 'doctor' | 'backup' | 'restore' | 'retry' | 'relay';

export const define: Define<Names> = (commands, context) => {
  serving(commands.start, context, { api: true, worker: true, migrate: true });
  serving(commands.api, context, { api: true, worker: false, migrate: false });
  serving(commands.worker, context, { api: false, worker: true, migrate: false });
  const { settings, signal } = context;
  example(commands.migrate, 'migrate')
    .addOption(json())
    .action(async (options) => (await import('../migrate.ts')).migrateCommand(await settings(), options));
  example(commands.doctor, 'doctor', 'doctor --json')
    .addOption(json())
    .action(async (options) => (await import('../doctor.ts')).doctor(await settings(), options));
  example(commands.backup, 'backup colonnade.backup')
    .argument('<file>', 'where to save it; - for standard output')
    .addOption(json())
    .action(async (file, options) =>
      (await import('../backup.ts')).backupCommand(await settings(), file, options, signal),
    );
  example(commands.restore, 'restore colonnade.backup')
    .argument('<file>', 'the backup; - for standard input')
    .addOption(json())
    .action(async (file, options) =>
      (await import('../restore.ts')).restoreCommand(await settings(), file, options, signal),
    );
  example(commands.retry, 'retry', 'retry --tenant acme')
    .option('--tenant <slug>', 'of this tenant alone')
    .addOption(json())
    .action(async (options) => (await import('../retry.ts')).retryCommand(await settings(), options));
  example(commands.relay.command('remove'), 'relay remove')
    .description('end it, after NATS_URL was taken from every worker; its streams stay')
    .addOption(json())
    .action(async (options) => (await import('../relay.ts')).removeRelayCommand(await settings(), options));
};

function serving(command: Command, { settings, signal }: Context, roles: Roles): void {
  example(command, command.name())
    .option('--json', 'print the announcement as one line of JSON, for scripts')
    .action(async ({ json }) => {
      const config = await settings();
      const { self } = await import('#kernel/siblings/siblings.ts');
      if (roles.api && config.processes > 1 && self.name === null) {
        return (await import('../supervise.ts')).supervise(config, roles, signal);
      }
      await (await import('../serve.ts')).serve(config, roles, signal, json);
    });
}
