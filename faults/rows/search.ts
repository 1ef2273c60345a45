/** kill −9 of workers while searchable records are created, changed and removed: at the end, each is found once by its word. */
import type { CrashPoint } from '#kernel/crash.ts';
import { callUntilAnswered, sideBySide } from '../call-until-answered.ts';
import { checkDrained } from '../checker.ts';
import { type Installation, openInstallation, type Tenant } from '../installation.ts';
import type { Program } from '../program.ts';
import type { Random } from '../random.ts';
import type { Row } from '../stage.ts';

const LEAST_OF_A_KIND = 9;
/** The limit per kind, in case a worker never reaches its crash point. */
const MOST_OF_A_KIND = 150;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Long enough that the typo tolerance never confuses two words. */
const newWord = (random: Random) => Array.from({ length: 12 }, () => random.oneOf([...LETTERS])).join('');

type Kind = {
  entity: string;
  path: string;
  body(word: string, tenant: Tenant): object;
  /** The body that changes the word; undefined if the kind cannot be changed. */
  change?(word: string): object;
  isRemovable?: true;
};

const KINDS: Kind[] = [
  {
    entity: 'customer',
    path: '/v1/crm/customers',
    body: (word) => ({ name: word }),
    change: (word) => ({ name: word }),
  },
  {
    entity: 'order',
    path: '/v1/crm/orders',
    body: (word, { customerId }) => ({ customerId, items: [{ sku: 'SKU', name: word, unitPrice: 1 }] }),
  },
  {
    entity: 'entry',
    path: '/v1/content/entries',
    body: (word) => ({ type: 'note', fields: { title: word } }),
    change: (word) => ({ fields: { title: word } }),
    isRemovable: true,
  },
  {
    entity: 'redirect',
    path: '/v1/redirects',
    body: (word) => ({ from: `/${word}`, to: '/new' }),
    change: (word) => ({ from: `/${word}` }),
    isRemovable: true,
  },
];

/** The expected result of a search for the word: this record, or nothing. */
type Expected = { word: string; found: string };

/** Creates a record of a kind; every third is changed, and every third removed, if possible. */
async function make(installation: Installation, tenant: Tenant, kind: Kind, n: number): Promise<Expected[]> {
  const { entity, path } = kind;
  const { random } = installation.stage;
  const [word, other] = [newWord(random), newWord(random)];
  const ask = (method: string, to: string, body?: unknown) =>
    callUntilAnswered(installation, tenant, { method, path: to, body, key: `${entity} ${word}` });
  const { id } = (await ask('POST', path, kind.body(word, tenant))).body.data;
  const here = `${entity} ${id}`;
  if (n % 3 === 1 && kind.change) {
    await ask('PATCH', `${path}/${id}`, kind.change(other));
    return [
      { word, found: '' },
      { word: other, found: here },
    ];
  }
  if (n % 3 === 2 && kind.isRemovable) {
    await ask('DELETE', `${path}/${id}`);
    return [{ word, found: '' }];
  }
  return [{ word, found: here }];
}

/** Creates all kinds side by side until the worker dies. */
async function makeWhile(installation: Installation, tenant: Tenant, worker: Program): Promise<Expected[]> {
  const made = await Promise.all(
    KINDS.map(async (kind) => {
      const expected: Expected[] = [];
      for (let n = 0; n < MOST_OF_A_KIND && (n < LEAST_OF_A_KIND || worker.isAlive()); n++)
        expected.push(...(await make(installation, tenant, kind, n)));
      return expected;
    }),
  );
  return made.flat();
}

async function checkFound(installation: Installation, tenant: Tenant, expected: Expected[]): Promise<void> {
  const broken = await sideBySide(expected.length, async (n) => {
    const { word, found } = expected[n]!;
    const { data } = (
      await callUntilAnswered(installation, tenant, { method: 'GET', path: `/v1/search?q=${word}` })
    ).body;
    const seen = data.map(({ entity, id }: { entity: string; id: string }) => `${entity} ${id}`).join();
    return seen === found ? [] : [`${word}: ${seen || 'nothing'} instead of ${found || 'nothing'}`];
  });
  const wrong = broken.flat();
  installation.stage.check(
    `not found as they are: ${wrong.length}, ${wrong.slice(0, 3).join('; ')}`,
    wrong.length === 0,
  );
}

const POINTS: CrashPoint[] = ['after_take', 'after_consume_before_commit', 'after_commit'];

const indexed: Row = {
  name: 'kill -9 of workers while what is searched for is made, changed and removed',
  async run(stage) {
    const installation = await openInstallation(stage);
    await installation.api();
    const tenant = await installation.newTenant();
    const body = { title: 'Note', fields: [{ name: 'title', kind: 'text' }] };
    await callUntilAnswered(installation, tenant, { method: 'PUT', path: '/v1/content/types/note', body });
    const expected: Expected[] = [];
    for (const point of POINTS) {
      const worker = await installation.worker({ CRASH_AT: `${point}:${stage.random.between(3, 12)}` });
      expected.push(...(await makeWhile(installation, tenant, worker)));
      stage.check(`one died at ${point}`, !worker.isAlive());
    }
    await installation.worker();
    await installation.asOwner((owner) => checkDrained(installation, owner));
    await checkFound(installation, tenant, expected);
    const gone = expected.filter(({ found }) => found === '').length;
    stage.note({ 'words found': expected.length - gone, 'words gone': gone });
  },
};

export const searchRows: Row[] = [indexed];
