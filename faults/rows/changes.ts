/** A subscription is changed while deliveries are pending and in flight. */
import { setTimeout as sleep } from 'node:timers/promises';
import { checkDrained, compare } from '../checker.ts';
import { type Installation, openInstallation } from '../installation.ts';
import type { Load } from '../load.ts';
import type { Inbox, Receiver } from '../receiver.ts';
import { type Row, type Stage, within } from '../stage.ts';
import { loadTenants, openTenants } from '../tenants.ts';

/** A delivery that was claimed before the answer may still be sent. */
const IN_FLIGHT_MS = 500;
const COUNT = 300;

type Busy = {
  stage: Stage;
  installation: Installation;
  receiver: Receiver;
  inbox: Inbox;
  path: string;
  load: Load;
};

/** Creates a tenant with a slow receiver, so that some deliveries are always in flight and many wait. */
async function openBusy(stage: Stage): Promise<Busy> {
  const installation = await openInstallation(stage);
  await installation.api();
  await installation.worker();
  const receiver = await openTenants(installation, { tenants: 1, inboxes: 0 });
  const tenant = installation.tenants[0]!;
  const inbox = receiver.newInbox(() => sleep(100, 200));
  const path = `/v1/webhooks/subscriptions/${await tenant.subscribe(inbox)}`;
  const load = loadTenants(installation, { kinds: ['redirect'], count: COUNT, senders: 4 });
  await within(20, () => inbox.receipts.length > 30);
  return { stage, installation, receiver, inbox, path, load };
}

const ask = ({ installation }: Busy, method: string, path: string, body?: unknown) =>
  installation.tenants[0]!.ask(method, path, body);
const laterThan = (inbox: Inbox, at: number) =>
  inbox.receipts.filter((receipt) => receipt.at > at + IN_FLIGHT_MS);

const paused: Row = {
  name: 'a pause while deliveries are pending and in flight',
  async run(stage) {
    const busy = await openBusy(stage);
    await ask(busy, 'PATCH', busy.path, { active: false });
    const at = Date.now();
    await busy.load.done;
    await sleep(2_000);
    const late = laterThan(busy.inbox, at).length;
    stage.check(`nothing is sent after the answer but what was in flight: ${late}`, late === 0);
    stage.note({ 'received before the pause': busy.inbox.receipts.length });
    await ask(busy, 'PATCH', busy.path, { active: true });
    await compare(busy.installation, busy.load.wishes);
  },
};

const deleted: Row = {
  name: 'a deletion while deliveries are pending and in flight',
  async run(stage) {
    const busy = await openBusy(stage);
    await ask(busy, 'DELETE', busy.path);
    const at = Date.now();
    await busy.load.done;
    await sleep(2_000);
    const late = laterThan(busy.inbox, at).length;
    stage.check(`nothing is sent after the answer but what was in flight: ${late}`, late === 0);
    const { rows } = await busy.installation.asOwner(async (owner) => {
      await checkDrained(busy.installation, owner);
      return owner.query<{ id: string; status: string }>('select id, status from webhook_deliveries');
    });
    const received = new Set(busy.inbox.receipts.map(({ deliveryId }) => deliveryId));
    const delivered = rows.filter(({ status }) => status === 'delivered');
    stage.check(
      'what a receiver accepted is delivered',
      delivered.every(({ id }) => received.has(id)),
    );
    stage.check(
      'the rest is cancelled',
      rows.every(({ status }) => ['delivered', 'cancelled'].includes(status)),
    );
    stage.note({
      delivered: delivered.length,
      cancelled: rows.length - delivered.length,
      received: received.size,
    });
  },
};

const moved: Row = {
  name: 'a change of URL while deliveries are pending and in flight',
  async run(stage) {
    const busy = await openBusy(stage);
    const target = busy.receiver.newInbox();
    target.secret = busy.inbox.secret;
    busy.installation.tenants[0]!.inboxes.push(target);
    await ask(busy, 'PATCH', busy.path, { url: target.url });
    const at = Date.now();
    await busy.load.done;
    await compare(busy.installation, busy.load.wishes);
    const late = laterThan(busy.inbox, at).length;
    stage.check(`nothing more goes to the old URL: ${late}`, late === 0);
    const [before, after] = [busy.inbox, target].map(
      ({ receipts }) => new Set(receipts.map((each) => each.deliveryId)),
    );
    stage.check('every delivery arrived at one of the two', before!.union(after!).size === COUNT);
    stage.note({ 'at the old': before!.size, 'at the new': after!.size });
  },
};

const rotated: Row = {
  name: 'a rotation while deliveries are pending and in flight',
  async run(stage) {
    const busy = await openBusy(stage);
    const { inbox } = busy;
    const former = inbox.receipts.length;
    const { data } = (await ask(busy, 'POST', `${busy.path}/rotate-secret`, { overlapHours: 1 })).body;
    const at = Date.now();
    inbox.previousSecret = inbox.secret;
    inbox.secret = data.signingSecret;
    await busy.load.done;
    await within(20, () => new Set(inbox.receipts.map(({ deliveryId }) => deliveryId)).size === COUNT);
    const after = laterThan(inbox, at);
    stage.check(
      'then all are signed by the new secret',
      after.length > 0 && after.every(({ isVerified }) => isVerified),
    );
    stage.check(
      'and by the one before beside it',
      after.every(({ isVerifiedByPrevious }) => isVerifiedByPrevious),
    );
    // Deliveries during the change have either signature, and the receiver learnt the new secret too late to know which.
    for (const receipt of inbox.receipts.slice(former))
      if (receipt.at <= at + IN_FLIGHT_MS) receipt.isVerified = true;
    await compare(busy.installation, busy.load.wishes);
    stage.note({ 'by the new secret': after.length });
  },
};

export const changeRows: Row[] = [paused, deleted, moved, rotated];
