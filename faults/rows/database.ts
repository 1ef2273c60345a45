/** PostgreSQL stops, restarts, loses connections, refuses writes: quick 503s, no hang, and work resumes by itself. */
import { setTimeout as sleep } from 'node:timers/promises';
import { callUntilAnswered } from '../call-until-answered.ts';
import { compare } from '../checker.ts';
import { call } from '../client.ts';
import { type Installation, openInstallation, openSiteBehindProxy } from '../installation.ts';
import { checkResumes, noteRefusals, probe, SILENCE_SECONDS } from '../outage.ts';
import { ownPostgres } from '../postgres.ts';
import type { Program } from '../program.ts';
import type { Row } from '../stage.ts';
import { loadTenants, openTenants, warmUp } from '../tenants.ts';

async function openOn(installation: Installation): Promise<Program[]> {
  const programs = [await installation.api(), await installation.worker()];
  await openTenants(installation);
  return programs;
}

const stopped: Row = {
  name: 'PostgreSQL stopped and back',
  async run(stage) {
    const postgres = await ownPostgres(stage);
    const installation = await openInstallation(stage, postgres.url);
    const programs = await openOn(installation);
    const load = loadTenants(installation);
    await warmUp(installation);
    await postgres.stop();
    await probe(installation, 2_000);
    await postgres.start();
    await checkResumes(installation, programs);
    await load.stop();
    noteRefusals(installation, load.wishes, 6_000);
    await compare(installation, load.wishes);
  },
};

const backends: Row = {
  name: 'backends killed under load',
  smoke: 'usual',
  async run(stage) {
    const installation = await openInstallation(stage);
    const programs = await openOn(installation);
    const load = loadTenants(installation);
    let killed = 0;
    for (let round = 0; round < (stage.isSmoke ? 2 : 8); round++) {
      await sleep(300);
      killed += await installation.asOwner(async (owner) => {
        const { rowCount } = await owner.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and application_name like 'colonnade %' and pid <> pg_backend_pid()
           order by random() limit 4`,
        );
        return rowCount ?? 0;
      });
    }
    await checkResumes(installation, programs);
    await load.stop();
    noteRefusals(installation, load.wishes, 2_000);
    await compare(installation, load.wishes);
    stage.note({ killed });
  },
};

/** PostgreSQL ends all connections, empties its unlogged tables and goes on, without a new start. */
const diesOfKill: Row = {
  name: 'a backend dies of kill −9 between a publication and its readers',
  async run(stage) {
    const postgres = await ownPostgres(stage);
    const installation = await openInstallation(stage, postgres.url);
    const programs = await openOn(installation);
    const tenant = installation.tenants[0]!;
    const ask = async (method: string, path: string, body?: unknown) =>
      (await callUntilAnswered(installation, tenant, { method, path: `/v1/content${path}`, body })).body.data;
    await ask('PUT', '/types/note', { title: 'Note', fields: [{ name: 'title', kind: 'text' }] });
    const { id } = await ask('POST', '/entries', { type: 'note', fields: { title: 'Title 0' } });
    await ask('POST', `/entries/${id}/publish`);
    for (let round = 1; round <= 3; round++) {
      for (let reads = 0; reads < 2; reads++) await ask('GET', `/published/note/${id}`);
      await ask('PATCH', `/entries/${id}`, { fields: { title: `Title ${round}` } });
      await ask('POST', `/entries/${id}/publish`);
      const { rows } = await installation.asOwner((owner) =>
        owner.query<{ pid: number }>(
          `select pid from pg_stat_activity where application_name like 'colonnade %' and state = 'idle' limit 1`,
        ),
      );
      process.kill(rows[0]!.pid, 'SIGKILL');
      await checkResumes(installation, programs);
      const { title } = (await ask('GET', `/published/note/${id}`)).fields;
      stage.check(`readers get what was published last: ${title}`, title === `Title ${round}`);
    }
  },
};

const blackholed: Row = {
  name: 'a blackholed connection',
  async run(stage) {
    const { installation, proxy } = await openSiteBehindProxy(stage);
    const programs = await openOn(installation);
    const load = loadTenants(installation);
    await warmUp(installation);
    proxy.blackhole();
    await sleep(12_000);
    proxy.heal();
    await checkResumes(installation, programs, SILENCE_SECONDS);
    await load.stop();
    // A silent connection times out after ten seconds, the opening of a new one after five.
    noteRefusals(installation, load.wishes, 16_000);
    await compare(installation, load.wishes);
  },
};

const exhausted: Row = {
  name: 'connections exhausted',
  async run(stage) {
    const postgres = await ownPostgres(stage, {
      settings: ['max_connections=40', 'superuser_reserved_connections=5'],
    });
    const installation = await openInstallation(stage, postgres.url);
    const programs = [await installation.api({ DATABASE_CONNECTIONS: '30' }), await installation.worker()];
    await openTenants(installation);
    // Fewer connections than the programs want, so that some requests cannot get one.
    const load = loadTenants(installation, { senders: 60 });
    await warmUp(installation);
    await load.stop();
    await checkResumes(installation, programs);
    noteRefusals(installation, load.wishes, 6_000);
    await compare(installation, load.wishes);
  },
};

const readOnly: Row = {
  name: 'a read-only database',
  async run(stage) {
    const installation = await openInstallation(stage);
    const programs = await openOn(installation);
    const load = loadTenants(installation);
    await warmUp(installation);
    const name = new URL(installation.databaseUrl).pathname.slice(1);
    const makeWritable = (is: boolean) =>
      installation.asOwner(async (owner) => {
        await owner.query('set default_transaction_read_only = off');
        await owner.query(`alter database ${name} set default_transaction_read_only = ${is ? 'off' : 'on'}`);
        await owner.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid()`,
        );
      });
    await makeWritable(false);
    await probe(installation, 2_000);
    const me = await call('GET', `${installation.url}/v1/me`, { token: installation.tenants[0]!.key });
    stage.check(`reading still works: ${me.status}`, me.status === 200);
    await makeWritable(true);
    await checkResumes(installation, programs);
    await load.stop();
    noteRefusals(installation, load.wishes, 2_000);
    await compare(installation, load.wishes);
  },
};

const commitSent: Row = {
  name: 'the connection dies after COMMIT was sent',
  async run(stage) {
    const { installation, proxy } = await openSiteBehindProxy(stage);
    await openOn(installation);
    const load = loadTenants(installation, { count: 200, senders: 4, insisting: 1 });
    for (let cut = 0; cut < 5; cut++) {
      proxy.cutAfter('commit\0');
      await sleep(150);
    }
    await load.done;
    const unknown = load.wishes.filter(({ answers }) =>
      answers.some(({ body }) => /outcome of this request is unknown/.test(body?.error?.message)),
    );
    stage.check('some were told that the outcome is unknown', unknown.length > 0);
    const again = unknown.filter(({ answers }) => answers.at(-1)!.replayed);
    stage.check(`asked again, all found what was stored: ${again.length}`, again.length === unknown.length);
    await compare(installation, load.wishes);
    stage.note({ unknown: unknown.length });
  },
};

export const databaseRows: Row[] = [
  stopped,
  backends,
  diesOfKill,
  blackholed,
  exhausted,
  readOnly,
  commitSent,
];
