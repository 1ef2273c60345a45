/** One tenant makes the process compute or keep unread answers; another tenant's orders and lists stay quick. */
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { compareBeside, openBystander } from '../bystander.ts';
import { call } from '../client.ts';
import { type Installation, openInstallation, type Tenant } from '../installation.ts';
import type { Row, Stage } from '../stage.ts';

/** Counts the holds of the server's event loop over 100 ms. They count CPU time, so a busy machine does not matter. */
async function longHolds(installation: Installation): Promise<number> {
  const text = await (await fetch(`${installation.url}/metrics`)).text();
  const read = (series: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(series))
        ?.split(' ')[1],
    );
  const name = 'colonnade_event_loop_hold_seconds';
  return read(`${name}_count`) - read(`${name}_bucket{le="0.1"}`);
}

/**
 * Repeats the attack while the bystander is measured. The pause leaves time for the client's own computing, which shares its
 * process.
 */
async function compareBesideAttack(
  installation: Installation,
  bank: Tenant,
  attack: () => Promise<unknown>,
): Promise<void> {
  const holdsBefore = await longHolds(installation);
  const attacks = await compareBeside(installation, bank, async (isOver) => {
    let count = 0;
    for (; !isOver(); count++) await attack().then(() => sleep(200));
    return count;
  });
  const holds = (await longHolds(installation)) - holdsBefore;
  installation.stage.check(`the event loop is held for over 100 ms ${holds} times`, holds === 0);
  installation.stage.note({ attacks, 'holds over 100 ms': holds });
}

async function open(stage: Stage) {
  const installation = await openInstallation(stage);
  const program = await installation.api();
  await installation.worker();
  const [bank, evil] = [await openBystander(installation), await installation.newTenant()];
  const ask = (method: string, path: string, body?: unknown) =>
    call(method, installation.url + path, { token: evil.key, body });
  return { installation, program, evil, bank, ask };
}

const patterns: Row = {
  name: 'a tenant with the worst patterns',
  async run(stage) {
    const { installation, bank, ask } = await open(stage);
    const typeOf = (pattern: string) => ({
      title: 'Hard',
      fields: [{ name: 'a', kind: 'list', of: { kind: 'text', pattern } }],
    });
    await ask('PUT', '/v1/content/types/hard', typeOf('(.{0,240}.{0,240})*'));
    const a = Array.from({ length: 1_000 }, () => 'ab'.repeat(500));
    await compareBesideAttack(installation, bank, async () => {
      const boom = typeOf('(((((){255}){255}){255}){255}){255}');
      await ask('PUT', '/v1/content/types/boom?dryRun=true', boom);
      const { status, ms } = await ask('POST', '/v1/content/entries', { type: 'hard', fields: { a } });
      stage.check(`the largest body gets 422, got ${status} after ${Math.round(ms)} ms`, status === 422);
    });
  },
};

const circles: Row = {
  name: 'a tenant whose redirects are hard to judge',
  async run(stage) {
    const { installation, evil, bank, ask } = await open(stage);
    const asking = Array.from({ length: 12_000 }, (_, n) => `/q?k${n}=1,https://elsewhere.example/${n}`);
    const importing = await call('POST', `${installation.url}/v1/redirects/import`, {
      ...{ token: evil.key, file: ['from,to', ...asking].join('\n') },
    });
    stage.check(`12,000 rules are imported: ${importing.status}`, importing.status === 200);
    await compareBesideAttack(installation, bank, async () => {
      const { status } = await ask('POST', '/v1/redirects?dryRun=true', { from: '/p', to: '/q' });
      stage.check(`a rule that leads there is judged: ${status}`, status === 201 || status === 200);
    });
  },
};

const CLIENTS = 9;

