import { join } from 'node:path';

/** What the pages need to know of the server; the seed writes it. */
export type Site = {
  baseUrl: string;
  siteUrl: string;
  /** Public: it stands in the search page. */
  key: string;
  redirectKey: string;
  webhookSecret: string;
};
export const SITE_FILE = join(import.meta.dirname, '.data/site.json');
