/** Idle client sockets, and a database server that dies: no connection stays open after the cause has ended. */
import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { TEST_SECRET } from '#kernel/testing/database.ts';
import { call } from '../client.ts';
import { openInstallation } from '../installation.ts';
import { newFolder } from '../postgres.ts';
import { postgresOf } from '../postmaster.ts';
import { freePort, startProgram } from '../program.ts';
import { type Row, within } from '../stage.ts';

const DESCRIPTORS = 500;
const SOCKETS = 520;

const halfRequests: Row = {
  name: 'half a request on every descriptor, by a client that never closes',
  waits: true,
  async run(stage) {
    const installation = await openInstallation(stage);
    const tenant = await installation.newTenant();
    const settings = { DATABASE_URL: installation.databaseUrl, COLONNADE_SECRET: TEST_SECRET };
    const port = await freePort();
    const api = await startProgram(
      stage,
      'api',
      { ...settings, PORT: String(port) },
      { descriptors: DESCRIPTORS },
    );
    const open = () => readdirSync(`/proc/${api.pid}/fd`).length;
    const before = open();
    const sockets: Socket[] = [];
    stage.cleanUp(() => {
      for (const socket of sockets) socket.destroy();
    });
    for (let n = 0; n < SOCKETS; n++) {
      const options = { port, host: '127.0.0.1', localAddress: '127.0.0.2', allowHalfOpen: true };
      const socket = connect(options).on('error', () => {});
      socket.write('GET /v1/me HTTP/1.1\r\nhost: lo');
      socket.resume();
      sockets.push(socket);
    }
    await sleep(1_000);
    const most = open();
    let refused = 0;
    for (let n = 0; n < 40; n++) {
      const { status } = await call('GET', `${api.url}/v1/crm/orders`, { token: tenant.key });
      if (status !== 200) refused += 1;
      await sleep(50);
    }
    const returned = await within(25, () => open() <= before + 20);
    stage.check(`others are served meanwhile: ${refused} of 40 were not`, refused === 0);
    stage.check(`the descriptors return: ${open()}, ${before} before`, returned);
    stage.note({ before, 'held at most': most, after: open(), 'others refused': refused });
  },
};

const postmasterDies: Row = {
  name: 'the embedded PostgreSQL is killed',
  waits: true,
  async run(stage) {
    const dataDir = newFolder(stage);
    const port = await freePort();
    const program = await startProgram(stage, 'start', { DATA_DIR: dataDir, PORT: String(port) });
    const keyTold = () => /sk_live_\w+/.exec(program.output())?.[0];
    await within(20, () => keyTold() !== undefined);
    const key = keyTold()!;
    const post = (path: string, body: unknown) => call('POST', program.url + path, { token: key, body });
    const customerId = (await post('/v1/crm/customers', { name: 'Ada' })).body.data.id;
    const acknowledged: string[] = [];
    let isOver = false;
    const load = (async () => {
      while (!isOver) {
        const answer = await post('/v1/crm/orders', { customerId, items: [{ sku: 'T', name: 'Tea' }] });
        if (answer.status === 201) acknowledged.push(answer.body.data.id);
        await sleep(10);
      }
    })();
    await sleep(1_000);
    const { pid } = postgresOf(dataDir);
    process.kill(pid, 'SIGKILL');
    const killedAt = performance.now();
    await sleep(200);
    const isReady = async () => (await call('GET', `${program.url}/readyz`)).status === 200;
    const healed = await within(20, isReady);
    const healedMs = Math.round(performance.now() - killedAt);
    await sleep(1_000);
    isOver = true;
    await load;
    const missing = [];
    for (const id of acknowledged) {
      const { status } = await call('GET', `${program.url}/v1/crm/orders/${id}`, { token: key });
      if (status !== 200) missing.push(id);
    }
    const lines = program
      .output()
      .split('\n')
      .filter((line) => line.includes('"level":"error"')).length;
    stage.check('it is ready again by itself within 20 s', healed);
    stage.check(`nothing acknowledged is lost: ${missing.length}`, missing.length === 0);
    stage.check(`${lines} lines of errors`, lines < 60);
    stage.note({ 'ready again after ms': healedMs, acknowledged: acknowledged.length, 'error lines': lines });
  },
};

export const socketRows: Row[] = [halfRequests, postmasterDies];
