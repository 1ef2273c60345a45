/** PostgreSQL goes away, comes back, loses connections, refuses writes: quick 503s, no hang, and work that resumes by itself. */
import { setTimeout as sleep } from 'node:timers/promises';
import { compare } from '../checker.ts';
import { call } from '../client.ts';
import { checkResumes, noteRefusals, probe, SILENCE_SECONDS } from '../outage.ts';
import { ownPostgres } from '../postgres.ts';
import type { Program } from '../program.ts';
import { loadShops, openShops, warmUp } from '../shops.ts';
import { openSite, openSiteBehindProxy, type Site } from '../site.ts';
import type { Row } from '../stage.ts';

async function openOn(site: Site): Promise<Program[]> {
  const programs = [await site.api(), await site.worker()];
  await openShops(site);
  return programs;
}

const stopped: Row = {
  name: 'PostgreSQL stopped and back',
  async run(stage) {
    const postgres = await ownPostgres(stage);
    const site = await openSite(stage, postgres.url);
    const programs = await openOn(site);
    const load = loadShops(site);
    await warmUp(site);
    await postgres.stop();
    await probe(site, 2_000);
    await postgres.start();
    await checkResumes(site, programs);
    await load.stop();
    noteRefusals(site, load.wishes, 6_000);
    await compare(site, load.wishes);
  },
};

const backends: Row = {
  name: 'backends killed under load',
  smoke: true,
  async run(stage) {
    const site = await openSite(stage);
    const programs = await openOn(site);
    const load = loadShops(site);
    let killed = 0;
    for (let round = 0; round < (stage.isSmoke ? 2 : 8); round++) {
      await sleep(300);
      killed += await site.asOwner(async (owner) => {
        const { rowCount } = await owner.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and application_name like 'colonnade %' and pid <> pg_backend_pid()
           order by random() limit 4`,
        );
        return rowCount ?? 0;
      });
    }
    await checkResumes(site, programs);
    await load.stop();
    noteRefusals(site, load.wishes, 2_000);
    await compare(site, load.wishes);
    stage.note({ killed });
  },
};

const blackholed: Row = {
  name: 'a blackholed connection',
  async run(stage) {
    const { site, proxy } = await openSiteBehindProxy(stage);
    const programs = await openOn(site);
    const load = loadShops(site);
    await warmUp(site);
    proxy.blackhole();
    await sleep(12_000);
    proxy.heal();
    await checkResumes(site, programs, SILENCE_SECONDS);
    await load.stop();
    // A silent connection is given up after ten seconds, a new one that does not open after five.
    noteRefusals(site, load.wishes, 16_000);
    await compare(site, load.wishes);
  },
};

const exhausted: Row = {
  name: 'connections exhausted',
  async run(stage) {
    const postgres = await ownPostgres(stage, {
      settings: ['max_connections=40', 'superuser_reserved_connections=5'],
    });
    const site = await openSite(stage, postgres.url);
    const programs = [await site.api({ DATABASE_CONNECTIONS: '30' }), await site.worker()];
    await openShops(site);
    // Fewer places than the programs would like to have: some requests cannot get a connection.
    const load = loadShops(site, { senders: 60 });
    await warmUp(site);
    await load.stop();
    await checkResumes(site, programs);
    noteRefusals(site, load.wishes, 6_000);
    await compare(site, load.wishes);
  },
};

const readOnly: Row = {
  name: 'a read-only database',
  async run(stage) {
    const site = await openSite(stage);
    const programs = await openOn(site);
    const load = loadShops(site);
    await warmUp(site);
    const name = new URL(site.databaseUrl).pathname.slice(1);
    const makeWritable = (is: boolean) =>
      site.asOwner(async (owner) => {
        await owner.query('set default_transaction_read_only = off');
        await owner.query(`alter database ${name} set default_transaction_read_only = ${is ? 'off' : 'on'}`);
        await owner.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid()`,
        );
      });
    await makeWritable(false);
    await probe(site, 2_000);
    const me = await call('GET', `${site.url}/v1/me`, { token: site.tenants[0]!.key });
    stage.check(`reading still works: ${me.status}`, me.status === 200);
    await makeWritable(true);
    await checkResumes(site, programs);
    await load.stop();
    noteRefusals(site, load.wishes, 2_000);
    await compare(site, load.wishes);
  },
};

const commitSent: Row = {
  name: 'the connection dies after COMMIT was sent',
  async run(stage) {
    const { site, proxy } = await openSiteBehindProxy(stage);
    await openOn(site);
    const load = loadShops(site, { count: 200, senders: 4, insisting: 1 });
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
    await compare(site, load.wishes);
    stage.note({ unknown: unknown.length });
  },
};

export const databaseRows: Row[] = [stopped, backends, blackholed, exhausted, readOnly, commitSent];
