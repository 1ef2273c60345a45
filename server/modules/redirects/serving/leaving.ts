/**
 * Under its property's id, a redirect is served from our own host name: a page shows its target, so that our name lends no trust
 * to another site. Programs, which fetch for a site, get the address alone.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendPage } from '#kernel/http/docs/docs.ts';
import { html } from '#kernel/http/docs/html.ts';

export const isElsewhere = (location: string): boolean =>
  !location.startsWith('/') || location.startsWith('//');

export const opensInBrowser = ({ headers }: FastifyRequest): boolean =>
  (headers.accept ?? '').includes('text/html') || headers['sec-fetch-mode'] === 'navigate';

export function sendLeaving(reply: FastifyReply, location: string): FastifyReply {
  const host = URL.parse(location)?.host ?? location;
  reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' });
  return sendPage(
    reply,
    'Leaving',
    html`<main class="welcome">
<h1>This link leads to ${host}</h1>
<p>It is a site of its own, which does not belong to this service. Go on only if you know it, and enter no password of
this service there.</p>
<p><a href="${location}" rel="noreferrer nofollow">${location}</a></p>
</main>`,
  );
}
