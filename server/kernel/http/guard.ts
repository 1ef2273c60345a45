/** What a route needs is stated beside it and checked before a byte of the body is read. */
import { type Actor, type ModuleName, type Role, reaches, type Scope } from '#kernel/auth/actor.ts';
import { AppError, forbidden, type Problem } from '#kernel/errors.ts';
import type { CollectUnknown } from '#kernel/http/body/unknown-fields.ts';

export type RouteNeeds = {
  /** Anyone may call; nothing else is stated then. */
  public?: true;
  role?: Role;
  scope?: Scope;
  /** Set by the module the route belongs to, never by hand. */
  module?: ModuleName;
  /** Response fields that are shown once, each with what an Idempotency-Key replays in its place. */
  shownOnce?: Record<string, (secret: string) => string | null>;
  /** Asked again, it looks again: it takes no Idempotency-Key. */
  looksAnew?: true;
  /** What a schema cannot say. Asked only of a body that breaks its schema, so that one answer tells everything. */
  extraValidation?: (body: unknown) => Problem[];
  /** Takes ?dryRun=true: the full answer, with nothing written and nothing published. */
  dryRun?: true;
  /** Set from the schema, never by hand: it looks at If-Match; what its body may hold beside what is known. */
  ifMatch?: true;
  collectUnknown?: CollectUnknown;
  /** Sends a list of this as a file: its reads wait for a connection instead of being refused, and the audit log tells of it. */
  export?: string;
  /** May be called by someone who has yet to set up the second factor that their tenant asks for. */
  beforeSecondFactor?: true;
  /** The stand-in that answers a wrong method on a known path. */
  methodFallback?: true;
};

export function assertAccessDeclared(method: string, url: string, needs: RouteNeeds | undefined): void {
  if (needs?.public || needs?.role) return;
  throw new Error(`${method} ${url} does not say who may call it: give it a role, or mark it public`);
}

/** Role and scope come before the module, so that only someone with the right learns what the tenant has switched on. */
export function assertAllowed(actor: Actor, needs: RouteNeeds): void {
  if (actor.needsSecondFactor && !needs.beforeSecondFactor) {
    const message = 'This tenant asks for a second factor. Set one up in your account first.';
    throw new AppError('second_factor_required', message);
  }
  if (needs.role && !reaches(actor.role, needs.role)) {
    throw forbidden(`This needs the role ${needs.role}; yours is ${actor.role}.`, { role: needs.role });
  }
  if (needs.scope && actor.scopes && !actor.scopes.includes(needs.scope)) {
    throw forbidden(`This key lacks the scope ${needs.scope}.`, { scope: needs.scope });
  }
  if (needs.module && !actor.tenant.modules.includes(needs.module)) {
    throw new AppError('module_disabled', `The module ${needs.module} is not active for this tenant.`, {
      module: needs.module,
    });
  }
}
