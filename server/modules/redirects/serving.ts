/** What a visitor is answered: one step to where the rules lead, and for how long anyone may remember it. */
import type { FastifyReply } from 'fastify';
import { notFound } from '#kernel/errors.ts';
import type { Hits } from './hits.ts';
import { atHome, type Journey, type Place, travel } from './journeys.ts';
import { isElsewhere, opensInBrowser, sendLeaving } from './leaving.ts';
import { readTarget, showTarget } from './paths.ts';
import type { Site } from './sites.ts';

/** Browsers keep a permanent redirect for ever unless they are told otherwise; then a mistake could not be mended. */
const REMEMBER_SECONDS = 300;

/** `homeless`: the request did not come by the site's own host, to which a bare path would lead. */
export function serve(
  reply: FastifyReply,
  site: Site,
  url: string,
  options: { now: Date; hits: Hits; homeless: boolean },
): FastifyReply {
  const { now, hits, homeless } = options;
  const { path, query } = readTarget(url);
  const journey =
    site.rules === null
      ? undefined
      : travel(site.rules.table, site.rules.hosts, atHome(path, query), now.getTime());
  if (journey === undefined || journey.isCircle) throw notFound('redirect');
  for (const rule of journey.rules) hits.note(site.tenantId, rule.id, now);
  const home = homeless ? homeOf(site) : '';
  const location = locationOf(journey.end, home);
  if (homeless) reply.header('vary', 'accept');
  if (homeless && isElsewhere(location) && opensInBrowser(reply.request)) return sendLeaving(reply, location);
  return reply
    .code(journey.statusCode)
    .header('location', location)
    .header('cache-control', site.isCurrent ? remembering(journey, now) : 'no-cache')
    .send();
}

/** Where the property is at home; whoever fetches for a site without a domain puts its own in front. */
export const homeOf = ({ rules }: Site) => (rules?.hosts[0] === undefined ? '' : `https://${rules.hosts[0]}`);

export const locationOf = (end: Place, home: string) => (end.origin || home) + showTarget(end) + end.fragment;

function remembering({ statusCode, validUntil }: Journey, now: Date): string {
  if (statusCode === 302 || statusCode === 307) return 'no-cache';
  const seconds = Math.min(REMEMBER_SECONDS, Math.floor((validUntil - now.getTime()) / 1000));
  return `public, max-age=${seconds}`;
}
