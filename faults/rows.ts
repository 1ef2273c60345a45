/** The fault table, row by row. */
import { apiRows } from './rows/api.ts';
import { changeRows } from './rows/changes.ts';
import { contentRows } from './rows/content.ts';
import { contentSaveRows } from './rows/content-saves.ts';
import { contentTypeRows } from './rows/content-types.ts';
import { databaseRows } from './rows/database.ts';
import { diskFull } from './rows/disk.ts';
import { everythingRows } from './rows/everything.ts';
import { fairnessRows } from './rows/fairness.ts';
import { mediaRows } from './rows/media.ts';
import { receiverRows } from './rows/receivers.ts';
import { redirectRows } from './rows/redirects.ts';
import { requestRows } from './rows/requests.ts';
import { searchRows } from './rows/search.ts';
import { workerRows } from './rows/workers.ts';
import type { Row } from './stage.ts';

export const ROWS: Row[] = [
  ...apiRows,
  ...workerRows,
  ...everythingRows,
  ...databaseRows,
  diskFull,
  ...requestRows,
  ...receiverRows,
  ...fairnessRows,
  ...changeRows,
  ...mediaRows,
  ...contentRows,
  ...contentSaveRows,
  ...contentTypeRows,
  ...redirectRows,
  ...searchRows,
];
