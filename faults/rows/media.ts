/** kill −9 around an upload: the file exists complete or not at all, its event exists once, and no file is left behind. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { CrashPoint } from '#kernel/crash.ts';
import { type Installation, openInstallation, type Tenant } from '../installation.ts';
import { type Row, type Smoke, type Stage, within } from '../stage.ts';

const image = () =>
  sharp({ create: { width: 90, height: 60, channels: 3, background: '#804020' } })
    .jpeg()
    .toBuffer();

async function newFolder(stage: Stage): Promise<{ DATA_DIR: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'colonnade-fault-'));
  stage.cleanUp(() => rm(folder, { recursive: true, force: true }));
  return { DATA_DIR: folder };
}

/** Returns the id of the asset, or null if the connection was lost. */
async function send(installation: Installation, tenant: Tenant, bytes: Buffer): Promise<string | null> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(bytes)]), 'photo.jpg');
  const headers = { authorization: `Bearer ${tenant.key}`, 'idempotency-key': `upload-${tenant.id}` };
  try {
    const answer = await fetch(`${installation.url}/v1/media`, { method: 'POST', headers, body });
    return ((await answer.json()) as { data: { id: string } }).data.id;
  } catch {
    return null;
  }
}

const countOf = async (installation: Installation, sql: string): Promise<number> =>
  (await installation.asOwner((owner) => owner.query(sql))).rowCount ?? 0;
const told = (installation: Installation, type: string) =>
  countOf(installation, `select from events where type = '${type}'`);

async function isServed(
  installation: Installation,
  tenant: Tenant,
  id: string,
  bytes: Buffer,
): Promise<boolean> {
  const answer = await fetch(`${installation.url}/media/${tenant.id}/${id}/original`);
  return Buffer.from(await answer.arrayBuffer()).equals(bytes);
}

const apiAt = (point: CrashPoint, smoke?: Smoke): Row => ({
  name: `kill -9 of the API at ${point} of an upload`,
  ...(smoke && { smoke }),
  async run(stage) {
    const installation = await openInstallation(stage);
    const folder = await newFolder(stage);
    const api = await installation.api({ ...folder, CRASH_AT: `${point}:1` });
    const tenant = await installation.newTenant();
    const bytes = await image();
    stage.check('the client learned nothing', (await send(installation, tenant, bytes)) === null);
    stage.check('it died at its crash point', (await api.ended).signal === 'SIGKILL');
    await installation.api(folder);
    const id = await send(installation, tenant, bytes);
    stage.check('the same request again succeeds', id !== null);
    stage.check('one asset', (await countOf(installation, 'select from media_assets')) === 1);
    stage.check('told once', (await told(installation, 'media.uploaded')) === 1);
    stage.check('its file is whole', id !== null && (await isServed(installation, tenant, id, bytes)));
    const kept = await countOf(installation, 'select from media_files where doomed_at is null');
    stage.check(`whatever else was stored is doomed: ${kept} kept`, kept === 1);
  },
});

const worker: Row = {
  name: 'kill -9 of the worker with the pictures stored and not yet shown',
  waits: true,
  async run(stage) {
    const installation = await openInstallation(stage);
    const folder = { ...(await newFolder(stage)), MEDIA_PROCESS_SECONDS: '10' };
    await installation.api(folder);
    const dying = await installation.worker({ ...folder, CRASH_AT: 'after_store_before_keep:1' });
    const tenant = await installation.newTenant();
    const bytes = await image();
    const id = await send(installation, tenant, bytes);
    stage.check('it died at its crash point', await within(60, () => !dying.isAlive()));
    await installation.worker(folder);
    const isTold = async () => (await told(installation, 'media.processed')) > 0;
    stage.check('another makes them when the lease is over', await within(150, isTold));
    stage.check('told once', (await told(installation, 'media.processed')) === 1);
    stage.check('the file is whole', id !== null && (await isServed(installation, tenant, id, bytes)));
  },
};

export const mediaRows: Row[] = [
  apiAt('after_store_before_keep', 'deep'),
  apiAt('before_commit'),
  apiAt('after_commit_before_response'),
  worker,
];
