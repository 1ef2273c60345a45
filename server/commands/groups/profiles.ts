/** Sign-ins to servers. */
import { connectionOf } from '../client/connection.ts';
import type { Define } from '../context.ts';
import { connected, example, json } from '../describing.ts';

const work = () => import('../client/profiles.ts');

export const define: Define<'login' | 'logout' | 'profiles' | 'whoami'> = (commands, context) => {
  commands.login
    .description(
      'sign in to a server with an API key, or as a person with --email; checks it, and saves it as a profile',
    )
    .option('--url <url>', 'the server; asked for in a terminal')
    .option('--key <key>', '- to read the key, or with --email the password, from standard input')
    .option('--email <email>', 'sign in as a person: test events, resends and replays need an admin')
    .option('--tenant <slug>', 'with --email: the tenant, if you work for several')
    .option('--profile <name>', 'the name of the profile; the current one when left out, else "default"')
    .addOption(json())
    .action(async (options) => (await work()).login(context, options));
  example(
    commands.login,
    'login',
    'login --email owner@demo.example',
    'login --url https://api.example.com --profile live --key - < key.txt',
  );

  commands.logout
    .description('remove a profile from this machine, and end its sign-in')
    .option('--profile <name>', 'which; the current one when left out')
    .addOption(json())
    .action(async (options) => (await work()).logout(context, options));
  example(commands.logout, 'logout --profile live');

  const { profiles } = commands;
  example(profiles.command('list', { isDefault: true }), 'profiles', 'profiles list --json')
    .description('list profiles; * marks the current one')
    .addOption(json())
    .action(async (options) => (await work()).listProfiles(context, options));
  example(profiles.command('use'), 'profiles use live')
    .description('choose the profile that commands use from now on')
    .argument('<name>', 'the profile')
    .addOption(json())
    .action(async (name, options) => (await work()).useProfile(context, name, options));

  connected(commands.whoami)
    .addOption(json())
    .action(async (options) => {
      const connection = await connectionOf(context, options);
      await (await work()).whoami(connection, options, context);
    });
  example(commands.whoami, 'whoami', 'whoami --profile live --json');
};
