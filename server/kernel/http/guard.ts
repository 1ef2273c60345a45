/** A route declares its requirements, which are checked before a byte of the body is read. */
import type { FastifyRequest } from 'fastify';
import {
  type Actor,
  type ModuleName,
  type Role,
  reaches,
  type Scope,
  scopesThatGrant,
  type Tenant,
} from '#kernel/auth/actor.ts';
import {
  BEARER_NAMES,
  BEARERS,
  type Shopper,
  type ShopperKind,
  type StorefrontArea,
} from '#kernel/auth/shopper.ts';
import { assertEveryType } from '#kernel/auth/type-rights.ts';
import type { Tx } from '#kernel/db/db.ts';
import { AppError, forbidden, type Problem } from '#kernel/errors.ts';
import type { CollectUnknown } from '#kernel/http/body/unknown-fields.ts';
import type { Deprecation } from '#kernel/http/deprecation.ts';

/** What the route needs of the types that a request touches; the content module runs it for limited callers alone. */
export type TypeCheck = (tx: Tx, request: FastifyRequest) => Promise<void>;

export type RouteNeeds = {
  /** Anyone may call the route; it declares nothing else then. */
  public?: true;
  role?: Role;
  scope?: Scope;
  /** Shoppers may call the route (`request.shopper`); it declares neither a role nor a scope then. */
  storefront?: StorefrontArea;
  /**
   * How the route observes the content types that its caller is limited to. `every`: it refuses such callers. Every other value is that
   * of a route of content, which states one.
   */
  types?: 'every' | 'none' | 'filtered' | TypeCheck;
  /** The bearers of this storefront route, if they are not those of its statement. */
  bearers?: readonly ShopperKind[];
  /** A publishable key may stand in the address (`?key=`), so that the address alone decides the answer and shared caches may keep it. */
  keyInAddress?: true;
  /** The storefront route makes one of these, which has a limit by address. */
  makes?: 'cart' | 'checkout';
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
  /** The route has a better successor: its answers announce that, and so do the documents. */
  deprecated?: Deprecation;
  /** The fallback route that answers a wrong method on a known path. */
  methodFallback?: true;
};

export const STOREFRONT_PATH = '/v1/storefront/';

export function assertAccessDeclared(method: string, url: string, needs: RouteNeeds | undefined): void {
  if (needs?.methodFallback) return;
  const isStorefront = url.startsWith(STOREFRONT_PATH);
  if (isStorefront !== (needs?.storefront !== undefined)) {
    const instead = isStorefront
      ? 'state config.storefront'
      : `only paths under ${STOREFRONT_PATH} have shoppers`;
    throw new Error(`${method} ${url} does not say which shoppers may call it: ${instead}`);
  }
  if (isStorefront && (needs?.public || needs?.role || needs?.scope)) {
    throw new Error(`${method} ${url} is for shoppers, who have no role and no scope`);
  }
  if (isStorefront || needs?.public || needs?.role) return;
  throw new Error(`${method} ${url} does not say who may call it: give it a role, or mark it public`);
}

/** The bearers that reach a storefront route. */
export const bearersOf = ({ storefront, bearers }: RouteNeeds): readonly ShopperKind[] =>
  bearers ?? BEARERS[storefront!];

export function assertShopperAllowed(shopper: Shopper, needs: RouteNeeds): void {
  const bearers = bearersOf(needs);
  if (!bearers.includes(shopper.kind)) {
    const wanted = bearers.map((kind) => BEARER_NAMES[kind]).join(' or ');
    throw forbidden(`This needs ${wanted}; you sent ${BEARER_NAMES[shopper.kind]}.`, { bearers });
  }
  assertModule(shopper.tenant, needs);
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
  if (
    needs.scope &&
    actor.scopes &&
    !scopesThatGrant(needs.scope).some((scope) => actor.scopes!.includes(scope))
  ) {
    throw forbidden(`This key lacks the scope ${needs.scope}.`, { scope: needs.scope });
  }
  assertModule(actor.tenant, needs);
  if (needs.types === 'every') assertEveryType(actor);
}

function assertModule(tenant: Tenant, { module }: RouteNeeds): void {
  if (module === undefined || tenant.modules.includes(module)) return;
  throw new AppError('module_disabled', `The module ${module} is not active for this tenant.`, { module });
}
