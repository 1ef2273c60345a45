/** What a reader sees: what is published, or with a token every entry as it would be published now. */
import { invalid } from '#kernel/errors.ts';
import type { Secrets } from '#kernel/secrets.ts';
import type { Stage } from '../entries/value-index.sql.ts';

/** `table` has the columns of content_published; the keys of its entries are of the stage. */
export type Perspective = { name: 'published' | 'drafts'; table: string; stage: Stage };

export const PUBLISHED: Perspective = { name: 'published', table: 'content_published', stage: 'published' };
export const DRAFTS: Perspective = {
  name: 'drafts',
  table: `(
    select e.tenant_id, e.id as entry_id, e.type_id, e.property_id, e.fields, e.version, e.published_at, e.first_published_at,
      e.updated_at, e.definition, null::text[] as live_locales
    from content_entries e where e.status <> 'deleted')`,
  stage: 'draft',
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
