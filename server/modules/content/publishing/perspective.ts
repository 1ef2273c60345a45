/** Readers see what is published, or with a token every entry as it would be published now. */
import { invalid } from '#kernel/errors.ts';
import type { Secrets } from '#kernel/secrets.ts';
import type { Stage } from '../entries/value-index.sql.ts';

/** `table` has the columns of content_published; the keys of its entries are of the stage. `sorts`: the times that it is indexed by. */
export type Perspective = {
  name: 'published' | 'drafts';
  table: string;
  stage: Stage;
  sorts: { publishedAt: string; firstPublishedAt: string };
};

export const PUBLISHED: Perspective = {
  name: 'published',
  table: 'content_published',
  stage: 'published',
  sorts: { publishedAt: 'published_at', firstPublishedAt: 'first_published_at' },
};
export const DRAFTS: Perspective = {
  name: 'drafts',
  table: `(
    select e.tenant_id, e.id as entry_id, e.type_id, e.property_id, e.fields, e.version, e.published_at, e.first_published_at,
      e.created_at, e.updated_at, e.definition, null::text[] as live_locales,
      e.parent_id, e.position
    from content_entries e where e.status <> 'deleted')`,
  stage: 'draft',
  // A draft that was never published would be the newest.
  sorts: { publishedAt: 'updated_at', firstPublishedAt: 'created_at' },
};

const PURPOSE = 'content of a whole site';

export const sealPerspective = (secrets: Secrets, tenantId: string, expiresAt: Date): string =>
  secrets.seal(`${tenantId} ${expiresAt.getTime()}`, PURPOSE).toString('base64url');

/** Without a token, what is published. A token of another tenant is as good as none, and is refused. */
export function readPerspective(
  secrets: Secrets,
  token: string | undefined,
  tenantId: string,
  now: Date,
): Perspective {
  if (token === undefined) return PUBLISHED;
  if (isValid(secrets, token, tenantId, now)) return DRAFTS;
  const message = 'must be a token for previews of this tenant that has not expired';
  throw invalid([{ path: 'preview', code: 'not_allowed', message }]);
}

function isValid(secrets: Secrets, token: string, tenantId: string, now: Date): boolean {
  try {
    const [ofTenant, at] = secrets.open(Buffer.from(token, 'base64url'), PURPOSE).split(' ');
    return ofTenant === tenantId && Number(at) > now.getTime();
  } catch {
    return false;
  }
}