const readers: Row = {
  name: 'nine clients that never read large answers',
  async run(stage) {
    const { installation, program, evil, bank, ask } = await open(stage);
    await ask('PUT', '/v1/content/types/fat', {
      title: 'Fat',
      fields: [{ name: 'body', kind: 'list', of: { kind: 'markdown' } }],
    });
    const body = Array.from({ length: 5 }, () => 'x'.repeat(180_000));
    for (let n = 0; n < 20; n++) await ask('POST', '/v1/content/entries', { type: 'fat', fields: { body } });
    const refused = await ask('GET', '/v1/content/entries?type=fat&limit=100');
    stage.check(`18 MB are refused: ${refused.status}`, refused.status === 422);
    const before = program.megabytes();
    const sockets = Array.from({ length: CLIENTS }, () => {
      const socket = connect(Number(new URL(installation.url).port), '127.0.0.1').on('error', () => {});
      socket.pause();
      socket.write(
        `GET /v1/content/entries?type=fat&limit=8 HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${evil.key}\r\n\r\n`,
      );
      return socket;
    });
    stage.cleanUp(() => {
      for (const socket of sockets) socket.destroy();
    });
    await sleep(3_000);
    const pinned = Math.round(program.megabytes() - before);
    stage.note({ 'MB more with nine that never read': pinned });
    stage.check(`${pinned} MB are kept for them`, pinned < 300);
    await compareBesideAttack(installation, bank, () => ask('GET', '/v1/content/entries?type=fat&limit=100'));
  },
};

const MEBIBYTE = 1024 * 1024;
const nested = (depth: number) => `${'{"a":['.repeat(depth)}1${']}'.repeat(depth)}`;

/** Sent as bytes, because the client's own computing shares this process. */
const bodies = (): [number[], Buffer][] => {
  const entry = (fields: string) => Buffer.from(`{"type":"large","fields":{${fields}}}`);
  const names = Array.from({ length: 19_000 }, (_, n) => `"k${n}":${n}`).join();
  const items = Array.from({ length: 1_000 }, (_, n) => `"${`word${n} `.repeat(100)}"`).join();
  const text = (bytes: number) => '\\u00e4 '.repeat(bytes / 7);
  return [
    [[413], entry(`"text":"${text(10 * MEBIBYTE)}"`)],
    [[422], entry(`"data":${nested(100_000)}`)],
    [[201, 422], entry(`"data":${nested(50)}`)],
    [[201, 422], entry(`"data":{${names}}`)],
    [[201, 422], entry(`"items":[${items}]`)],
    [[201, 422], entry(`"text":"${text(MEBIBYTE / 2)}"`)],
    [[201, 422], entry(`"text":"${'x'.repeat(900_000)}"`)],
    [[422], entry(Array.from({ length: 60_000 }, (_, n) => `"f${n % 500}":"${n}"`).join())],
  ];
};

const largest: Row = {
  name: 'a tenant with the largest bodies of content',
  async run(stage) {
    const { installation, program, evil, bank, ask } = await open(stage);
    await ask('PUT', '/v1/content/types/large', {
      title: 'Large',
      fields: [
        { name: 'text', kind: 'markdown' },
        { name: 'data', kind: 'json' },
        { name: 'items', kind: 'list', of: { kind: 'text' } },
      ],
    });
    const all = bodies();
    const told: Record<string, number> = {};
    const before = program.megabytes();
    const send = async ([expected, body]: [number[], Buffer]) => {
      const answer = await fetch(`${installation.url}/v1/content/entries`, {
        ...{ method: 'POST', body },
        headers: { authorization: `Bearer ${evil.key}`, 'content-type': 'application/json' },
      }).catch(() => null);
      const status = answer?.status ?? 0;
      await answer?.arrayBuffer().catch(() => {});
      told[status] = (told[status] ?? 0) + 1;
      // A body that is refused unread may break the connection; a flood is refused, too.
      const isExpected = expected.includes(status) || [0, 429].includes(status);
      stage.check(`${body.toString('utf8', 0, 60)}… of ${body.length} bytes gets ${status}`, isExpected);
    };
    await compareBesideAttack(installation, bank, () => Promise.all(all.map(send)));
    const more = Math.round(program.megabytes() - before);
    stage.check(`${more} MB more`, more < 500);
    stage.note({ ...told, 'MB more': more });
  },
};

export const computingRows: Row[] = [patterns, circles, readers, largest];
