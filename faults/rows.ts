/** The fault table, row by row. */
import { apiRows } from './rows/api.ts';
import { changeRows } from './rows/changes.ts';
import { checkoutRows } from './rows/checkout.ts';
import { checkoutClockRows } from './rows/checkout-clocks.ts';
import { checkoutFloodRows } from './rows/checkout-flood.ts';
import { checkoutOutageRows } from './rows/checkout-outages.ts';
import { checkoutSoakRows } from './rows/checkout-soak.ts';
import { checkoutTokenRows } from './rows/checkout-tokens.ts';
import { clockRows } from './rows/clocks.ts';
import { computingRows } from './rows/computing.ts';
import { contentRows } from './rows/content.ts';
import { contentFloodRows } from './rows/content-flood.ts';
import { contentLocaleRows } from './rows/content-locales.ts';
import { contentRaceRows } from './rows/content-races.ts';
import { contentSaveRows } from './rows/content-saves.ts';
import { contentTypeRows } from './rows/content-types.ts';
import { customerRows } from './rows/customers.ts';
import { databaseRows } from './rows/database.ts';
import { diskFull } from './rows/disk.ts';
import { edgeRows } from './rows/edges.ts';
import { eventRows } from './rows/events.ts';
import { everythingRows } from './rows/everything.ts';
import { exportRows } from './rows/exports.ts';
import { failoverRows } from './rows/failover.ts';
import { fairnessRows } from './rows/fairness.ts';
import { identityRows } from './rows/identity.ts';
import { inventoryRows } from './rows/inventory.ts';
import { mediaRows } from './rows/media.ts';
import { orderRows } from './rows/orders.ts';
import { poolRows } from './rows/pool.ts';
import { processRows } from './rows/processes.ts';
import { raceRows } from './rows/races.ts';
import { receiverRows } from './rows/receivers.ts';
import { redirectRows } from './rows/redirects.ts';
import { relayRows } from './rows/relay.ts';
import { requestRows } from './rows/requests.ts';
import { restoreRows } from './rows/restore.ts';
import { searchRows } from './rows/search.ts';
import { socketRows } from './rows/sockets.ts';
import { upgradeRows } from './rows/upgrade.ts';
import { workerRows } from './rows/workers.ts';
import type { Row } from './stage.ts';

export const ROWS: Row[] = [
  ...apiRows,
  ...workerRows,
  ...processRows,
  ...everythingRows,
  ...databaseRows,
  ...failoverRows,
  diskFull,
  ...upgradeRows,
  ...restoreRows,
  ...relayRows,
  ...requestRows,
  ...orderRows,
  ...receiverRows,
  ...fairnessRows,
  ...computingRows,
  ...clockRows,
  ...eventRows,
  ...poolRows,
  ...exportRows,
  ...identityRows,
  ...edgeRows,
  ...socketRows,
  ...changeRows,
  ...raceRows,
  ...customerRows,
  ...mediaRows,
  ...contentRows,
  ...contentSaveRows,
  ...contentTypeRows,
  ...contentLocaleRows,
  ...contentFloodRows,
  ...contentRaceRows,
  ...redirectRows,
  ...searchRows,
  ...inventoryRows,
  ...checkoutRows,
  ...checkoutOutageRows,
  ...checkoutTokenRows,
  ...checkoutClockRows,
  ...checkoutFloodRows,
  ...checkoutSoakRows,
];
