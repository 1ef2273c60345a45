import { join } from 'node:path';

/** The facts about the server that pages need; the seed writes them. */
export type Site = {
  baseUrl: string;
  siteUrl: string;
  /** Public: it stands in the search page. */
  key: string;
  redirectKey: string;
  webhookSecret: string;
};
export const SITE_FILE = join(import.meta.dirname, '.data/site.json');
