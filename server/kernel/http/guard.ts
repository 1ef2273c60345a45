/** A route declares its requirements, which are checked before a byte of the body is read. */
import { type Actor, type ModuleName, type Role, reaches, type Scope } from '#kernel/auth/actor.ts';
import { AppError, forbidden, type Problem } from '#kernel/errors.ts';
import type { CollectUnknown } from '#kernel/http/body/unknown-fields.ts';

export type RouteNeeds = {
  /** Anyone may call the route; it declares nothing else then. */
  public?: true;
  role?: Role;
  scope?: Scope;
  /** Set by the route's module, never by hand. */
  module?: ModuleName;
  /** Response fields that are shown once, each with a function that returns the replacement for a replay. */
  shownOnce?: Record<string, (secret: string) => string | null>;
  /** A repeated request must compute its answer again, so the route accepts no Idempotency-Key. */
  looksAnew?: true;
  /**
   * Checks that a schema cannot express. Runs only on a body that breaks its schema, so that one answer reports every problem.
   */
  extraValidation?: (body: unknown) => Problem[];
  /** Accepts ?dryRun=true: the full answer, with nothing written and nothing published. */
  dryRun?: true;
  /**
   * Both are set from the schema, never by hand: the route checks If-Match; the function that finds unknown fields of the body.
   */
  ifMatch?: true;
  collectUnknown?: CollectUnknown;
  /**
   * Sends a list of this kind as a file: its reads wait for a connection instead of being refused, and the audit log records it.
   */
  export?: string;
  /** Open to an account that has yet to set up the second factor that its tenant requires. */
  beforeSecondFactor?: true;
  /** The fallback route that answers a wrong method on a known path. */
  methodFallback?: true;
};

export function assertAccessDeclared(method: string, url: string, needs: RouteNeeds | undefined): void {
  if (needs?.public || needs?.role) return;
  throw new Error(`${method} ${url} does not say who may call it: give it a role, or mark it public`);
}

/** Role and scope are checked before the module, so that only a permitted caller learns which modules the tenant has. */
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
