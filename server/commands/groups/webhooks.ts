/** Webhooks and events, through the API. */
import { type Command, Option } from 'commander';
import { connectionOf } from '../client/connection.ts';
import type { Context, Define } from '../context.ts';
import { collect, connected, example, json, jsonLines, limitOption, parsePort } from '../describing.ts';

type Names = 'listen' | 'trigger' | 'deliveries' | 'subscriptions' | 'events';

const filter = (text: string) => new Option('--filter <name=value>', text).argParser(collect);
const FILTER = 'as the list takes it, for example status=failed or statusCode=5xx; may be repeated';

export const define: Define<Names> = (commands, context) => {
  const { signal } = context;
  connected(commands.listen)
    .description(
      'receive webhooks on this machine: show them and check their signatures, or forward them to your program',
    )
    .option(
      '--forward-to <url>',
      'your program, such as localhost:4000/hook; needs a sign-in, and no subscription',
    )
    .option(
      '--events <types>',
      'with --forward-to: only these, with commas between them; content.* works too',
    )
    .addOption(
      new Option('--port <port>', 'without --forward-to: where to listen').default(4000).argParser(parsePort),
    )
    .option('--secret <whsec>', 'the signing secret; without it signatures are not checked, or one is made')
    .addOption(jsonLines('delivery'))
    .action(async (options) => {
      if (options.forwardTo === undefined) return (await import('../listen.ts')).listen(options, signal);
      const connection = await connectionOf(context, options);
      await (await import('../client/forward.ts')).forward({ ...options, ...connection }, signal);
    });
  example(
    commands.listen,
    'listen --forward-to localhost:4000/hook --events redirect.added,content.*',
    'listen --port 4000 --secret whsec_…',
  );

  connected(commands.trigger)
    .description('send the example of an event type to the subscriptions that have it; needs an admin')
    .argument('<event>', 'the type, such as redirect.added')
    .option('--subscription <id>', 'to this one alone')
    .option('--no-wait', 'do not wait for the answer of each endpoint')
    .addOption(json())
    .action(async (type, options) => {
      const connection = await connectionOf(context, options);
      await (await import('../client/subscriptions.ts')).trigger(type, { ...options, ...connection }, signal);
    });
  example(commands.trigger, 'trigger redirect.added');

  defineDeliveries(commands.deliveries, context);
  defineSubscriptions(commands.subscriptions, context);

  const tail = connected(commands.events.command('tail'))
    .description('show events as they happen, through the API; the key needs read:webhooks')
    .option('--types <types>', 'only these, with commas between them')
    .option('--after <cursor>', 'begin behind this cursor of GET /v1/events; now when left out')
    .addOption(jsonLines('event'))
    .action(async (options) => {
      const connection = await connectionOf(context, options);
      await (await import('../client/feed.ts')).tailEvents({ ...options, ...connection }, signal);
    });
  example(tail, 'events tail --types redirect.added,redirect.removed');
};

function defineDeliveries(deliveries: Command, context: Context): void {
  const { signal } = context;
  const work = () => import('../deliveries.ts');
  example(connected(deliveries.command('list')), 'deliveries list --filter status=failed')
    .description(
      'list webhook deliveries through the API, those of the newest events first; the key needs read:webhooks',
    )
    .addOption(new Option('--filter <name=value...>', FILTER).argParser(collect))
    .addOption(limitOption(25))
    .addOption(json())
    .action(async (options) => {
      const connection = await connectionOf(context, options);
      await (await work()).listDeliveriesCommand({ ...options, ...connection }, signal);
    });
  example(connected(deliveries.command('tail')), 'deliveries tail --filter status=failed')
    .description('show deliveries as they are made and attempted; the key needs read:webhooks')
    .addOption(filter(FILTER))
    .addOption(jsonLines('change of a delivery'))
    .action(async (options) => {
      const connection = await connectionOf(context, options);
      await (await work()).tailDeliveries({ ...options, ...connection }, signal);
    });
  example(connected(deliveries.command('show')), 'deliveries show 0192…')
    .description(
      'show a delivery with every attempt, the last answer and the body; the key needs read:webhooks',
    )
    .argument('<id>', 'its id, the X-service-Delivery header')
    .addOption(json())
    .action(async (id, options) => {
      const connection = await connectionOf(context, options);
      await (await work()).showDelivery(id, { ...options, ...connection }, signal);
    });
  for (const [name, text, isOver] of [
    ['retry', 'make the next attempt of waiting deliveries now; needs an admin', false],
    ['resend', 'send deliveries that are over once more, as new ones; needs an admin', true],
  ] as const) {
    const shown = isOver ? 'status=failed --filter since=2026-01-31T12:00:00Z' : 'status=pending';
    example(
      connected(deliveries.command(name)),
      `deliveries ${name} 0192…`,
      `deliveries ${name} --filter ${shown} --json`,
    )
      .description(text)
      .argument('[ids...]', 'the deliveries')
      .addOption(filter(`all that match, instead of ids; ${FILTER}`))
      .addOption(limitOption(1000))
      .option('--dry-run', 'show what would happen')
      .addOption(json())
      .action(async (ids, options) => {
        const connection = await connectionOf(context, options);
        const { resendDeliveries, retryDeliveries } = await work();
        await (isOver ? resendDeliveries : retryDeliveries)(ids, { ...options, ...connection }, signal);
      });
  }
}

function defineSubscriptions(subscriptions: Command, context: Context): void {
  const { signal } = context;
  const work = () => import('../client/subscriptions.ts');
  example(connected(subscriptions.command('list')), 'subscriptions list')
    .description('list webhook subscriptions, and whether they work')
    .addOption(json())
    .action(async (options) => {
      const connection = await connectionOf(context, options);
      await (await work()).listSubscriptions({ ...options, ...connection }, signal);
    });
  example(
    connected(subscriptions.command('replay')),
    'subscriptions replay ID --since 2h --status failed --wait',
  )
    .description('send past events again to a subscription; needs an admin')
    .argument('<id>', 'the subscription')
    .requiredOption('--since <time>', 'events from this time on: 2h, 7d or 2026-01-31T12:00:00Z')
    .option('--until <time>', 'events before this time; now when left out')
    .option('--events <types>', 'only these, with commas between them')
    .addOption(
      new Option('--status <status>', 'only events whose latest delivery ended so').choices([
        'any',
        'delivered',
        'failed',
        'cancelled',
      ]),
    )
    .option('--dry-run', 'check, and send nothing')
    .option('--wait', 'wait until every event is queued')
    .addOption(json())
    .action(async (id, options) => {
      const connection = await connectionOf(context, options);
      await (await work()).replay(id, { ...options, ...connection }, signal);
    });
}
