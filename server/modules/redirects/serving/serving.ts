/** Answers a visitor: one redirect to the final target, or that the page is gone, and how long caches may store it. */
import type { FastifyReply } from 'fastify';
import { notFound } from '#kernel/errors.ts';
import { readTarget, showTarget } from '../paths.ts';
import { GONE } from '../rules.ts';
import type { Hits } from './hits.ts';
import { isElsewhere, opensInBrowser, sendLeaving } from './leaving.ts';
import { type Location, onSite, type Resolution, resolveRedirect } from './resolve.ts';
import type { Site } from './sites.ts';

/** Browsers cache a permanent redirect for ever unless told otherwise; then a mistake could not be corrected. */
const REMEMBER_SECONDS = 300;

/** `homeless`: the request did not use the site's own host, on which a bare path would resolve. */
export function serve(
  reply: FastifyReply,
  site: Site,
  url: string,
  options: { now: Date; hits: Hits; homeless: boolean },
): FastifyReply {
  const { now, hits, homeless } = options;
  const { path, query } = readTarget(url);
  const resolution =
    site.rules === null
      ? undefined
      : resolveRedirect(site.rules.table, site.rules.hosts, onSite(path, query), now.getTime());
  if (resolution === undefined || resolution.isLoop) throw notFound('redirect');
  for (const rule of resolution.rules) hits.note(site.tenantId, rule.id, now);
  const remembered = site.isCurrent ? remembering(resolution, now) : 'no-cache';
  if (resolution.statusCode === GONE) return reply.code(GONE).header('cache-control', remembered).send();
  const home = homeless ? homeOf(site) : '';
  const location = locationOf(resolution.end, home);
  if (homeless) reply.header('vary', 'accept');
  if (homeless && isElsewhere(location) && opensInBrowser(reply.request)) return sendLeaving(reply, location);
  return reply
    .code(resolution.statusCode)
    .header('location', location)
    .header('cache-control', remembered)
    .send();
}

/** The main domain of the property. For a site without a domain, the fetching program adds its own. */
export const homeOf = ({ rules }: Site) => (rules?.hosts[0] === undefined ? '' : `https://${rules.hosts[0]}`);

export const locationOf = (end: Location, home: string) =>
  (end.origin || home) + showTarget(end) + end.fragment;

function remembering({ statusCode, validUntil }: Resolution, now: Date): string {
  if (statusCode === 302 || statusCode === 307) return 'no-cache';
  const seconds = Math.min(REMEMBER_SECONDS, Math.floor((validUntil - now.getTime()) / 1000));
  return `public, max-age=${seconds}`;
}
