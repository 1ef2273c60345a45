// Written by generate.ts from /v1/openapi.json. After a change to the API: UPDATE_SNAPSHOT=1 npm test -- sdk/*.test.ts
import type { FormFile, RawBody } from './bodies.ts';
import { expand } from './route-table.ts';

export type AccessToken = {
  accessToken: string;
  tokenType: 'Bearer';
  expiresIn: number;
  actor: Actor;
  tenant: Tenant;
  /** The tenant asks for a second factor: set one up before anything else. */
  secondFactorNeeded?: true;
};

export type AccountSession = {
  id: string;
  tenant: { id: string; name: string; slug: string };
  /** The address at which it began. */
  address: string | null;
  userAgent: string | null;
  createdAt: string;
  lastUsedAt: string;
  /** True for the session of this request. */
  current: boolean;
};

export type Actor = {
  type: 'api_key' | 'staff';
  id: string;
  name: string;
  role: Role;
  scopes: Scope[] | null;
  /** The content types that the caller is limited to, with its right on each; null: every type. */
  contentTypes: Record<string, 'none' | 'read' | 'write' | 'publish'> | null;
  /** The language tag whose formats a member chose; null: those of the tenant. */
  locale: string | null;
};

/** A snapshot of the address, kept as given. Texts only, among them line1 and city. */
export type Address = { line1?: string | null; city?: string | null } & Record<string, string | null>;

export type ApiKey = {
  id: string;
  /** The public part of the key. */
  keyId: string;
  label: string;
  scopes: Scope[];
  /** The content types that the key is limited to, with its right on each; null: every type. */
  contentTypes: Record<string, 'none' | 'read' | 'write' | 'publish'> | null;
  expiresAt: string | null;
  createdAt: string;
  createdBy: string;
  revokedAt: string | null;
  lastUsedAt: string | null;
  version: number;
  /** The id of the key that this one replaces. */
  replaces: string | null;
  /** The id of the key that replaces this one, which then ends at expiresAt or is revoked. */
  replacedBy: string | null;
};

export type ApiKeyChange = {
  label?: string;
  /** The content types that the key is limited to, with its right on each; null: every type. */
  contentTypes?: Record<string, 'none' | 'read' | 'write' | 'publish'> | null;
};

export type ApiKeyRotation = {
  /** How long the former key works beside the new one; 0: it is revoked at once. */
  overlapHours?: number;
  /** The expiry of the new key. Without it, the new key lives as long as the former one was meant to. */
  expiresAt?: string | null;
};

export type ApiKeyUsage = {
  keyId: string;
  requests: number;
  /** Requests that were answered with 4xx or 5xx. */
  failures: number;
  /** One for each hour, oldest first; the last is the current one. */
  hours: { at: string; requests: number; failures: number }[];
};

export type AppliedDiscount = {
  id: string;
  code: string;
  /** The amount that it takes off; for free shipping, that of shipping. */
  amount: number;
  /** False: it takes nothing off, because the subtotal is too small, it covers no line, or nothing is left to take. */
  applies: boolean;
};

export type Asset = {
  id: string;
  status: 'uploaded' | 'processing' | 'ready' | 'failed';
  /** Why no pictures could be made of it. */
  failure: string | null;
  kind: 'image' | 'video' | 'audio' | 'document' | 'other';
  /** Detected from the content of the file, not from its name. */
  type: string;
  size: number;
  sha256: string;
  filename: string;
  title: string;
  alt: string;
  caption: string;
  /** Whose work it is. */
  credit: string;
  /** By language tag, such as en or pt-BR: texts that replace those for every language. */
  translations: Record<string, AssetTranslation>;
  tags: string[];
  folder: string;
  visibility: 'public' | 'private';
  focalPoint: FocalPoint;
  width: number | null;
  height: number | null;
  /** A blurred preview of some hundred bytes, as a data URI. */
  placeholder: string | null;
  dominantColor: string | null;
  /** The file as it was uploaded. Null when it is private: ask for a signed one. */
  url: string | null;
  /** The address of pictures in other sizes: add `&w=640`, or `&preset=` and the name of a preset. Null when it is private, or no image of which pictures are made. */
  imageUrl: string | null;
  /** The pictures made of an image, without the place and time that a camera writes into it. */
  derivatives: Derivative[];
  version: number;
  createdAt: string;
  updatedAt: string;
};

export type AssetChange = {
  title?: string;
  alt?: string;
  caption?: string;
  credit?: string;
  /** By language tag, such as en or pt-BR: texts that replace those for every language. */
  translations?: Record<string, AssetTranslation>;
  /** Kept in small letters, each once. */
  tags?: string[];
  /** A path such as /campaigns/spring. A folder is there as long as something is in it. */
  folder?: string;
  visibility?: 'public' | 'private';
  focalPoint?: FocalPoint;
  /** The file name of a download. */
  filename?: string;
  /** allow: becomes private also if a live entry requires it. */
  broken?: 'allow';
};

export type AssetTranslation = {
  alt?: string;
  caption?: string;
  credit?: string;
};

export type AssetUsage = {
  type: string;
  id: string;
  title: string;
};

export type AttemptNumbers = {
  by: 'hour' | 'day';
  timeZone: string;
  /** The beginning of the first period. */
  since: string;
  /** The end of the last period. */
  until: string;
  totals: { attempts: number; succeeded: number; failed: number };
  /** One for each whole hour or day, oldest first; at is its beginning, day its day in the time zone. */
  points: { at: string; day: string; attempts: number; succeeded: number; failed: number }[];
};

export type AuditLogEntry = {
  /** The place in the chain: 1, 2, 3, … */
  id: string;
  at: string;
  actor: { type: string; id: string | null; name: string };
  action: string;
  subject: { type: string; id: string };
  details: Record<string, unknown>;
};

export type AuditLogVerification = {
  entries: number;
  intact: boolean;
  /** The first entry that was changed, or that one is missing before. */
  brokenAt: string | null;
};

export type Author = {
  type: string;
  id: string | null;
  name: string;
};

export type BriefEntry = {
  id: string;
  type: string;
  slug: string | null;
  status: 'draft' | 'published' | 'changed' | 'deleted';
  version: number;
};

export type BulkChangeResult = {
  changed: number;
  unchanged: number;
  failed: { id: string; code: string; message: string }[];
};

export type BulkOrderResult = {
  /** The place in orders, from 0. */
  index: number;
  status: 'created' | 'failed';
  order?: { id: string; orderNumber: string; total: number };
  error?: { code: string; message: string; details: Problem[] };
};

export type BulkOrdersResult = {
  created: number;
  failed: number;
  results: BulkOrderResult[];
};

/** The address of the business, as its documents show it. */
export type BusinessAddress = {
  line1?: string | null;
  line2?: string | null;
  postalCode?: string | null;
  city?: string | null;
  region?: string | null;
  country?: string | null;
};

export type CalendarItem = {
  kind: 'entry' | 'release';
  id: string;
  /** The name, if it is a release. */
  title: string | null;
  /** The title of the type of an entry. */
  type: string | null;
  action: 'publish' | 'unpublish';
  /** The locale that it is for; null: all. */
  locale: string | null;
  at: string;
  /** The day of that time in the time zone of the tenant. */
  day: string;
  /** For If-Match, to move it with `scheduleEntry` or `scheduleRelease`. */
  version: number;
  /** The entries of a release. */
  entryCount: number | null;
  /** As the release was scheduled: send it again to move it. */
  redirects: boolean;
  /** As the release was scheduled. */
  broken: 'allow' | null;
  /** Why it did not happen at its time. */
  failure: { failedAt: string; message: string } | null;
};

export type Cancellation = {
  reason?: string;
  /** true, which is the default, gives back what was paid; false keeps it for now. */
  refund?: boolean;
};

export type Cart = {
  id: string;
  propertyId: string | null;
  currency: string;
  locale: string | null;
  customerId: string | null;
  email: string | null;
  lines: CartLine[];
  discountCodes: AppliedDiscount[];
  note: string | null;
  /** Texts of the storefront. */
  attributes: Record<string, string> | null;
  totals: { subtotal: number; discount: number; estimatedTax: number | null; total: number };
  /** The problems that would stop a checkout. */
  problems: CheckoutProblem[];
  state: 'active' | 'abandoned' | 'completed';
  version: number;
  abandonedAt: string | null;
  createdAt: string;
  updatedAt: string;
};

export type CartChange = {
  email?: string | null;
  note?: string | null;
  /** ISO 4217, upper case. */
  currency?: string;
  locale?: string | null;
  /** Texts of the storefront. */
  attributes?: Record<string, string> | null;
};

export type CartLine = {
  key: string;
  variantId: string;
  productId: string | null;
  sku: string | null;
  name: string | null;
  quantity: number;
  unitPrice: number | null;
  /** Before discounts. */
  amount: number | null;
  /** The asset of its first picture. */
  image: string | null;
  /** The original of that picture, as in `media` of a product; 404 if it is private. */
  imageUrl: string | null;
  /** This quantity could be reserved now. */
  available: boolean;
  /** Texts of the storefront. */
  attributes: Record<string, string> | null;
};

export type CartLineChange = {
  /** 0 removes the line. */
  quantity: number;
};

export type CartSummary = {
  id: string;
  propertyId: string | null;
  currency: string;
  customerId: string | null;
  email: string | null;
  lineCount: number;
  quantity: number;
  /** The subtotal that was shown after the last change. */
  subtotal: number;
  state: 'active' | 'abandoned' | 'completed';
  version: number;
  abandonedAt: string | null;
  createdAt: string;
  updatedAt: string;
};

export type CartWithToken = {
  id: string;
  propertyId: string | null;
  currency: string;
  locale: string | null;
  customerId: string | null;
  email: string | null;
  lines: CartLine[];
  discountCodes: AppliedDiscount[];
  note: string | null;
  /** Texts of the storefront. */
  attributes: Record<string, string> | null;
  totals: { subtotal: number; discount: number; estimatedTax: number | null; total: number };
  /** The problems that would stop a checkout. */
  problems: CheckoutProblem[];
  state: 'active' | 'abandoned' | 'completed';
  version: number;
  abandonedAt: string | null;
  createdAt: string;
  updatedAt: string;
  /** The bearer of all other calls about this cart. */
  token: string;
};

export type CatalogImport = {
  id: string;
  /** As the request named it. */
  fileName: string | null;
  startedBy: Author | null;
  status: 'receiving' | 'queued' | 'running' | 'finished' | 'failed' | 'cancelled';
  format: 'csv' | 'ndjson';
  dryRun: boolean;
  errorPolicy: 'reject_failed' | 'reject_all';
  mapping: Record<string, string>;
  phase: 'checking' | 'writing';
  bytes: { received: number; done: number };
  existing: 'update' | 'skip' | 'refuse';
  currency: string | null;
  rows: number;
  products: { created: number; updated: number; unchanged: number; failed: number };
  /** Variants that were created or changed. */
  variants: number;
  /** The number of entries in the file of errors. */
  errorsKept: number;
  warnings: string[];
  /** Why it failed. */
  reason: string | null;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
};

export type Category = {
  id: string;
  name: string;
  handle: string;
  parentId: string | null;
  /** The ids from the root to the category itself. */
  path: string[];
  position: number;
  /** By language tag. */
  translations: Record<string, CategoryTranslation>;
  version: number;
  createdAt: string;
  updatedAt: string;
};

export type CategoryChange = {
  name?: string;
  /** The name in addresses: letters, digits and hyphens, in small letters. Without it, one is made from the title. */
  handle?: string;
  /** The category above it; null: none. */
  parentId?: string | null;
  /** Among those of one parent. */
  position?: number;
  /** By language tag. */
  translations?: Record<string, CategoryTranslation>;
};

export type CategoryTranslation = {
  name?: string;
  /** The name in addresses: letters, digits and hyphens, in small letters. Without it, one is made from the title. */
  handle?: string;
};

export type Channel = 'storefront' | 'b2b_portal' | 'admin' | 'import' | 'mcp';

export type Checkout = {
  id: string;
  cartId: string;
  /** The id of its order, also before there is one. */
  orderId: string;
  orderNumber: string | null;
  state: 'open' | 'paying' | 'completed' | 'expired' | 'cancelled';
  currency: string;
  contact: { email: string | null; phone: string | null };
  shippingAddress: CheckoutAddress | null;
  billingAddress: CheckoutAddress | null;
  shippingOption: ShippingOffer | null;
  /** The shipping options for this address. */
  options: ShippingOffer[];
  /** The chosen method as the settings have it now, else the first one. */
  payment: { methodId: string | null; name: string | null; instructions: string | null };
  paymentMethods: { id: string; name: string; instructions: string | null }[];
  lines: CheckoutLine[];
  discountCodes: AppliedDiscount[];
  /** Null after a checkout ended without an order. */
  totals: CheckoutTotals | null;
  /** The problems that would stop its completion. */
  problems: CheckoutProblem[];
  /** Until then its stock is held. */
  expiresAt: string;
  version: number;
  createdAt: string;
  updatedAt: string;
  /** When its amounts were fixed. */
  frozenAt: string | null;
  completedAt: string | null;
  /** When it expired or was cancelled. */
  endedAt: string | null;
};

export type CheckoutAddress = {
  name?: string | null;
  company?: string | null;
  line1: string;
  line2?: string | null;
  city: string;
  /** State or province; chooses the tax rate. */
  region?: string | null;
  postalCode?: string | null;
  /** Two capital letters, ISO 3166-1. */
  country: string;
  phone?: string | null;
};

export type CheckoutChange = {
  contact?: { email?: string | null; phone?: string | null };
  shippingAddress?: CheckoutAddress | null;
  billingAddress?: CheckoutAddress | null;
  /** One of `options`. */
  shippingOptionId?: string | null;
  /** The id of one of `paymentMethods`. */
  paymentId?: string | null;
};

export type CheckoutCompletion = {
  /** The total that the shopper has seen: 409 checkout_changed if it is another one. */
  expectedTotal: number;
};

export type CheckoutCompletionByStaff = {
  expectedTotal?: number;
};

export type CheckoutLine = {
  key: string;
  variantId: string;
  sku: string;
  name: string;
  quantity: number;
  unitPrice: number;
  amount: number;
  discount: number;
  tax: number;
};

export type CheckoutProblem = {
  /** empty, not_for_sale, no_price, out_of_stock, code_not_usable, email_missing, address_missing, shipping_option_missing, too_large */
  code: string;
  message: string;
  lineKey?: string;
};

export type CheckoutSettings = {
  /** How long a checkout holds stock. Default 15. */
  holdMinutes: number;
  /** Activity extends that, to so many minutes at most. Default 60. */
  holdMostMinutes: number;
  /** A cart without a change for so long is abandoned. Default 60. */
  abandonedAfterMinutes: number;
  /** A cart of nobody is deleted after so many days without a change. Default 30. */
  guestCartDays: number;
  /** The same for carts of customers. Default 90. */
  customerCartDays: number;
  /** Prices of lines and of shipping contain their tax. */
  pricesIncludeTax: boolean;
  /** Shipping is taxed at the rate of its destination without a tax code. */
  shippingTaxed: boolean;
  /** Ways to pay without an outside service; the order is placed unpaid. The first is the default. */
  paymentMethods: PaymentMethod[];
  recoveryUrl: string | null;
  version: number;
};

export type CheckoutSettingsChange = {
  /** How long a checkout holds stock. Default 15. */
  holdMinutes: number;
  /** Activity extends that, to so many minutes at most. Default 60. */
  holdMostMinutes: number;
  /** A cart without a change for so long is abandoned. Default 60. */
  abandonedAfterMinutes: number;
  /** A cart of nobody is deleted after so many days without a change. Default 30. */
  guestCartDays: number;
  /** The same for carts of customers. Default 90. */
  customerCartDays: number;
  /** Prices of lines and of shipping contain their tax. */
  pricesIncludeTax: boolean;
  /** Shipping is taxed at the rate of its destination without a tax code. */
  shippingTaxed: boolean;
  /** Ways to pay without an outside service; the order is placed unpaid. The first is the default. */
  paymentMethods: PaymentMethod[];
  /** The page of your shop that restores a cart, such as https://shop.example/recover#{token}. Left out, it stays as it is. */
  recoveryUrl?: string | null;
};

export type CheckoutSummary = {
  id: string;
  cartId: string;
  orderId: string;
  orderNumber: string | null;
  state: 'open' | 'paying' | 'completed' | 'expired' | 'cancelled';
  currency: string;
  customerId: string | null;
  email: string | null;
  total: number | null;
  expiresAt: string;
  version: number;
  createdAt: string;
  updatedAt: string;
  paymentId: string | null;
  frozenAt: string | null;
  completedAt: string | null;
  endedAt: string | null;
};

export type CheckoutTotals = {
  subtotal: number;
  discount: number;
  shipping: number;
  tax: number;
  /** The other amounts contain the tax. */
  taxIncluded: boolean;
  total: number;
};

export type CompletedCheckout = {
  id: string;
  cartId: string;
  state: 'open' | 'paying' | 'completed' | 'expired' | 'cancelled';
  order: StorefrontOrder;
};

export type ContentBlock = {
  name: string;
  title: string;
  fields: FieldDefinition[];
};

export type ContentCalendar = {
  timeZone: string;
  from: string;
  to: string;
  /** By time, the soonest first. */
  items: CalendarItem[];
  /** More than 500 actions of entries are scheduled on these days, or in all more than are read for one property or a limited caller; the soonest are shown. */
  isMore: boolean;
};

export type ContentColleague = {
  id: string;
  name: string;
};

export type ContentComment = {
  id: string;
  entryId: string;
  /** The comment that it answers; null: it begins a thread. */
  threadId: string | null;
  field: string | null;
  locale: string | null;
  /** The block that it is about. */
  block: ContentCommentBlock | null;
  text: string;
  mentions: string[];
  author: Author;
  version: number;
  createdAt: string;
  editedAt: string | null;
  resolvedAt: string | null;
  resolvedBy: Author | null;
};

export type ContentCommentBlock = {
  id: string;
  /** The kind of the block: the name of its type. */
  type: string;
  /** The draft of the entry no longer has the block. */
  isRemoved: boolean;
};

export type ContentCommentChange = {
  text?: string;
  /** Members of the staff who get a notice: their ids, as `listContentColleagues` has them. */
  mentions?: string[];
  /** true: the thread is settled; false: it is open again. */
  resolved?: boolean;
};

export type ContentCommentPlace = {
  field: string | null;
  locale: string | null;
  blockId: string | null;
  /** Those that are open. */
  threads: number;
};

export type ContentCommentThread = {
  id: string;
  entryId: string;
  /** The comment that it answers; null: it begins a thread. */
  threadId: string | null;
  field: string | null;
  locale: string | null;
  /** The block that it is about. */
  block: ContentCommentBlock | null;
  text: string;
  mentions: string[];
  author: Author;
  version: number;
  createdAt: string;
  editedAt: string | null;
  resolvedAt: string | null;
  resolvedBy: Author | null;
  /** The oldest first, 100 at most. */
  replies: ContentComment[];
};

export type ContentLocale = {
  code: string;
  fallback: string | null;
};

export type ContentLocales = {
  default: string;
  locales: ContentLocale[];
};

export type ContentLocalesChange = {
  id: string;
  status: 'running' | 'finished' | 'refused' | 'failed';
  default: string;
  locales: ContentLocale[];
  /** Live entries that showed a value and would show none; with `copy` they got a copy. */
  blank: { type: string; count: number; first: string[] }[];
  /** Live entries with values in a locale that is removed. The values are kept. */
  hidden: { type: string; count: number; first: string[]; locale: string }[];
  /** The entries with localised fields when the change began. */
  total: number;
  /** The entries that are prepared. */
  done: number;
  reason: string | null;
  createdAt: string;
  finishedAt: string | null;
};

export type ContentReview = {
  entryId: string;
  version: number;
  status: 'requested' | 'approved' | 'changes_requested';
  /** false: the entry has been saved since, so it counts no more. */
  isCurrent: boolean;
  /** null: nobody asked. */
  askedBy: Author | null;
  note: string | null;
  reviewerId: string | null;
  decidedBy: Author | null;
  decidedAt: string | null;
  decisionNote: string | null;
  overridden: boolean;
  createdAt: string;
};

export type ContentReviewDecision = {
  /** The version that was looked at. One that is not the latest gets 422. */
  version: number;
  decision: 'approve' | 'request_changes';
  /** Words for the writer; of changes, and of an override, they are required. */
  note?: string;
  /** true: an owner approves without another person. The note is the reason in the audit log. */
  override?: boolean;
};

export type ContentReviewRequest = {
  /** The version to review; without it the latest. */
  version?: number;
  /** Words for the reviewer. */
  note?: string;
  /** The member who is asked, as `listContentColleagues` has them; without it anybody may review. */
  reviewerId?: string;
};

export type ContentSearchPiece = {
  /** Plain text. Escape it as any other before it becomes HTML. */
  text: string;
  /** True: a word that was searched for. */
  match: boolean;
};

export type ContentSearchResult = {
  id: string;
  type: string;
  slug: string | null;
  /** The address of its page, if its type has addresses. */
  path: string | null;
  title: string | null;
  /** The part of the text with the most words, in pieces that follow each other. */
  excerpt: ContentSearchPiece[];
  /** The locale of the text: another than the reader’s for a fallback. */
  locale: string;
  propertyId: string | null;
  publishedAt: string | null;
};

export type ContentType = {
  id: string;
  name: string;
  title: string;
  /** It has no entries: fields of kind blocks of other types name it. Cannot be changed later. */
  block: boolean;
  /** It has one entry at most, apart from those in the bin. */
  singleton: boolean;
  /** Publishing needs a review: another person than its last author approves the version. Whoever makes the type may turn it on. Later an admin turns it on and off, changes stored values of such a type, and deletes it. */
  review: boolean;
  /** manual: its entries have an order that editors choose (`sort=position`). tree: they are also below each other (`parentId`), and the order is among those of one parent. `PUT …/entries/{id}/position` moves them. */
  order: 'none' | 'manual' | 'tree';
  /** The paths of its pages on a site, by locale; * is for all others. {slug} and {locale} stand for those of the entry, and {path} in a tree for the slugs from the top down to it, as in about/team: { "en": "/articles/{slug}", "*": "/{locale}/articles/{slug}" }. Entries have `path` and `paths` by it, links in HTML lead there, and a changed slug can leave a redirect. */
  addresses: Record<string, string>;
  fields: FieldDefinition[];
  /** The definitions of the blocks that its fields name, at any depth. */
  blocks: ContentBlock[];
  version: number;
  /** The change that is under way, if any. The fields shown are in force, for readers and writers. */
  changeId: string | null;
  /** How far the change is. In its phase migrate, lists sorted or filtered by a changed field find the entries that are done. */
  change: ContentTypeProgress | null;
  createdAt: string;
  updatedAt: string;
};

export type ContentTypeChange = {
  id: string;
  status: 'running' | 'finished' | 'refused' | 'failed';
  phase: 'check' | 'migrate';
  /** The entries of the type when the change began. */
  total: number | null;
  checked: number;
  migrated: number;
  /** The number of entries that would not fit. */
  broken: number;
  examples: Record<string, unknown>[];
  reason: string | null;
  createdAt: string;
  finishedAt: string | null;
};

export type ContentTypeDefinition = {
  title: string;
  /** It has no entries: fields of kind blocks of other types name it. Cannot be changed later. */
  block?: boolean;
  /** It has one entry at most, apart from those in the bin. */
  singleton?: boolean;
  /** Publishing needs a review: another person than its last author approves the version. Whoever makes the type may turn it on. Later an admin turns it on and off, changes stored values of such a type, and deletes it. */
  review?: boolean;
  /** manual: its entries have an order that editors choose (`sort=position`). tree: they are also below each other (`parentId`), and the order is among those of one parent. `PUT …/entries/{id}/position` moves them. */
  order?: 'none' | 'manual' | 'tree';
  /** The paths of its pages on a site, by locale; * is for all others. {slug} and {locale} stand for those of the entry, and {path} in a tree for the slugs from the top down to it, as in about/team: { "en": "/articles/{slug}", "*": "/{locale}/articles/{slug}" }. Entries have `path` and `paths` by it, links in HTML lead there, and a changed slug can leave a redirect. */
  addresses?: Record<string, string>;
  fields: FieldDefinition[];
  migrate?: ContentTypeMigration;
};

export type ContentTypeMigration = {
  rename?: Record<string, string>;
  /** Fields whose values may go. */
  drop?: string[];
  default?: Record<string, unknown>;
  /** Fields whose values are turned into the new kind; lenient lets those go that cannot be. */
  convert?: Record<string, 'strict' | 'lenient'>;
  /** Kinds of block whose blocks may go. */
  dropBlocks?: string[];
};

export type ContentTypeProgress = {
  phase: 'check' | 'migrate';
  /** The entries of the type when the change began. */
  total: number;
  /** The entries that the change has rewritten. */
  done: number;
};

export type CountImport = {
  rows: number;
  /** Rows that changed the stock. */
  counted: number;
  unchanged: number;
  /** Items that were not there before. */
  created: number;
  failed: number;
  /** The errors by row of the file; the first 1000. */
  errors: { row: number; field: string; code: string; message: string }[];
};

export type CreatedApiKey = {
  id: string;
  /** The public part of the key. */
  keyId: string;
  label: string;
  scopes: Scope[];
  /** The content types that the key is limited to, with its right on each; null: every type. */
  contentTypes: Record<string, 'none' | 'read' | 'write' | 'publish'> | null;
  expiresAt: string | null;
  createdAt: string;
  createdBy: string;
  revokedAt: string | null;
  lastUsedAt: string | null;
  version: number;
  /** The id of the key that this one replaces. */
  replaces: string | null;
  /** The id of the key that replaces this one, which then ends at expiresAt or is revoked. */
  replacedBy: string | null;
  /** The whole key. Shown exactly once; null in a replay. */
  key: string | null;
};

export type Customer = {
  id: string;
  type: 'person' | 'company';
  name: string;
  /** The primary one, lower case. */
  email: string | null;
  emails: string[];
  /** The primary one, as + and digits. */
  phone: string | null;
  phones: string[];
  addresses: CustomerAddress[];
  tags: string[];
  notes: string | null;
  externalId: string | null;
  companyId: string | null;
  /** Arbitrary key/value pairs, returned verbatim. At most 64 KiB and 32 levels deep. */
  metadata: Record<string, unknown>;
  archivedAt: string | null;
  /** When everything personal was taken out of this record. */
  erasedAt: string | null;
  /** Grows with each change; also the ETag. */
  version: number;
  createdAt: string;
  updatedAt: string;
};

export type CustomerAddress = {
  label: string | null;
  defaultShipping: boolean;
  defaultBilling: boolean;
  address: Address;
};

export type CustomerChange = {
  name?: string;
  /** The first is the primary one. */
  emails?: string[];
  /** The first is the primary one. */
  phones?: string[];
  /** At most one default of each kind. */
  addresses?: NewCustomerAddress[];
  /** A set. */
  tags?: string[];
  /** Takes the place of the primary one. */
  email?: string | null;
  /** Takes the place of the primary one. */
  phone?: string | null;
  notes?: string | null;
  /** The reference of another system; one customer of a tenant has it. null gives up those of merged customers too. */
  externalId?: string | null;
  /** The company a person works for. */
  companyId?: string | null;
  /** Arbitrary key/value pairs, returned verbatim. At most 64 KiB and 32 levels deep. */
  metadata?: Record<string, unknown> | null;
};

export type CustomerInFull = {
  id: string;
  type: 'person' | 'company';
  name: string;
  /** The primary one, lower case. */
  email: string | null;
  emails: string[];
  /** The primary one, as + and digits. */
  phone: string | null;
  phones: string[];
  addresses: CustomerAddress[];
  tags: string[];
  notes: string | null;
  externalId: string | null;
  companyId: string | null;
  /** Arbitrary key/value pairs, returned verbatim. At most 64 KiB and 32 levels deep. */
  metadata: Record<string, unknown>;
  archivedAt: string | null;
  /** When everything personal was taken out of this record. */
  erasedAt: string | null;
  /** Grows with each change; also the ETag. */
  version: number;
  createdAt: string;
  updatedAt: string;
  /** The progress of a merge or an erasure with many orders, while it lasts. Its orders are shown as they will be; each gets its next version when it is processed. */
  inProgress?: CustomerWork[];
};

export type CustomerMerge = {
  /** The duplicate. It ceases to exist; its id leads to the survivor. */
  from: string;
};

export type CustomerSession = {
  /** The bearer of this customer at this site, for 60 minutes. */
  token: string;
  expiresAt: string;
  customerId: string;
  propertyId: string;
};

export type CustomerSummary = {
  id: string;
  type: 'person' | 'company';
  name: string;
  /** The primary one, lower case. */
  email: string | null;
  emails: string[];
  /** The primary one, as + and digits. */
  phone: string | null;
  phones: string[];
  addresses: CustomerAddress[];
  tags: string[];
  notes: string | null;
  externalId: string | null;
  companyId: string | null;
  /** Arbitrary key/value pairs, returned verbatim. At most 64 KiB and 32 levels deep. */
  metadata: Record<string, unknown>;
  archivedAt: string | null;
  /** When everything personal was taken out of this record. */
  erasedAt: string | null;
  /** Grows with each change; also the ETag. */
  version: number;
  createdAt: string;
  updatedAt: string;
  /** Only with expand=orders. */
  orders?: { count: number; isExact: boolean; lastOrderAt: string | null; revenue: { currency: string; amount: number }[] | null };
};

export type CustomerTimelineEntry = {
  id: string;
  about: 'order' | 'customer';
  /** With about `order`: placed, payment, fulfilled, delivered, cancelled, refunded, edited, commented. With about `customer`: created, edited, archived, unarchived, merged, erased. */
  action: 'placed' | 'payment' | 'fulfilled' | 'delivered' | 'cancelled' | 'refunded' | 'edited' | 'commented' | 'created' | 'archived' | 'unarchived' | 'merged' | 'erased';
  at: string;
  actor: { type: string; id: string | null; name: string } | null;
  order: { id: string; orderNumber: string; currency: string; total: number } | null;
  /** Details, depending on the action. The timeline of an order has more. */
  details: { tracking?: Tracking; amount?: number; outcome?: 'succeeded' | 'failed'; method?: string; reference?: string; reason?: string; comment?: string; fields?: string[]; from?: string };
};

export type CustomerTotals = {
  customerId: string;
  orders: number;
  firstOrderAt: string | null;
  lastOrderAt: string | null;
  currencies: { currency: string; orders: number; revenue: number }[];
};

export type CustomerWork = {
  kind: 'merge' | 'erase';
  /** The duplicate of a merge. */
  from: string | null;
  orders: { done: number; left: number };
  since: string;
};

export type Deleted = {
  id: string;
  deleted: true;
};

export type DeliveredItems = {
  /** Which units of which lines. Without it: all that are open. */
  items?: { line: number; quantity: number }[];
};

export type Delivery = {
  /** The X-service-Delivery header, the same on every attempt. */
  id: string;
  subscriptionId: string;
  eventId: string;
  eventType: string;
  eventAt: string;
  cause: 'event' | 'resend' | 'replay' | 'test';
  status: 'pending' | 'held' | 'delivered' | 'failed' | 'cancelled';
  attemptCount: number;
  /** Null while an attempt runs, when held, and when over. */
  nextAttemptAt: string | null;
  createdAt: string;
  finishedAt: string | null;
};

export type DeliveryAttempt = {
  /** 1 to 8. */
  attempt: number;
  startedAt: string;
  durationMs: number;
  /** Each phase alone; the first three only when a new connection was made. */
  timings: { dnsMs?: number; connectMs?: number; tlsMs?: number; firstByteMs?: number; totalMs?: number };
  /** The IP address that was dialled. */
  address: string | null;
  statusCode: number | null;
  /** The class of failure; null for a success. */
  failure: string | null;
  message: string;
  answerHeaders: Record<string, string>;
  /** The first 4 KiB. */
  answerBody: string;
  /** When the answer was removed on request; null if it was not. */
  answerExpungedAt: string | null;
  /** Exactly what was signed and sent; null when the event is no longer kept, or was expunged. */
  signedBody: string | null;
};

export type DeliveryInList = {
  /** The X-service-Delivery header, the same on every attempt. */
  id: string;
  subscriptionId: string;
  eventId: string;
  eventType: string;
  eventAt: string;
  cause: 'event' | 'resend' | 'replay' | 'test';
  status: 'pending' | 'held' | 'delivered' | 'failed' | 'cancelled';
  attemptCount: number;
  /** Null while an attempt runs, when held, and when over. */
  nextAttemptAt: string | null;
  createdAt: string;
  finishedAt: string | null;
  /** Null when the subscription was deleted. */
  subscriptionName: string | null;
  subscriptionUrl: string | null;
  /** The object of the event, such as an entry; null when the event is no longer kept. */
  object: { id: string; label: string | null } | null;
  lastAttempt: { at: string; statusCode: number | null; failure: string | null; message: string } | null;
};

export type DeliveryWithAttempts = {
  /** The X-service-Delivery header, the same on every attempt. */
  id: string;
  subscriptionId: string;
  eventId: string;
  eventType: string;
  eventAt: string;
  cause: 'event' | 'resend' | 'replay' | 'test';
  status: 'pending' | 'held' | 'delivered' | 'failed' | 'cancelled';
  attemptCount: number;
  /** Null while an attempt runs, when held, and when over. */
  nextAttemptAt: string | null;
  createdAt: string;
  finishedAt: string | null;
  /** When the event's data was removed on request; null if it was not. */
  payloadExpungedAt: string | null;
  attempts: DeliveryAttempt[];
};

export type Derivative = {
  name: 'thumbnail' | 'small' | 'medium' | 'large';
  format: 'webp' | 'avif';
  width: number;
  height: number;
  size: number;
  url: string | null;
};

export type Dimensions = {
  lengthMm: number;
  widthMm: number;
  heightMm: number;
};

export type Discount = {
  id: string;
  /** Upper and lower case are the same. */
  code: string;
  kind: 'percent' | 'amount' | 'free_shipping';
  /** Percent, or currency units; not for free_shipping. */
  value: number;
  /** An amount needs one; null: any. */
  currency: string | null;
  /** The code applies from this subtotal on. It needs a currency. */
  minSubtotal: number | null;
  /** With categoryIds: the lines it covers. Both empty: all. */
  productIds: string[];
  categoryIds: string[];
  startsAt: string | null;
  endsAt: string | null;
  /** In all; null: any number. */
  maxUses: number | null;
  /** By one customer; null: any number. */
  maxUsesPerCustomer: number | null;
  active: boolean;
  /** Without a limit, it is counted some seconds later. */
  used: number;
  version: number;
  createdAt: string;
  updatedAt: string;
};

export type DiscountChange = {
  /** Upper and lower case are the same. */
  code?: string;
  kind?: 'percent' | 'amount' | 'free_shipping';
  /** Percent, or currency units; not for free_shipping. */
  value?: number;
  /** An amount needs one; null: any. */
  currency?: string | null;
  /** The code applies from this subtotal on. It needs a currency. */
  minSubtotal?: number | null;
  /** With categoryIds: the lines it covers. Both empty: all. */
  productIds?: string[];
  categoryIds?: string[];
  startsAt?: string | null;
  endsAt?: string | null;
  /** In all; null: any number. */
  maxUses?: number | null;
  /** By one customer; null: any number. */
  maxUsesPerCustomer?: number | null;
  active?: boolean;
};

export type EntriesAction = {
  action: 'publish' | 'unpublish' | 'delete' | 'restore';
  entries: { id: string; version?: number }[];
  /** The locales that go live or are taken down; without it all. */
  locales?: string[];
  /** allow: also if a live entry then lacks something that its type requires. */
  broken?: 'allow';
  /** true: the former addresses of its pages redirect to the new ones, and no redirect leads away from these. A key for it has write:redirects, too. */
  redirects?: boolean;
  /** true: entries that cannot be changed stay as they are, the others change. Otherwise one such entry, and nothing changes (422). */
  partial?: boolean;
};

export type EntriesActionResult = {
  changed: number;
  /** Published entries without a change since. */
  unchanged: number;
  failed: number;
  results: EntryActionResult[];
};

export type Entry = {
  id: string;
  type: string;
  slug: string | null;
  propertyId: string | null;
  /** The entry above it, if its type is a tree. */
  parentId: string | null;
  /** changed: live, and the draft has been saved since in a locale that is live; readers see what was published. */
  status: 'draft' | 'published' | 'changed' | 'deleted';
  /** The number of the latest revision of the draft. */
  version: number;
  publishedVersion: number | null;
  /** The draft. A localised field is an object with a value per locale. */
  fields: Record<string, unknown>;
  schedule: EntryTimes;
  /** The status in each locale, and the times that are set for it alone. */
  locales: Record<string, EntryLocale>;
  createdAt: string;
  updatedAt: string;
  publishedAt: string | null;
  firstPublishedAt: string | null;
  deletedAt: string | null;
  restorableUntil: string | null;
};

export type EntryActionResult = {
  /** The place in entries, from 0. */
  index: number;
  id: string;
  status: 'changed' | 'unchanged' | 'failed';
  entry?: BriefEntry;
  /** As publishing a single entry names them. */
  warnings?: Problem[];
  error?: { code: string; message: string; details: Problem[] };
};

export type EntryAncestor = {
  id: string;
  /** Its first text. */
  title: string | null;
  slug: string | null;
  path: string | null;
};

export type EntryChange = {
  /** The site (property) it is for; null: for all. */
  propertyId?: string | null;
  /** By the names of the type. null takes a value away; of a localised field, only the locales named change. */
  fields?: Record<string, unknown>;
};

export type EntryFacet = {
  /** The most frequent values, 50 at most. */
  values: { value: string | number | boolean; count: number }[];
  /** True: there are other values. */
  isMore: boolean;
  /** False: only so many entries were compared as the total says. */
  isExact: boolean;
};

export type EntryLocale = {
  /** draft: readers of this locale see nothing of its own; changed: it is live, and its draft has been saved since. */
  status: 'draft' | 'published' | 'changed';
  publishedAt?: string;
  publishAt?: string;
  unpublishAt?: string;
  failure?: ScheduleFailure;
};

export type EntryNode = {
  id: string;
  /** Its first text. */
  title: string | null;
  slug: string | null;
  path: string | null;
  /** The entry above it; null: it is at the top. */
  parentId: string | null;
  /** 1 is the first level of the answer. */
  level: number;
};

export type EntryPosition = {
  /** The entry that it comes below, of a tree; null: the top. Without it, that of `before` or `after`. */
  parentId?: string | null;
  /** The entry that it comes right before. */
  before?: string;
  /** The entry that it comes right behind. */
  after?: string;
  /** Which end it comes to. Below another parent, last if nothing else is said. */
  at?: 'first' | 'last';
  /** true: the former addresses of its pages, and of those below, redirect to the new ones. A key for it has write:redirects, too. */
  redirects?: boolean;
};

export type EntryReference = {
  id: string;
  type: string;
  slug: string | null;
  field: string;
  /** published: readers see the reference. */
  stage: 'draft' | 'published';
  /** Every place of the reference, 20 at most. */
  places: { field: string; stage: 'draft' | 'published' }[];
};

export type EntrySchedule = {
  /** When it goes live; null: no longer. */
  at?: string | null;
  /** When it is taken down; null: no longer. */
  unpublishAt?: string | null;
  /** The locales that the times are for; without it the whole entry. */
  locales?: string[];
};

export type EntryTimes = {
  publishAt: string | null;
  unpublishAt: string | null;
  /** Why what was scheduled did not happen at its time. */
  failure: ScheduleFailure | null;
};

export type EntryTotal = {
  count: number;
  /** False: at least so many; more were not compared. */
  isExact: boolean;
};

export type EntryWithWarnings = {
  id: string;
  type: string;
  slug: string | null;
  propertyId: string | null;
  /** The entry above it, if its type is a tree. */
  parentId: string | null;
  /** changed: live, and the draft has been saved since in a locale that is live; readers see what was published. */
  status: 'draft' | 'published' | 'changed' | 'deleted';
  /** The number of the latest revision of the draft. */
  version: number;
  publishedVersion: number | null;
  /** The draft. A localised field is an object with a value per locale. */
  fields: Record<string, unknown>;
  schedule: EntryTimes;
  /** The status in each locale, and the times that are set for it alone. */
  locales: Record<string, EntryLocale>;
  createdAt: string;
  updatedAt: string;
  publishedAt: string | null;
  firstPublishedAt: string | null;
  deletedAt: string | null;
  restorableUntil: string | null;
  /** References and assets that visitors do not get: drafts, deleted entries, private assets. Fields without locales that change for readers of the other live locales too. `parentId`: an entry above it is not live. */
  warnings: { path: string; code: string; message: string }[];
  /** The pages whose addresses change, if the type has `addresses`: its own, and those below whose paths contain its slug. `redirects` makes the former ones lead on. */
  moved: { locale: string; from: string; to: string }[];
};

export type Event = {
  id: string;
  type: string;
  data: Record<string, unknown>;
  createdAt: string;
};

export type EventType = {
  type: string;
  topic: string;
  description: string;
  /** True if a webhook can carry it. */
  subscribable: boolean;
  /** JSON Schema of its data. */
  schema: Record<string, unknown>;
  example: Record<string, unknown>;
};

export type EventWithDeliveries = {
  id: string;
  type: string;
  data: Record<string, unknown>;
  createdAt: string;
  /** When its data was removed on request; null if it was not. */
  expungedAt: string | null;
  /** GET /v1/events?after= goes on behind this event. Null for a test, until the event is dispatched, and when that was delayed. */
  feedCursor: string | null;
  /** To every subscription and for every cause, newest first; 100 at most. */
  deliveries: DeliveryInList[];
  /** GET /v1/webhooks/deliveries?eventId= lists all of them. */
  hasMoreDeliveries: boolean;
};

export type Expunction = {
  /** Also removes the event's data, for all its deliveries and from GET /v1/events. */
  payload?: boolean;
};

export type Failure = {
  success: false;
  error: { code: string; message: string; requestId: string; details?: unknown };
};

export type FieldCondition = {
  /** A field beside this one, that is not localised: a choice, a switch, a number or a text. */
  field: string;
  /** Its values. */
  in: (string | number | boolean)[];
};

export type FieldDefinition = {
  name: string;
  kind: 'text' | 'richtext' | 'markdown' | 'number' | 'boolean' | 'datetime' | 'date' | 'email' | 'url' | 'colour' | 'select' | 'slug' | 'media' | 'reference' | 'list' | 'group' | 'blocks' | 'json';
  label?: string;
  help?: string;
  /** Publishing demands it; a draft may go without. */
  required?: boolean;
  /** Publishing demands a value in each of these locales. For localised fields. */
  requiredLocales?: string[];
  /** The value of a new entry, or a new block, that is sent without one; of a localised field, in the default locale. */
  default?: unknown;
  showIf?: FieldCondition;
  /** No two entries of the type have the same value. */
  unique?: boolean;
  /** The value is an object with one value per locale. Inside of groups, lists and blocks too: what is around it exists once. */
  localised?: boolean;
  minLength?: number;
  maxLength?: number;
  /** A regular expression that the whole text must match. */
  pattern?: string;
  min?: number;
  max?: number;
  integer?: boolean;
  /** The options of a select. */
  options?: string[];
  /** A select takes a list of its options. */
  multiple?: boolean;
  minItems?: number;
  maxItems?: number;
  /** The types that a reference may lead to. */
  types?: string[];
  /** The files that a media field takes: image, video/*, application/pdf. */
  accept?: string[];
  /** The text field that a slug is made from when it is not given. */
  from?: string;
  /** The items of a list: a field without a name. */
  of?: ItemDefinition;
  /** The fields of a group. */
  fields?: FieldDefinition[];
  /** The kinds of block that the list may have: names of content types with block: true. */
  blocks?: string[];
};

/** The point that stays in view when an image is cropped: from the left and from the top, 0 to 1. */
export type FocalPoint = {
  x: number;
  y: number;
};

export type FolderMove = {
  /** A path such as /campaigns/spring. A folder is there as long as something is in it. */
  from: string;
  /** A path such as /campaigns/spring. A folder is there as long as something is in it. */
  to: string;
};

export type Fulfillment = {
  /** Which units of which lines. Without it: all that are open. */
  items?: { line: number; quantity: number }[];
  tracking?: Tracking;
};

export type Home = {
  timeZone: string;
  orders: HomeOrders | null;
  stock: { low: StockCount; depleted: StockCount; short: StockCount } | null;
  checkouts: { paying: { count: number; isMore: boolean; oldest: { cartId: string; since: string } | null } } | null;
  scheduled: { entries: { id: string; title: string | null; type: string; action: 'publish' | 'unpublish'; locale: string | null; at: string; hasFailed: boolean }[]; releases: { id: string; name: string; at: string; entryCount: number; hasFailed: boolean }[]; isMore: boolean } | null;
  webhooks: { failing: number; count: number; subscriptions: { id: string; name: string; active: boolean; health: SubscriptionHealth }[]; notices: Notice[] } | null;
  keys: { hasAny: boolean; expiring: { id: string; label: string; expiresAt: string }[] } | null;
};

export type HomeOrders = {
  /** Orders that are placed or partially_fulfilled. */
  unfulfilled: OrdersCounted;
  /** Orders with a balance, whatever was paid and refunded: those of owed=true. */
  unpaid: OrdersCounted;
  /** The balances of these orders, one sum per currency, the one with the most orders first. If unpaid has more than 1000, those of the newest 1000. */
  owed: OrdersOwed[];
  today: { day: string; totals: OrderFigures[] };
  /** Until the same time of day, less the last minutes: a whole quarter of an hour. */
  yesterday: { day: string; until: string; totals: OrderFigures[] };
  /** The five currencies with the most orders. */
  sales: OrderMetrics;
  hasCustomers: boolean;
  hasOrders: boolean;
};

export type ImagePreset = {
  /** The width in pixels. No picture is larger than its image. */
  w?: number;
  /** The height in pixels. */
  h?: number;
  /** cover: fills the box, cropped around the focal point (the default with both sides). inside: the whole image, no larger than the box (the default with one side). contain: the whole image in the middle of the box. */
  fit?: 'cover' | 'contain' | 'inside';
  /** The quality; without it, one that suits the format. */
  q?: number;
  /** auto, the default, is AVIF or WebP if the browser accepts it, else JPEG, or PNG with transparency. */
  format?: 'auto' | 'webp' | 'avif' | 'jpeg' | 'png';
};

export type InventorySettings = {
  /** true: orders of the channel import reserve stock as others do. They are history otherwise. */
  importsTakeStock: boolean;
  version: number;
};

export type InventorySettingsChange = {
  importsTakeStock?: boolean;
};

export type Invitation = {
  email: string;
  role: Role;
  tenant: { name: string; slug: string };
  expiresAt: string;
};

export type InvitedStaffMember = {
  id: string;
  /** The address, as this tenant wrote it. */
  email: string;
  name: string;
  role: Role;
  /** The content types that the member is limited to, with its right on each; null: every type. */
  contentTypes: Record<string, 'none' | 'read' | 'write' | 'publish'> | null;
  status: 'invited' | 'joined';
  createdAt: string;
  /** The time at which the invitation link expires; null when the member needs a new link. */
  invitationExpiresAt: string | null;
  /** Shown once, valid for seven days. The person who opens it sets a password, or accepts with an existing account. */
  invitationLink: string | null;
};

export type Item = {
  sku: string;
  /** The product that has this SKU, for callers that may read the catalog. */
  product: { id: string; title: string; variantId: string; optionValues: string[] } | null;
  /** false: orders of this SKU reserve nothing. */
  tracked: boolean;
  /** Units that may be reserved beyond the stock: 0 none, null without limit. */
  backorderLimit: number | null;
  /** inventory.low is published when the stock falls to this number or below; null: never. */
  lowAt: number | null;
  /** Units that are there. */
  onHand: number;
  /** Units that open orders and checkouts hold. */
  reserved: number;
  /** onHand − reserved. */
  available: number;
  /** Units that are reserved and neither there nor on backorder. */
  short: number;
  /** By location, in the order in which stock is taken. */
  levels: StockLevel[];
  version: number;
  createdAt: string;
  updatedAt: string;
};

export type ItemChange = {
  /** false: orders of this SKU reserve nothing. */
  tracked?: boolean;
  /** Units that may be reserved beyond the stock: 0 none, null without limit. */
  backorderLimit?: number | null;
  /** inventory.low is published when the stock falls to this number or below; null: never. */
  lowAt?: number | null;
};

export type ItemDefinition = {
  kind: 'text' | 'richtext' | 'markdown' | 'number' | 'boolean' | 'datetime' | 'date' | 'email' | 'url' | 'colour' | 'select' | 'slug' | 'media' | 'reference' | 'list' | 'group' | 'blocks' | 'json';
  label?: string;
  help?: string;
  /** Publishing demands it; a draft may go without. */
  required?: boolean;
  /** Publishing demands a value in each of these locales. For localised fields. */
  requiredLocales?: string[];
  /** The value of a new entry, or a new block, that is sent without one; of a localised field, in the default locale. */
  default?: unknown;
  showIf?: FieldCondition;
  /** No two entries of the type have the same value. */
  unique?: boolean;
  /** The value is an object with one value per locale. Inside of groups, lists and blocks too: what is around it exists once. */
  localised?: boolean;
  minLength?: number;
  maxLength?: number;
  /** A regular expression that the whole text must match. */
  pattern?: string;
  min?: number;
  max?: number;
  integer?: boolean;
  /** The options of a select. */
  options?: string[];
  /** A select takes a list of its options. */
  multiple?: boolean;
  minItems?: number;
  maxItems?: number;
  /** The types that a reference may lead to. */
  types?: string[];
  /** The files that a media field takes: image, video/*, application/pdf. */
  accept?: string[];
  /** The text field that a slug is made from when it is not given. */
  from?: string;
  /** The items of a list: a field without a name. */
  of?: ItemDefinition;
  /** The fields of a group. */
  fields?: FieldDefinition[];
  /** The kinds of block that the list may have: names of content types with block: true. */
  blocks?: string[];
};

export type ListedContentReview = {
  entryId: string;
  version: number;
  status: 'requested' | 'approved' | 'changes_requested';
  /** false: the entry has been saved since, so it counts no more. */
  isCurrent: boolean;
  /** null: nobody asked. */
  askedBy: Author | null;
  note: string | null;
  reviewerId: string | null;
  decidedBy: Author | null;
  decidedAt: string | null;
  decisionNote: string | null;
  overridden: boolean;
  createdAt: string;
  type: string;
  slug: string | null;
};

export type Location = {
  id: string;
  name: string;
  code: string;
  /** Texts only, for example line1, city and country. */
  address: Record<string, string | null> | null;
  priority: number;
  active: boolean;
  propertyIds: string[];
  version: number;
  createdAt: string;
  updatedAt: string;
};

export type LocationChange = {
  name?: string;
  /** A short name, unique in the tenant. */
  code?: string;
  /** Texts only, for example line1, city and country. */
  address?: Record<string, string | null> | null;
  /** Stock is taken from the location with the smallest priority first. 0 if none is given. */
  priority?: number;
  /** Stock is taken from active locations only. */
  active?: boolean;
  /** The sites that the location serves; none: all. */
  propertyIds?: string[];
};

export type LoggedRequest = {
  id: string;
  /** The X-Request-Id of the answer; a client may choose it. */
  requestId: string;
  at: string;
  keyId: string;
  /** The label that the key has now. */
  keyLabel: string | null;
  method: string;
  /** The path with the names of its parameters; null when no route has this path. */
  route: string | null;
  path: string;
  status: number;
  durationMs: number;
  /** The code of the error; null for a success. */
  errorCode: string | null;
};

export type LoggedRequestInFull = {
  id: string;
  /** The X-Request-Id of the answer; a client may choose it. */
  requestId: string;
  at: string;
  keyId: string;
  /** The label that the key has now. */
  keyLabel: string | null;
  method: string;
  /** The path with the names of its parameters; null when no route has this path. */
  route: string | null;
  path: string;
  status: number;
  durationMs: number;
  /** The code of the error; null for a success. */
  errorCode: string | null;
  /** The query of a request that failed, without secrets. */
  query: string | null;
  /** The JSON that was sent, if it failed: its first 4 KiB, without secrets. */
  body: string | null;
  /** The JSON that was answered, if it failed: its first 4 KiB. */
  answer: string | null;
  /** The address of the documentation of this operation. */
  docsUrl: string | null;
};

export type Me = {
  actor: Actor;
  tenant: Tenant;
};

export type Module = {
  name: ModuleName;
  active: boolean;
};

export type ModuleName = 'crm' | 'content' | 'media' | 'redirects' | 'catalog' | 'inventory' | 'checkout';

export type Movement = {
  id: string;
  sku: string;
  locationId: string;
  /** The number of the movement in the ledger of its SKU and location. */
  seq: number;
  kind: 'received' | 'adjusted' | 'counted' | 'moved' | 'shipped' | 'returned';
  change: number;
  before: number;
  after: number;
  reason: string | null;
  orderId: string | null;
  returnId: string | null;
  by: Author;
  at: string;
};

export type Movements = {
  movements: Movement[];
};

export type NewAdjustment = {
  reason: string;
  /** The kind of the lines with a change. */
  kind?: 'received' | 'adjusted';
  lines: { sku: string; locationId: string; change?: number; count?: number; seen?: number }[];
};

export type NewApiKey = {
  label: string;
  scopes: Scope[];
  /** The content types that the key is limited to, with its right on each; null: every type. */
  contentTypes?: Record<string, 'none' | 'read' | 'write' | 'publish'> | null;
  expiresAt?: string | null;
};

export type NewAsset = {
  file: FormFile;
  title?: string;
  alt?: string;
  caption?: string;
  credit?: string;
  /** By language tag, such as en or pt-BR: texts that replace those for every language. */
  translations?: Record<string, AssetTranslation>;
  /** Kept in small letters, each once. */
  tags?: string[];
  /** A path such as /campaigns/spring. A folder is there as long as something is in it. */
  folder?: string;
  visibility?: 'public' | 'private';
  focalPoint?: FocalPoint;
};

export type NewCart = {
  lines: NewCartLine[];
  /** ISO 4217, upper case. */
  currency?: string;
  locale?: string;
  email?: string;
};

export type NewCartCode = {
  code: string;
};

export type NewCartLine = {
  /** Or variantId. */
  sku?: string;
  variantId?: string;
  quantity?: number;
  /** Texts of the storefront. */
  attributes?: Record<string, string>;
};

export type NewCartLines = {
  lines: NewCartLine[];
};

export type NewCategory = {
  name: string;
  /** The name in addresses: letters, digits and hyphens, in small letters. Without it, one is made from the title. */
  handle?: string;
  /** The category above it; null: none. */
  parentId?: string | null;
  /** Among those of one parent. */
  position?: number;
  /** By language tag. */
  translations?: Record<string, CategoryTranslation>;
};

export type NewComment = {
  /** Plain text. The staff sees it in the timeline, the customer does not. */
  text: string;
};

export type NewContentComment = {
  text: string;
  /** The comment that it answers, which began a thread. */
  threadId?: string;
  /** The field that it is about; without it the whole entry. */
  field?: string;
  /** The locale of the field that it is about. */
  locale?: string;
  /** The `id` of the block that it is about, at any depth, as the entry is saved. The comment stays with the block wherever it is moved; `field` is the one that has the block. */
  blockId?: string;
  /** Members of the staff who get a notice: their ids, as `listContentColleagues` has them. */
  mentions?: string[];
};

export type NewContentLocales = {
  /** Accepts that live entries lose something. copy: those that would go blank get the values that readers see now; allow: they go blank. */
  blank?: 'copy' | 'allow';
  default: string;
  locales: { code: string; fallback?: string | null }[];
};

export type NewCustomer = {
  /** Fixed at creation. */
  type?: 'person' | 'company';
  name: string;
  /** The first is the primary one. */
  emails?: string[];
  /** The first is the primary one. */
  phones?: string[];
  /** At most one default of each kind. */
  addresses?: NewCustomerAddress[];
  /** A set. */
  tags?: string[];
  email?: string;
  /** International, for example +44 20 7946 0958. */
  phone?: string;
  notes?: string;
  /** The reference of another system; one customer of a tenant has it. */
  externalId?: string;
  /** The company a person works for. */
  companyId?: string;
  /** Arbitrary key/value pairs, returned verbatim. At most 64 KiB and 32 levels deep. */
  metadata?: Record<string, unknown>;
};

export type NewCustomerAddress = {
  /** Home, warehouse, … */
  label?: string | null;
  defaultShipping?: boolean;
  defaultBilling?: boolean;
  address: Address;
};

export type NewCustomerSession = {
  customerId: string;
};

export type NewDiscount = {
  /** Upper and lower case are the same. */
  code: string;
  kind: 'percent' | 'amount' | 'free_shipping';
  /** Percent, or currency units; not for free_shipping. */
  value?: number;
  /** An amount needs one; null: any. */
  currency?: string | null;
  /** The code applies from this subtotal on. It needs a currency. */
  minSubtotal?: number | null;
  /** With categoryIds: the lines it covers. Both empty: all. */
  productIds?: string[];
  categoryIds?: string[];
  startsAt?: string | null;
  endsAt?: string | null;
  /** In all; null: any number. */
  maxUses?: number | null;
  /** By one customer; null: any number. */
  maxUsesPerCustomer?: number | null;
  active?: boolean;
};

export type NewEntry = {
  /** The name of a content type. */
  type: string;
  /** The site (property) it is for; null: for all. */
  propertyId?: string | null;
  /** The entry above it, if its type is a tree. It comes last there. */
  parentId?: string | null;
  /** By the names of the type. null takes a value away; of a localised field, only the locales named change. */
  fields: Record<string, unknown>;
};

export type NewItem = {
  /** Stock-keeping unit, as order lines name it. Without control characters, and without blanks at its ends. */
  sku: string;
  /** false: orders of this SKU reserve nothing. */
  tracked?: boolean;
  /** Units that may be reserved beyond the stock: 0 none, null without limit. */
  backorderLimit?: number | null;
  /** inventory.low is published when the stock falls to this number or below; null: never. */
  lowAt?: number | null;
};

export type NewLocation = {
  name: string;
  /** A short name, unique in the tenant. */
  code: string;
  /** Texts only, for example line1, city and country. */
  address?: Record<string, string | null> | null;
  /** Stock is taken from the location with the smallest priority first. 0 if none is given. */
  priority?: number;
  /** Stock is taken from active locations only. */
  active?: boolean;
  /** The sites that the location serves; none: all. */
  propertyIds?: string[];
};

export type NewOrder = {
  /** A customer of this tenant. */
  customerId: string;
  items: NewOrderLine[];
  /** ISO 4217, upper case. The default is the same for every tenant: name the currency. */
  currency?: string;
  channel?: Channel;
  /** The site (property) the order was placed on. */
  propertyId?: string;
  shippingTotal?: number;
  /** Order-level discount. */
  discountTotal?: number;
  /** Overrides the sum of the per-line tax amounts. */
  taxTotal?: number;
  shippingAddress?: Address;
  billingAddress?: Address;
  customerNote?: string;
  internalNote?: string;
  orderNumber?: string;
  /** Arbitrary key/value pairs, returned verbatim. At most 64 KiB and 32 levels deep. */
  metadata?: Record<string, unknown>;
};

export type NewOrderLine = {
  sku: string;
  name: string;
  quantity?: number;
  /** Currency units, up to 6 decimals. A line without it costs nothing. */
  unitPrice?: number;
  /** Tax on this line, in currency units. */
  taxAmount?: number;
  productId?: string;
  variantId?: string;
  description?: string;
};

export type NewPayment = {
  /** In currency units, with no more decimals than the currency has. */
  amount: number;
  outcome: 'succeeded' | 'failed';
  /** For example card or transfer. */
  method?: string;
  /** The name of the payment at the payment provider. */
  reference?: string;
};

export type NewPrice = {
  /** ISO 4217. */
  currency: string;
  /** In currency units, with at most 6 decimals. */
  amount: number;
  /** The former price, shown beside it. */
  compareAt?: number | null;
};

export type NewPriceList = {
  name: string;
  /** ISO 4217. */
  currency: string;
  /** Null: at once. */
  startsAt?: string | null;
  /** Null: for ever. */
  endsAt?: string | null;
  /** The list with the highest priority counts among those that fit a line, and the oldest among equal ones. */
  priority?: number;
  /** For customers with one of these tags; empty: for all. */
  customerTags?: string[];
  /** On these sites; empty: on all. */
  propertyIds?: string[];
  status?: 'active' | 'archived';
};

export type NewProduct = {
  title: string;
  /** The name in addresses: letters, digits and hyphens, in small letters. Without it, one is made from the title. */
  handle?: string;
  kind?: 'physical' | 'digital' | 'service' | 'gift_card';
  description?: string | null;
  vendor?: string | null;
  productType?: string | null;
  tags?: string[];
  options?: ProductOption[];
  /** Ids of assets, the main picture first. */
  media?: string[];
  categoryIds?: string[];
  /** The sites that sell it; empty: all. */
  propertyIds?: string[];
  taxCode?: string | null;
  seo?: ProductSeoChange | null;
  /** By language tag. */
  translations?: Record<string, ProductTranslation>;
  /** An entry that tells more about it. */
  contentEntryId?: string | null;
  /** Arbitrary key/value pairs, returned verbatim. At most 64 KiB and 32 levels deep. */
  metadata?: Record<string, unknown>;
  status?: 'draft' | 'active';
  variants?: VariantInGrid[];
};

export type NewProperty = {
  name: string;
  /** Host names, the main one first. Visitors are served by one once it is proved: see its domains. */
  domains?: string[];
  /** Language tags, the one to fall back on first. */
  locales?: string[];
  /** Records without a propertyId belong to the default property. */
  isDefault?: boolean;
};

export type NewRedirect = {
  /** The site whose path it is; the default one if none is named. */
  propertyId?: string;
  /** The path that moved, for example /old-page. With a query, only visitors with these very parameters are meant. Where no redirect has the path as a visitor typed it, letter case and a slash at its end make no difference. */
  from: string;
  /** A path of the same site, or an http(s) address. Empty or absent with 410, which says that the page is gone. */
  to?: string;
  statusCode?: 301 | 302 | 307 | 308 | 410;
  /** exact: this path alone. prefix: also every path below it; the rest of the path is appended to `to`. */
  match?: 'exact' | 'prefix';
  /** keep: the visitor's query is put behind that of `to`. drop: it is left out. */
  query?: 'keep' | 'drop';
  /** Not served before; null: at once. */
  activeFrom?: string | null;
  /** Not served from then on; null: for ever. */
  activeUntil?: string | null;
  notes?: string | null;
};

export type NewRelease = {
  name: string;
};

export type NewReleaseEntries = {
  entries: NewReleaseEntry[];
};

export type NewReleaseEntry = {
  /** The id of the entry. */
  id: string;
  /** publish, unless it says unpublish. */
  action?: 'publish' | 'unpublish';
  /** The locales that go live or are taken down; without it all. */
  locales?: string[];
  /** The version that was reviewed; without it the latest. One that is not the latest gets 422. */
  version?: number;
};

export type NewReplay = {
  /** Events from this time on, also from before the subscription existed. */
  since: string;
  /** Events before this time; by default, and at most, now. */
  until?: string;
  events?: string[];
  /** Only events whose latest delivery to this subscription ended so. Deliveries that are still open are skipped. */
  status?: 'any' | 'delivered' | 'failed' | 'cancelled';
};

export type NewShippingOption = {
  name: string;
  /** ISO 4217, upper case. */
  currency: string;
  /** Empty: every country. */
  countries?: string[];
  /** The unit of tiers: currency units, or grams. */
  basis?: 'subtotal' | 'weight';
  /** The highest one that is reached counts. Below the first, the option is not offered. */
  tiers: ShippingTier[];
  position?: number;
  active?: boolean;
};

export type NewStorefrontKey = {
  label: string;
  propertyId: string;
  /** The types of content whose published entries anyone with the key reads. Without it none. */
  contentTypes?: string[];
  /** The seconds for which a CDN may keep content that is read with the key in the address (?key=pk_live_…). Without it 0: none does. Events name what to purge (surrogateKeys). */
  cacheSeconds?: number;
};

export type NewSubscription = {
  name: string;
  /** An https address that is reachable from the internet. */
  url: string;
  /** Event types. A * as the last part stands for all types that begin so, also future ones: content.*, or * alone. */
  events: string[];
  /** Sends only events whose data has one of the values in each of these fields, for example { "type": ["article"], "propertyId": ["…"] }. A dot leads into an object (focalPoint.x); of a list, one element suffices; a missing field counts as null. */
  filter?: Record<string, (string | number | boolean | null)[]> | null;
  /** true adds an ed25519 signature (v1a of Standard Webhooks), which publicKey verifies: for receivers that must not know a secret. */
  asymmetric?: boolean;
  /** true: of one object (the id in data), a delivery waits until the one before it is delivered or has failed for good. One that fails holds up the others of its object for up to 7.5 hours. */
  ordered?: boolean;
  /** Gathers the events of so many seconds, and delivers them as one of type webhook.batch, whose data has the list; null delivers each by itself. */
  coalesceSeconds?: number | null;
  /** Deliveries a second at most; null for no limit. */
  rateLimit?: number | null;
  /** Headers of your own for every delivery, for example { "Authorization": "Bearer …" }. The values are stored encrypted and never shown again. */
  headers?: Record<string, string>;
  /** A secret that the receiver has already: whsec_ and the base64 of 24 to 64 bytes. Without it, one is made. */
  signingSecret?: string;
};

export type NewTaxRate = {
  name: string;
  /** Two capital letters, ISO 3166-1. */
  country: string;
  /** The region, as in the address; null: every region. */
  region?: string | null;
  /** The tax code of products and variants; null: all without a rate of their own. */
  taxCode?: string | null;
  /** Up to 4 decimals. */
  percent: number;
};

export type NewTransfer = {
  /** The location that the units leave. */
  from: string;
  /** The location where they arrive. */
  to: string;
  reason?: string;
  lines: { sku: string; quantity: number }[];
};

export type NewVariant = {
  productId: string;
  /** Unique in the tenant. Without control characters, and without blanks around it. */
  sku: string;
  barcode?: string | null;
  /** One value of each option of the product, in their order. */
  optionValues?: string[];
  /** One per currency. */
  prices?: NewPrice[];
  weightGrams?: number | null;
  dimensions?: Dimensions | null;
  requiresShipping?: boolean;
  taxCode?: string | null;
  status?: 'active' | 'archived';
  /** Arbitrary key/value pairs, returned verbatim. At most 64 KiB and 32 levels deep. */
  metadata?: Record<string, unknown>;
};

export type NewView = {
  /** The list that the view is of, for example orders. */
  list: string;
  /** Unique in its list. */
  name: string;
  /** The parameters of the list. Several values of one are separated by commas. */
  query: Record<string, string>;
  /** The shown columns in their order; null: as the list comes. */
  columns?: string[] | null;
  /** The list opens with this view. A list has one at most. */
  isDefault?: boolean;
  /** Views with a smaller place come first. */
  place?: number;
};

export type Notice = {
  id: string;
  kind: string;
  subject: { type: string; id: string };
  message: string;
  createdAt: string;
  readAt: string | null;
  /** true: for the caller alone, who alone marks it as read. */
  isPersonal: boolean;
};

export type Order = {
  id: string;
  orderNumber: string;
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  customerId: string;
  channel: Channel | null;
  propertyId: string | null;
  currency: string;
  subtotal: number;
  shippingTotal: number;
  discountTotal: number;
  taxTotal: number;
  /** subtotal − discountTotal + shippingTotal + taxTotal */
  total: number;
  paidTotal: number;
  refundedTotal: number;
  /** Still to be paid. A refund does not bring it back. */
  balance: number;
  /** The actions that its state allows, named like the paths. */
  allowedActions: ('fulfill' | 'deliver' | 'cancel' | 'refund' | 'payments')[];
  items: OrderLine[];
  shippingAddress: Address | null;
  billingAddress: Address | null;
  customerNote: string | null;
  internalNote: string | null;
  /** Rises with every change; the ETag, for If-Match. */
  version: number;
  updatedAt: string;
  cancelledAt: string | null;
  /** Arbitrary key/value pairs, returned verbatim. At most 64 KiB and 32 levels deep. */
  metadata: Record<string, unknown>;
  /** When it was placed. */
  createdAt: string;
};

export type OrderChange = {
  customerNote?: string | null;
  internalNote?: string | null;
  shippingAddress?: Address | null;
  billingAddress?: Address | null;
  /** Arbitrary key/value pairs, returned verbatim. At most 64 KiB and 32 levels deep. */
  metadata?: Record<string, unknown> | null;
};

export type OrderCount = {
  count: number;
  /** False: more orders match than were counted. */
  isExact: boolean;
};

export type OrderFigures = {
  currency: string;
  /** Placed on these days, cancelled ones too. */
  orders: number;
  cancelledOrders: number;
  placedTotal: number;
  refundedTotal: number;
  /** placedTotal less refunds and the unpaid part of cancelled orders. */
  revenue: number;
  /** revenue ÷ orders that were not cancelled; null when there is none. */
  average: number | null;
};

export type OrderFiguresOfGroup = {
  /** The day, channel or currency; null: no channel. */
  key: string | null;
  /** Only by day_and_channel; null: no channel. */
  channel?: string | null;
  currency: string;
  /** Placed on these days, cancelled ones too. */
  orders: number;
  cancelledOrders: number;
  placedTotal: number;
  refundedTotal: number;
  /** placedTotal less refunds and the unpaid part of cancelled orders. */
  revenue: number;
  /** revenue ÷ orders that were not cancelled; null when there is none. */
  average: number | null;
};

export type OrderImport = {
  id: string;
  /** As the request named it. */
  fileName: string | null;
  startedBy: Author | null;
  status: 'receiving' | 'queued' | 'running' | 'finished' | 'failed' | 'cancelled';
  format: 'csv' | 'ndjson';
  dryRun: boolean;
  errorPolicy: 'reject_failed' | 'reject_all';
  mapping: Record<string, string>;
  phase: 'checking' | 'writing';
  bytes: { received: number; done: number };
  createCustomers: boolean;
  channel: 'storefront' | 'b2b_portal' | 'admin' | 'import' | 'mcp';
  currency: string | null;
  rows: { total: number | null; done: number; failed: number };
  orders: { placed: number; failed: number };
  /** The number of entries in the file of errors. */
  errorsKept: number;
  warnings: string[];
  /** Why it failed. */
  reason: string | null;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
};

export type OrderLine = {
  line: number;
  sku: string;
  name: string;
  quantity: number;
  unitPrice: number;
  /** quantity × unitPrice, rounded once to the currency. */
  amount: number;
  taxAmount: number | null;
  productId: string | null;
  variantId: string | null;
  description: string | null;
  fulfilledQuantity: number;
  deliveredQuantity: number;
};

export type OrderMetrics = {
  timeZone: string;
  by: 'day' | 'channel' | 'currency' | 'day_and_channel';
  from: string;
  to: string;
  /** One per currency: money of two currencies is not added. */
  totals: OrderFigures[];
  /** Grouped by the day on which the orders were placed, also if they changed later. */
  groups: OrderFiguresOfGroup[];
  /** The sums of as many days before, if compare is true. */
  before?: { from: string; to: string; totals: OrderFigures[]; groups: OrderFiguresOfGroup[] };
};

export type OrderOfCustomer = {
  id: string;
  orderNumber: string;
  status: string;
  paymentStatus: string;
  channel: string | null;
  currency: string;
  total: number;
  createdAt: string;
};

export type OrderOfProduct = {
  id: string;
  orderNumber: string;
  status: string;
  currency: string;
  createdAt: string;
  lines: { variantId: string | null; sku: string; name: string; quantity: number; unitPrice: number }[];
};

export type OrderStatus = 'placed' | 'partially_fulfilled' | 'fulfilled' | 'delivered' | 'cancelled' | 'refunded';

export type OrderSummary = {
  id: string;
  orderNumber: string;
  status: string;
  paymentStatus: string;
  customerId: string;
  /** The name of the customer today. */
  customerName: string;
  channel: Channel | null;
  propertyId: string | null;
  currency: string;
  total: number;
  /** Still to be paid. A refund does not bring it back. */
  balance: number;
  lineCount: number;
  createdAt: string;
};

export type OrderTimelineEntry = {
  /** The version that the order had after it. */
  version: number;
  /** merged: its customer was merged into another, whose order it is now. erased: its personal data was erased with its customer, in earlier entries too. */
  action: 'placed' | 'payment' | 'fulfilled' | 'delivered' | 'cancelled' | 'refunded' | 'edited' | 'commented' | 'merged' | 'erased';
  at: string;
  actor: { type: string; id: string | null; name: string } | null;
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  /** Details, depending on the action. */
  details: { items?: { line: number; quantity: number }[]; tracking?: Tracking; amount?: number; outcome?: 'succeeded' | 'failed'; method?: string; reference?: string; reason?: string; comment?: string; fields?: string[]; from?: string; to?: string };
};

/** Counted up to 1000. */
export type OrdersCounted = {
  count: number;
  isMore: boolean;
};

export type OrdersOwed = {
  currency: string;
  orders: number;
  balance: number;
};

export type Pagination = {
  limit: number;
  hasMore: boolean;
  nextCursor: string | null;
};

export type PasswordProof = {
  password: string;
};

export type PastOrder = {
  /** A customer of this tenant. */
  customerId: string;
  items: NewOrderLine[];
  /** ISO 4217, upper case. The default is the same for every tenant: name the currency. */
  currency?: string;
  channel?: Channel;
  /** The site (property) the order was placed on. */
  propertyId?: string;
  shippingTotal?: number;
  /** Order-level discount. */
  discountTotal?: number;
  /** Overrides the sum of the per-line tax amounts. */
  taxTotal?: number;
  shippingAddress?: Address;
  billingAddress?: Address;
  customerNote?: string;
  internalNote?: string;
  orderNumber?: string;
  /** Arbitrary key/value pairs, returned verbatim. At most 64 KiB and 32 levels deep. */
  metadata?: Record<string, unknown>;
  /** When it was placed, if not now: lists and metrics go by it. Never in the future. */
  placedAt?: string;
};

export type PaymentMethod = {
  id: string;
  name: string;
  instructions?: string | null;
};

export type PaymentStatus = 'unpaid' | 'partially_paid' | 'paid' | 'partially_refunded' | 'refunded' | 'failed' | 'voided';

export type PreventedRelease = {
  id: string;
  name: string;
  at: string;
  problems: Problem[];
};

export type PreviewToken = {
  /** Shown once; null when the answer is replayed. */
  token: string | null;
  expiresAt: string;
};

export type PriceList = {
  id: string;
  name: string;
  /** Null: at once. */
  startsAt: string | null;
  /** Null: for ever. */
  endsAt: string | null;
  /** The list with the highest priority counts among those that fit a line, and the oldest among equal ones. */
  priority: number;
  /** For customers with one of these tags; empty: for all. */
  customerTags: string[];
  /** On these sites; empty: on all. */
  propertyIds: string[];
  status: 'active' | 'archived';
  currency: string;
  version: number;
  createdAt: string;
  updatedAt: string;
};

export type PriceListChange = {
  name?: string;
  /** Null: at once. */
  startsAt?: string | null;
  /** Null: for ever. */
  endsAt?: string | null;
  /** The list with the highest priority counts among those that fit a line, and the oldest among equal ones. */
  priority?: number;
  /** For customers with one of these tags; empty: for all. */
  customerTags?: string[];
  /** On these sites; empty: on all. */
  propertyIds?: string[];
  status?: 'active' | 'archived';
};

export type PriceListEntriesChange = {
  entries: { variantId: string; minQuantity?: number; amount: number | null }[];
};

export type PriceListEntry = {
  variantId: string;
  productId: string;
  /** The title of the product. */
  title: string;
  optionValues: string[];
  sku: string;
  minQuantity: number;
  amount: number;
};

export type PriceQuery = {
  /** ISO 4217. */
  currency: string;
  /** The site of the sale, for price lists of sites. */
  propertyId?: string;
  customerTags?: string[];
  /** The time of the sale; now, if it is left out. */
  at?: string;
  lines: { variantId?: string; sku?: string; quantity?: number }[];
};

export type PriceQuote = {
  currency: string;
  lines: { variantId: string; quantity: number; unitPrice: number; compareAt: number | null; priceListId: string | null; minQuantity: number; amount: number }[];
  subtotal: number;
};

export type PricesChange = {
  variantIds: string[];
  /** ISO 4217. */
  currency: string;
  /** -10: ten percent less. Rounded half up to the decimals of the currency. */
  percent?: number;
  /** Added to each price. */
  amount?: number;
  /** The new price of all of them. */
  set?: number;
};

export type Problem = {
  path: string;
  code: string;
  message: string;
};

export type Product = {
  id: string;
  title: string;
  /** The name in addresses: letters, digits and hyphens, in small letters. Without it, one is made from the title. */
  handle: string;
  kind: 'physical' | 'digital' | 'service' | 'gift_card';
  description: string | null;
  vendor: string | null;
  productType: string | null;
  tags: string[];
  options: ProductOption[];
  /** Ids of assets, the main picture first. */
  media: string[];
  categoryIds: string[];
  /** The sites that sell it; empty: all. */
  propertyIds: string[];
  taxCode: string | null;
  seo: ProductSeo | null;
  /** By language tag. */
  translations: Record<string, ProductTranslation>;
  /** An entry that tells more about it. */
  contentEntryId: string | null;
  /** Arbitrary key/value pairs, returned verbatim. At most 64 KiB and 32 levels deep. */
  metadata: Record<string, unknown>;
  status: 'draft' | 'active' | 'archived';
  variantCount: number;
  /** The lowest and the highest price of its active variants. */
  priceRanges: { currency: string; from: number; to: number }[];
  rating: Rating;
  version: number;
  /** Rises with every change of its variants. */
  variantsVersion: number;
  createdAt: string;
  updatedAt: string;
};

export type ProductChange = {
  title?: string;
  /** The name in addresses: letters, digits and hyphens, in small letters. Without it, one is made from the title. */
  handle?: string;
  kind?: 'physical' | 'digital' | 'service' | 'gift_card';
  description?: string | null;
  vendor?: string | null;
  productType?: string | null;
  tags?: string[];
  options?: ProductOption[];
  /** Ids of assets, the main picture first. */
  media?: string[];
  categoryIds?: string[];
  /** The sites that sell it; empty: all. */
  propertyIds?: string[];
  taxCode?: string | null;
  seo?: ProductSeoChange | null;
  /** By language tag. */
  translations?: Record<string, ProductTranslation>;
  /** An entry that tells more about it. */
  contentEntryId?: string | null;
  /** Arbitrary key/value pairs, returned verbatim. At most 64 KiB and 32 levels deep. */
  metadata?: Record<string, unknown>;
};

export type ProductCount = {
  count: number;
  /** False: more products match than were counted. */
  isExact: boolean;
};

export type ProductOption = {
  name: string;
  values: string[];
};

export type ProductSeo = {
  title: string | null;
  description: string | null;
};

export type ProductSeoChange = {
  title?: string | null;
  description?: string | null;
};

export type ProductSummary = {
  id: string;
  title: string;
  /** The name in addresses: letters, digits and hyphens, in small letters. Without it, one is made from the title. */
  handle: string;
  kind: 'physical' | 'digital' | 'service' | 'gift_card';
  vendor: string | null;
  productType: string | null;
  tags: string[];
  /** Ids of assets, the main picture first. */
  media: string[];
  categoryIds: string[];
  /** The sites that sell it; empty: all. */
  propertyIds: string[];
  status: 'draft' | 'active' | 'archived';
  variantCount: number;
  /** The lowest and the highest price of its active variants. */
  priceRanges: { currency: string; from: number; to: number }[];
  rating: Rating;
  version: number;
  /** Rises with every change of its variants. */
  variantsVersion: number;
  createdAt: string;
  updatedAt: string;
  /** Only with expand=stock. Null: no variant keeps stock. */
  stock?: { available: number; low: number; depleted: number } | null;
};

export type ProductTranslation = {
  title?: string;
  description?: string;
  /** The name in addresses: letters, digits and hyphens, in small letters. Without it, one is made from the title. */
  handle?: string;
};

export type ProductVariants = {
  productId: string;
  options: ProductOption[];
  /** The variantsVersion of the product. */
  version: number;
  variants: Variant[];
};

export type ProductsChange = {
  ids: string[];
  status?: 'active' | 'archived';
  addTags?: string[];
  removeTags?: string[];
};

export type ProfileChange = {
  name?: string;
  locale?: string | null;
};

export type Property = {
  /** The id that propertyId of orders, redirects and content refers to. */
  id: string;
  name: string;
  domains: string[];
  locales: string[];
  /** Records without a propertyId belong to the default property. */
  isDefault: boolean;
  version: number;
  createdAt: string;
  updatedAt: string;
};

export type PropertyChange = {
  name?: string;
  /** Host names, the main one first. Visitors are served by one once it is proved: see its domains. */
  domains?: string[];
  /** Language tags, the one to fall back on first. */
  locales?: string[];
  /** Records without a propertyId belong to the default property. */
  isDefault?: boolean;
};

export type PropertyDomain = {
  domain: string;
  /** Visitors who come by this host name are served. */
  verified: boolean;
  verifiedAt: string | null;
  /** The DNS record that proves the ownership of the domain. */
  record: { type: 'TXT'; name: string; value: string };
};

export type PublishedEntry = {
  id: string;
  type: string;
  slug: string | null;
  /** The slug in each locale that has one of its own, for links between the languages of a page. */
  slugs: Record<string, string>;
  /** The address of its page on the site, if its type has `addresses`. */
  path: string | null;
  /** The same in each locale that has a slug. */
  paths: Record<string, string>;
  /** The entries above it that are live, the top first, if its type is a tree. While one above it is not live, a `path` that consists of their slugs is null. */
  ancestors?: EntryAncestor[];
  propertyId: string | null;
  locale: string;
  version: number;
  publishedAt: string | null;
  firstPublishedAt: string | null;
  /** The fields in which a value is of another locale than the one asked for, and that locale. */
  fallbacks: Record<string, string>;
  /** One value per field: of the locale, else of its fallbacks. */
  fields: Record<string, unknown>;
};

export type PublishedRelease = {
  id: string;
  name: string;
  /** open: its entries can change; scheduled: it is published at its time. */
  status: 'open' | 'scheduled' | 'published';
  version: number;
  /** When it is published, if it is scheduled. */
  at: string | null;
  /** Former addresses of its pages lead to the new ones. */
  redirects: boolean;
  /** Why it was not published at its time, or which of its entries were purged from the bin. Nothing of it was published. */
  failure: ReleaseFailure | null;
  /** An entry counts twice if it goes live in some locales and is taken down in others. */
  entryCount: number;
  createdBy: Author;
  createdAt: string;
  updatedAt: string;
  publishedAt: string | null;
  results: ReleaseEntryOutcome[];
};

export type Rating = {
  count: number;
  average: number | null;
};

export type RecoveryCodes = {
  /** Shown once, with the first factor; each opens once. */
  recoveryCodes: string[] | null;
};

export type RecoveryLink = {
  /** Shown once; null when the answer is replayed. */
  token: string | null;
  /** The page of the shop with the token; null without `recoveryUrl` in the settings. */
  url: string | null;
  expiresAt: string;
};

export type Redirect = {
  id: string;
  propertyId: string;
  from: string;
  /** Empty with 410. */
  to: string;
  statusCode: 301 | 302 | 307 | 308 | 410;
  /** exact: this path alone. prefix: also every path below it; the rest of the path is appended to `to`. */
  match: 'exact' | 'prefix';
  /** keep: the visitor's query is put behind that of `to`. drop: it is left out. */
  query: 'keep' | 'drop';
  /** Not served before; null: at once. */
  activeFrom: string | null;
  /** Not served from then on; null: for ever. */
  activeUntil: string | null;
  notes: string | null;
  /** The redirects between this one and its final target, as they were when this one was saved. Visitors are sent to the final target at once. Empty: there are none. */
  chain: string[];
  /** The number of visitors it was served to; updated about once a second. */
  hits: number;
  lastHitAt: string | null;
  version: number;
  createdAt: string;
  updatedAt: string;
};

export type RedirectChange = {
  /** The path that moved, for example /old-page. With a query, only visitors with these very parameters are meant. Where no redirect has the path as a visitor typed it, letter case and a slash at its end make no difference. */
  from?: string;
  /** A path of the same site, or an http(s) address. Empty or absent with 410, which says that the page is gone. */
  to?: string;
  statusCode?: 301 | 302 | 307 | 308 | 410;
  /** exact: this path alone. prefix: also every path below it; the rest of the path is appended to `to`. */
  match?: 'exact' | 'prefix';
  /** keep: the visitor's query is put behind that of `to`. drop: it is left out. */
  query?: 'keep' | 'drop';
  /** Not served before; null: at once. */
  activeFrom?: string | null;
  /** Not served from then on; null: for ever. */
  activeUntil?: string | null;
  notes?: string | null;
};

export type RedirectImport = {
  rows: number;
  created: number;
  replaced: number;
  unchanged: number;
  skipped: number;
  failed: number;
  /** The errors by row of the file; the first 1000. */
  errors: { row: number; field: string; code: string; message: string }[];
};

export type RedirectResolution = {
  propertyId: string;
  /** In the spelling in which rules are compared with it. */
  path: string;
  outcome: 'redirect' | 'gone' | 'nothing' | 'loop';
  statusCode: 301 | 302 | 307 | 308 | 410 | null;
  location: string | null;
  /** Every place on the way, the path itself first. */
  chain: string[];
  /** The redirects on the way, in order. */
  redirects: Redirect[];
};

export type ReferrerList = {
  data: PublishedEntry[];
  /** The nextCursor is one of the list of the type, asked with the same sort and where, and with the id of this entry as the value of the field. */
  pagination: { limit: number; hasMore: boolean; nextCursor: string | null };
};

export type Refund = {
  /** In currency units, with no more decimals than the currency has. */
  amount?: number;
  reason?: string;
};

export type Release = {
  id: string;
  name: string;
  /** open: its entries can change; scheduled: it is published at its time. */
  status: 'open' | 'scheduled' | 'published';
  version: number;
  /** When it is published, if it is scheduled. */
  at: string | null;
  /** Former addresses of its pages lead to the new ones. */
  redirects: boolean;
  /** Why it was not published at its time, or which of its entries were purged from the bin. Nothing of it was published. */
  failure: ReleaseFailure | null;
  /** An entry counts twice if it goes live in some locales and is taken down in others. */
  entryCount: number;
  createdBy: Author;
  createdAt: string;
  updatedAt: string;
  publishedAt: string | null;
};

export type ReleaseEntry = {
  id: string;
  type: string;
  slug: string | null;
  title: string | null;
  status: 'draft' | 'published' | 'changed' | 'deleted';
  action: 'publish' | 'unpublish';
  /** null: all. */
  locales: string[] | null;
  /** The version that was reviewed, or went live. */
  version: number;
  /** If it is another one, an open release is not published. */
  currentVersion: number;
  addedAt: string;
  /** It was deleted for good since the release was published; the rest is as it was then. */
  purged: boolean;
};

export type ReleaseEntryOutcome = {
  action: 'publish' | 'unpublish';
  status: 'changed' | 'unchanged';
  entry: BriefEntry;
  /** As publishing a single entry names them. */
  warnings: Problem[];
  moved: { locale: string; from: string; to: string }[];
  /** Live entries that refer to one that is taken down, 25 at most. */
  shownBy: { id: string; type: string; slug: string | null }[];
};

export type ReleaseFailure = {
  /** When it was to be published; null: it had no time. */
  at: string | null;
  failedAt: string;
  message: string;
  problems: Problem[];
};

export type ReleasePublishing = {
  /** allow: also if a live entry then lacks something that its type requires. */
  broken?: 'allow';
  /** true: the former addresses of its pages redirect to the new ones, and no redirect leads away from these. A key for it has write:redirects, too. */
  redirects?: boolean;
};

export type ReleaseSchedule = {
  /** When it is published. */
  at: string;
  /** allow: also if a live entry then lacks something that its type requires. */
  broken?: 'allow';
  /** true: the former addresses of its pages redirect to the new ones, and no redirect leads away from these. A key for it has write:redirects, too. */
  redirects?: boolean;
};

export type ReleaseWithEntries = {
  id: string;
  name: string;
  /** open: its entries can change; scheduled: it is published at its time. */
  status: 'open' | 'scheduled' | 'published';
  version: number;
  /** When it is published, if it is scheduled. */
  at: string | null;
  /** Former addresses of its pages lead to the new ones. */
  redirects: boolean;
  /** Why it was not published at its time, or which of its entries were purged from the bin. Nothing of it was published. */
  failure: ReleaseFailure | null;
  /** An entry counts twice if it goes live in some locales and is taken down in others. */
  entryCount: number;
  createdBy: Author;
  createdAt: string;
  updatedAt: string;
  publishedAt: string | null;
  entries: ReleaseEntry[];
};

export type Replay = {
  id: string;
  subscriptionId: string;
  since: string;
  until: string;
  events: string[];
  status: 'any' | 'delivered' | 'failed' | 'cancelled';
  state: 'running' | 'done' | 'cancelled';
  /** Events found so far. */
  matched: number;
  /** Deliveries made of them so far. */
  queued: number;
  /** The time of the last event that was scanned. */
  reachedAt: string | null;
  createdAt: string;
  finishedAt: string | null;
};

export type Resending = {
  ids: string[];
};

export type ResendingResult = {
  resent: number;
  refused: number;
  /** In the order of ids. */
  results: { id: string; status: 'resent' | 'refused'; deliveryId?: string; error?: { code: string; message: string } }[];
};

export type Reservation = {
  orderId: string;
  sku: string;
  locationId: string;
  quantity: number;
  shipped: number;
  /** null: it does not expire. */
  expiresAt: string | null;
  holder: 'checkout' | 'order';
};

export type ReservationMove = {
  /** Stock-keeping unit, as order lines name it. */
  sku: string;
  /** The location that has the reservation. */
  from: string;
  /** The location that is to have it. */
  to: string;
};

export type Revision = {
  version: number;
  reason: 'created' | 'saved' | 'restored' | 'migrated';
  propertyId: string | null;
  author: Author;
  createdAt: string;
};

export type RevisionComparison = {
  from: number;
  to: number;
  changes: { path: string; before: unknown; after: unknown }[];
};

export type RevisionInFull = {
  version: number;
  reason: 'created' | 'saved' | 'restored' | 'migrated';
  propertyId: string | null;
  author: Author;
  createdAt: string;
  fields: Record<string, unknown>;
};

export type Role = 'viewer' | 'editor' | 'admin' | 'owner';

export type RotatedApiKey = {
  id: string;
  /** The public part of the key. */
  keyId: string;
  label: string;
  scopes: Scope[];
  /** The content types that the key is limited to, with its right on each; null: every type. */
  contentTypes: Record<string, 'none' | 'read' | 'write' | 'publish'> | null;
  expiresAt: string | null;
  createdAt: string;
  createdBy: string;
  revokedAt: string | null;
  lastUsedAt: string | null;
  version: number;
  /** The id of the key that this one replaces. */
  replaces: string | null;
  /** The id of the key that replaces this one, which then ends at expiresAt or is revoked. */
  replacedBy: string | null;
  /** The whole key. Shown exactly once; null in a replay. */
  key: string | null;
  former: ApiKey;
};

export type SavedContentType = {
  id: string;
  name: string;
  title: string;
  /** It has no entries: fields of kind blocks of other types name it. Cannot be changed later. */
  block: boolean;
  /** It has one entry at most, apart from those in the bin. */
  singleton: boolean;
  /** Publishing needs a review: another person than its last author approves the version. Whoever makes the type may turn it on. Later an admin turns it on and off, changes stored values of such a type, and deletes it. */
  review: boolean;
  /** manual: its entries have an order that editors choose (`sort=position`). tree: they are also below each other (`parentId`), and the order is among those of one parent. `PUT …/entries/{id}/position` moves them. */
  order: 'none' | 'manual' | 'tree';
  /** The paths of its pages on a site, by locale; * is for all others. {slug} and {locale} stand for those of the entry, and {path} in a tree for the slugs from the top down to it, as in about/team: { "en": "/articles/{slug}", "*": "/{locale}/articles/{slug}" }. Entries have `path` and `paths` by it, links in HTML lead there, and a changed slug can leave a redirect. */
  addresses: Record<string, string>;
  fields: FieldDefinition[];
  /** The definitions of the blocks that its fields name, at any depth. */
  blocks: ContentBlock[];
  version: number;
  /** The change that is under way, if any. The fields shown are in force, for readers and writers. */
  changeId: string | null;
  /** How far the change is. In its phase migrate, lists sorted or filtered by a changed field find the entries that are done. */
  change: ContentTypeProgress | null;
  createdAt: string;
  updatedAt: string;
  /** Scheduled releases with entries that the change rewrites, or that lack what it demands. They are open again once it is in force, with the reason in `failure`. A dry run names them before. */
  prevents: PreventedRelease[];
};

export type ScheduleFailure = {
  action: 'publish' | 'unpublish';
  at: string;
  failedAt: string;
  message: string;
  problems: Problem[];
};

export type Scope = 'read:crm' | 'write:crm' | 'write:crm_bulk' | 'read:content' | 'read:published' | 'write:content' | 'read:media' | 'write:media' | 'read:redirects' | 'write:redirects' | 'read:catalog' | 'write:catalog' | 'read:properties' | 'write:properties' | 'read:webhooks' | 'write:webhooks' | 'read:inventory' | 'write:inventory' | 'read:checkout' | 'write:checkout' | 'write:storefront';

export type SearchResult = {
  entity: 'customer' | 'order' | 'entry' | 'asset' | 'redirect' | 'product' | 'property';
  id: string;
  title: string;
  subtitle: string | null;
};

export type SecondFactor = {
  id: string;
  kind: 'totp' | 'passkey';
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
};

export type SecondFactorRoles = {
  roles: Role[];
};

export type SecondFactors = {
  factors: SecondFactor[];
  recoveryCodesLeft: number;
};

export type SecretRotation = {
  /** The time for which the secret so far signs as well, in X-service-Signature-Previous. Those before it keep the time that they have. */
  overlapHours?: number;
  /** true ends all former secrets at once, for example because one has leaked. */
  revokeFormer?: boolean;
  /** A secret that the receiver has already: whsec_ and the base64 of 24 to 64 bytes. Without it, one is made. */
  signingSecret?: string;
};

export type ShippingOffer = {
  id: string;
  name: string;
  amount: number;
};

export type ShippingOption = {
  id: string;
  name: string;
  /** ISO 4217, upper case. */
  currency: string;
  /** Empty: every country. */
  countries: string[];
  /** The unit of tiers: currency units, or grams. */
  basis: 'subtotal' | 'weight';
  /** The highest one that is reached counts. Below the first, the option is not offered. */
  tiers: ShippingTier[];
  position: number;
  active: boolean;
  version: number;
  createdAt: string;
  updatedAt: string;
};

export type ShippingOptionChange = {
  name?: string;
  /** ISO 4217, upper case. */
  currency?: string;
  /** Empty: every country. */
  countries?: string[];
  /** The unit of tiers: currency units, or grams. */
  basis?: 'subtotal' | 'weight';
  /** The highest one that is reached counts. Below the first, the option is not offered. */
  tiers?: ShippingTier[];
  position?: number;
  active?: boolean;
};

export type ShippingTier = {
  /** The lowest subtotal, or weight in grams, for this amount. */
  from: number;
  /** Currency units; 0: free. */
  amount: number;
};

export type Shop = {
  /** The name of the business. */
  name: string;
  property: { id: string; name: string };
  /** The one to fall back on first. */
  currencies: string[];
  /** Language tags, the one to fall back on first. */
  locales: string[];
  /** The language tag of the formats of the business. */
  locale: string | null;
  timeZone: string;
  time: string;
};

export type SignedIn = {
  accessToken: string;
  tokenType: 'Bearer';
  expiresIn: number;
  actor: Actor;
  tenant: Tenant;
  /** The tenant asks for a second factor: set one up before anything else. */
  secondFactorNeeded?: true;
  /** Other accounts of this address with the same password, each by a tenant: sign in with its slug for that one. */
  alsoOpens?: { name: string; slug: string }[];
};

export type SignedUrls = {
  url: string;
  /** The address of pictures in other sizes, to which parameters are added. */
  imageUrl: string | null;
  derivatives: { name: string; format: string; url: string }[];
  expiresAt: string;
};

export type SoldItem = {
  sku: string;
  /** The name under which it was sold last. */
  name: string;
  unitPrice: number;
  currency: string;
  soldAt: string;
};

export type StaffMember = {
  id: string;
  /** The address, as this tenant wrote it. */
  email: string;
  name: string;
  role: Role;
  /** The content types that the member is limited to, with its right on each; null: every type. */
  contentTypes: Record<string, 'none' | 'read' | 'write' | 'publish'> | null;
  status: 'invited' | 'joined';
  createdAt: string;
  /** The time at which the invitation link expires; null when the member needs a new link. */
  invitationExpiresAt: string | null;
};

export type StaffMemberAccess = {
  role?: Role;
  /** The content types that the member is limited to, with its right on each; null: every type. */
  contentTypes?: Record<string, 'none' | 'read' | 'write' | 'publish'> | null;
};

export type StaffMemberInList = {
  id: string;
  /** The address, as this tenant wrote it. */
  email: string;
  name: string;
  role: Role;
  /** The content types that the member is limited to, with its right on each; null: every type. */
  contentTypes: Record<string, 'none' | 'read' | 'write' | 'publish'> | null;
  status: 'invited' | 'joined';
  createdAt: string;
  /** The time at which the invitation link expires; null when the member needs a new link. */
  invitationExpiresAt: string | null;
  /** To a quarter of an hour; null if no sign-in of the last weeks is known. */
  lastSeenAt: string | null;
  /** True if their account asks for one when they sign in. */
  hasSecondFactor: boolean;
};

export type StockCount = {
  count: number;
  /** More than 100, of which no more are counted. */
  isMore: boolean;
};

export type StockLevel = {
  sku: string;
  locationId: string;
  /** Units that are there. */
  onHand: number;
  /** Units that open orders and checkouts hold. */
  reserved: number;
  /** onHand − reserved. */
  available: number;
  /** Units that are reserved and neither there nor on backorder. */
  short: number;
};

export type StoredPriceListEntries = {
  stored: number;
  deleted: number;
  unchanged: number;
  /** The version of the price list. */
  version: number;
};

export type StorefrontCategory = {
  id: string;
  name: string;
  handle: string;
  parentId: string | null;
  position: number;
};

export type StorefrontKey = {
  id: string;
  /** The whole key, pk_live_…. It has no secret, and may be in a page. */
  key: string;
  label: string;
  /** The site whose shop it opens. */
  propertyId: string;
  /** The types of content whose published entries anyone with the key reads. Without it none. */
  contentTypes: string[];
  /** The seconds for which a CDN may keep content that is read with the key in the address (?key=pk_live_…). Without it 0: none does. Events name what to purge (surrogateKeys). */
  cacheSeconds: number;
  createdAt: string;
  createdBy: string;
  revokedAt: string | null;
  lastUsedAt: string | null;
  version: number;
};

export type StorefrontKeyChange = {
  label?: string;
  /** The types of content whose published entries anyone with the key reads. Without it none. */
  contentTypes?: string[];
  /** The seconds for which a CDN may keep content that is read with the key in the address (?key=pk_live_…). Without it 0: none does. Events name what to purge (surrogateKeys). */
  cacheSeconds?: number;
};

export type StorefrontOrder = {
  id: string;
  orderNumber: string;
  status: string;
  paymentStatus: string;
  currency: string;
  subtotal: number;
  discountTotal: number;
  shippingTotal: number;
  taxTotal: number;
  total: number;
  items: { sku: string; name: string; quantity: number; unitPrice: number; amount: number }[];
  shippingAddress: Record<string, string | null> | null;
  billingAddress: Record<string, string | null> | null;
  customerNote: string | null;
  createdAt: string;
};

export type StorefrontOrderSummary = {
  id: string;
  orderNumber: string;
  status: string;
  paymentStatus: string;
  currency: string;
  total: number;
  createdAt: string;
};

export type StorefrontProduct = {
  id: string;
  /** In the language that was asked for, if it has one there. */
  handle: string;
  title: string;
  kind: 'physical' | 'digital' | 'service' | 'gift_card';
  vendor: string | null;
  productType: string | null;
  tags: string[];
  media: { id: string; url: string }[];
  categoryIds: string[];
  rating: Rating;
  currency: string;
  price: { from: number; to: number; compareAt: number | null } | null;
  availability: 'in_stock' | 'low' | 'backorder' | 'sold_out';
  description: string | null;
  /** The choices between its variants, for filters by option. */
  options: { name: string; values: string[] }[];
  seo: { title: string | null; description: string | null } | null;
  variants: { id: string; sku: string; optionValues: string[]; price: { amount: number; compareAt: number | null } | null; availability: 'in_stock' | 'low' | 'backorder' | 'sold_out' }[];
  updatedAt: string;
};

export type StorefrontProductSummary = {
  id: string;
  /** In the language that was asked for, if it has one there. */
  handle: string;
  title: string;
  kind: 'physical' | 'digital' | 'service' | 'gift_card';
  vendor: string | null;
  productType: string | null;
  tags: string[];
  media: { id: string; url: string }[];
  categoryIds: string[];
  rating: Rating;
  currency: string;
  price: { from: number; to: number; compareAt: number | null } | null;
  availability: 'in_stock' | 'low' | 'backorder' | 'sold_out';
  /** The choices between its variants, for filters by option. */
  options: { name: string; values: string[] }[];
};

export type Subscription = {
  id: string;
  name: string;
  url: string;
  events: string[];
  /** Sends only events whose data has one of the values in each of these fields, for example { "type": ["article"], "propertyId": ["…"] }. A dot leads into an object (focalPoint.x); of a list, one element suffices; a missing field counts as null. */
  filter: Record<string, (string | number | boolean | null)[]> | null;
  /** The names of your own headers; their values are not shown. */
  headerNames: string[];
  active: boolean;
  /** Every attempt since this time has failed, at least five in a row. */
  failingSince: string | null;
  /** When it was paused because it had failed for days; its deliveries are held until it is resumed. */
  disabledAt: string | null;
  rateLimit: number | null;
  /** In full only in the answer to its creation or rotation, then its first 8 characters. */
  signingSecret: string;
  /** After a rotation: until when the secret before signs as well. */
  previousSecretUntil: string | null;
  /** After several rotations: until when the secrets before that one sign as well. */
  olderSecretsUntil: string[];
  ordered: boolean;
  coalesceSeconds: number | null;
  /** Verifies the ed25519 signature: whpk_ and 32 bytes as base64. */
  publicKey: string | null;
  createdAt: string;
  updatedAt: string;
};

export type SubscriptionAttempts = {
  subscriptionId: string;
  /** One for each hour, oldest first; the last is the current one. */
  hours: { at: string; succeeded: number; failed: number }[];
};

export type SubscriptionChange = {
  name?: string;
  /** An https address that is reachable from the internet. */
  url?: string;
  /** Event types. A * as the last part stands for all types that begin so, also future ones: content.*, or * alone. */
  events?: string[];
  /** Sends only events whose data has one of the values in each of these fields, for example { "type": ["article"], "propertyId": ["…"] }. A dot leads into an object (focalPoint.x); of a list, one element suffices; a missing field counts as null. */
  filter?: Record<string, (string | number | boolean | null)[]> | null;
  /** true adds an ed25519 signature (v1a of Standard Webhooks), which publicKey verifies: for receivers that must not know a secret. */
  asymmetric?: boolean;
  /** true: of one object (the id in data), a delivery waits until the one before it is delivered or has failed for good. One that fails holds up the others of its object for up to 7.5 hours. */
  ordered?: boolean;
  /** Gathers the events of so many seconds, and delivers them as one of type webhook.batch, whose data has the list; null delivers each by itself. */
  coalesceSeconds?: number | null;
  /** Deliveries a second at most; null for no limit. */
  rateLimit?: number | null;
  /** Headers to set; null removes one; those that are not named stay. */
  headers?: Record<string, string | null>;
  /** false pauses the subscription; deliveries of matching events are held. */
  active?: boolean;
  /** The treatment of waiting deliveries: "discard" cancels them. */
  backlog?: 'send' | 'discard';
};

export type SubscriptionHealth = {
  subscriptionId: string;
  since: string;
  /** Only events from this time on. */
  deliveries: { delivered: number; failed: number; cancelled: number };
  /** Delivered, of all that were delivered or failed for good; null when none was. */
  successRate: number | null;
  attempts: { succeeded: number; failed: number; lastAt: string | null; p50Ms: number | null; p99Ms: number | null };
  /** Open deliveries, apart from those that are being sent at this moment. */
  backlog: { ready: number; waiting: number; held: number };
  oldestPendingSeconds: number | null;
  lastError: { at: string; failure: string; message: string; statusCode: number | null; deliveryId: string } | null;
  /** The sample behind these figures: the newest deliveries, at most 5000 of each of ended, ready and waiting, and the attempts of 1000. all is false when there were more. */
  lookedAt: { deliveries: number; allDeliveries: boolean; attempts: number; allAttempts: boolean };
};

export type TaxRate = {
  id: string;
  name: string;
  country: string;
  region: string | null;
  taxCode: string | null;
  percent: number;
  version: number;
  createdAt: string;
  updatedAt: string;
};

export type TaxRateChange = {
  name?: string;
  /** Two capital letters, ISO 3166-1. */
  country?: string;
  /** The region, as in the address; null: every region. */
  region?: string | null;
  /** The tax code of products and variants; null: all without a rate of their own. */
  taxCode?: string | null;
  /** Up to 4 decimals. */
  percent?: number;
};

export type Tenant = {
  id: string;
  name: string;
  slug: string;
  /** The modules that are active. */
  modules: ModuleName[];
  /** The IANA time zone in which days begin and times are shown, such as Europe/Berlin. */
  timeZone: string;
  /** The ISO 4217 currency that new orders in the dashboard begin with. */
  currency: string;
  /** The language tag whose formats dates and numbers have, such as de-DE; null: that of each browser. */
  locale: string | null;
};

export type TenantChange = {
  name?: string;
  /** The IANA time zone in which days begin and times are shown, such as Europe/Berlin. */
  timeZone?: string;
  /** The ISO 4217 currency that new orders in the dashboard begin with. */
  currency?: string;
  /** The language tag whose formats dates and numbers have, such as de-DE; null: that of each browser. */
  locale?: string | null;
  address?: BusinessAddress | null;
  taxNumber?: string | null;
  /** An image of the library, which cannot be deleted while it is the logo. */
  logoAssetId?: string | null;
};

export type TenantOfAccount = {
  id: string;
  name: string;
  slug: string;
  role: Role;
  /** True for the tenant that this token is for. */
  current: boolean;
};

export type TenantSettings = {
  id: string;
  name: string;
  slug: string;
  /** The modules that are active. */
  modules: ModuleName[];
  /** The IANA time zone in which days begin and times are shown, such as Europe/Berlin. */
  timeZone: string;
  /** The ISO 4217 currency that new orders in the dashboard begin with. */
  currency: string;
  /** The language tag whose formats dates and numbers have, such as de-DE; null: that of each browser. */
  locale: string | null;
  address: BusinessAddress | null;
  taxNumber: string | null;
  /** An image of the library, which cannot be deleted while it is the logo. */
  logoAssetId: string | null;
  version: number;
};

export type TestDelivery = {
  /** The event type whose example is sent. */
  event: string;
};

export type Tracking = {
  carrier?: string;
  number?: string;
  /** An http(s) address. */
  url?: string;
};

export type Variant = {
  id: string;
  productId: string;
  /** Unique in the tenant. Without control characters, and without blanks around it. */
  sku: string;
  barcode: string | null;
  /** One value of each option of the product, in their order. */
  optionValues: string[];
  prices: { currency: string; amount: number; compareAt: number | null }[];
  weightGrams: number | null;
  dimensions: Dimensions | null;
  requiresShipping: boolean;
  taxCode: string | null;
  status: 'active' | 'archived';
  /** Arbitrary key/value pairs, returned verbatim. At most 64 KiB and 32 levels deep. */
  metadata: Record<string, unknown>;
  position: number;
  version: number;
  createdAt: string;
  updatedAt: string;
};

export type VariantChange = {
  /** Unique in the tenant. Without control characters, and without blanks around it. */
  sku?: string;
  barcode?: string | null;
  /** One value of each option of the product, in their order. */
  optionValues?: string[];
  /** One per currency. */
  prices?: NewPrice[];
  weightGrams?: number | null;
  dimensions?: Dimensions | null;
  requiresShipping?: boolean;
  taxCode?: string | null;
  status?: 'active' | 'archived';
  /** Arbitrary key/value pairs, returned verbatim. At most 64 KiB and 32 levels deep. */
  metadata?: Record<string, unknown>;
  position?: number;
};

export type VariantGrid = {
  options?: ProductOption[];
  /** All variants, in order; others of the product are deleted. */
  variants: VariantInGrid[];
};

export type VariantInGrid = {
  /** The variant to change; without it, the one with this SKU, or a new one. */
  id?: string;
  /** Unique in the tenant. Without control characters, and without blanks around it. */
  sku: string;
  barcode?: string | null;
  /** One value of each option of the product, in their order. */
  optionValues?: string[];
  /** One per currency. */
  prices?: NewPrice[];
  weightGrams?: number | null;
  dimensions?: Dimensions | null;
  requiresShipping?: boolean;
  taxCode?: string | null;
  status?: 'active' | 'archived';
  /** Arbitrary key/value pairs, returned verbatim. At most 64 KiB and 32 levels deep. */
  metadata?: Record<string, unknown>;
};

export type View = {
  id: string;
  list: string;
  name: string;
  query: Record<string, string>;
  /** The shown columns in their order; null: as the list comes. */
  columns: string[] | null;
  /** The list opens with this view. A list has one at most. */
  isDefault: boolean;
  place: number;
  version: number;
  createdAt: string;
  updatedAt: string;
};

export type ViewChange = {
  /** Unique in its list. */
  name?: string;
  /** The parameters of the list. Several values of one are separated by commas. */
  query?: Record<string, string>;
  /** The shown columns in their order; null: as the list comes. */
  columns?: string[] | null;
  /** The list opens with this view. A list has one at most. */
  isDefault?: boolean;
  /** Views with a smaller place come first. */
  place?: number;
};

/** `METHOD /path`, and ` keyed` behind it if the operation takes an Idempotency-Key. */
export const ROUTES = expand(`/healthz GET getHealthz
/media/{tenantId}/{id}/{file} GET getMediaFile
/metrics GET getMetrics
/readyz GET getReadyz
/v1/api-keys POST* createApiKey GET listApiKeys
/v1/api-keys/usage GET listApiKeyUsage
/v1/api-keys/{id} DELETE deleteApiKey GET getApiKey PATCH updateApiKey
/v1/api-keys/{id}/rotate POST* rotateApiKey
/v1/api-keys/{id}/usage GET getApiKeyUsage
/v1/audit-log GET listAuditLog
/v1/audit-log/verification GET getAuditLogVerification
/v1/auth/account GET getAuthAccount
/v1/auth/change-password POST changePassword
/v1/auth/invitations/accept POST acceptInvitation
/v1/auth/invitations/join POST joinByInvitation
/v1/auth/invitations/look-up POST lookUpInvitation
/v1/auth/recovery-codes POST renewRecoveryCodes
/v1/auth/refresh POST refresh
/v1/auth/second-factors GET getAuthSecondFactors
/v1/auth/second-factors/passkey POST beginPasskey
/v1/auth/second-factors/passkey/confirm POST confirmPasskey
/v1/auth/second-factors/totp POST beginTotp
/v1/auth/second-factors/{id}/confirm POST confirmTotp
/v1/auth/second-factors/{id}/remove POST removeSecondFactor
/v1/auth/sessions GET listAuthSessions
/v1/auth/sessions/end-others POST endOtherSessions
/v1/auth/sessions/{id} DELETE deleteAuthSession
/v1/auth/set-password POST setPassword
/v1/auth/sign-in POST signIn
/v1/auth/sign-in/second-factor POST signInSecondFactor
/v1/auth/sign-out POST signOut
/v1/auth/switch-tenant POST switchTenant
/v1/auth/tenants GET listAuthTenants
/v1/catalog/categories POST* createCategory GET listCategories
/v1/catalog/categories/{id} DELETE deleteCategory GET getCategory PATCH updateCategory
/v1/catalog/exports GET exportProducts
/v1/catalog/imports POST* createCatalogImport GET listCatalogImports
/v1/catalog/imports/{id} GET getCatalogImport
/v1/catalog/imports/{id}/cancel POST* cancelCatalogImport
/v1/catalog/imports/{id}/errors GET getCatalogImportErrors
/v1/catalog/price-lists POST* createPriceList GET listPriceLists
/v1/catalog/price-lists/{id} DELETE deletePriceList GET getPriceList PATCH updatePriceList
/v1/catalog/price-lists/{id}/entries GET listPriceListEntries PUT setPriceListEntries
/v1/catalog/prices POST* quotePrices
/v1/catalog/prices/bulk POST* changePricesInBulk
/v1/catalog/products POST* createProduct GET listProducts
/v1/catalog/products/bulk POST* changeProductsInBulk
/v1/catalog/products/count GET countProducts
/v1/catalog/products/{id} DELETE deleteProduct GET getProduct PATCH updateProduct
/v1/catalog/products/{id}/activate POST* activateProduct
/v1/catalog/products/{id}/archive POST* archiveProduct
/v1/catalog/products/{id}/orders GET listOrdersOfProduct
/v1/catalog/products/{id}/variants GET getProductVariants PUT replaceProductVariants
/v1/catalog/variants POST* createVariant GET listVariants
/v1/catalog/variants/{id} DELETE deleteVariant GET getVariant PATCH updateVariant
/v1/checkout/carts GET listCarts
/v1/checkout/carts/{id} GET getCart
/v1/checkout/carts/{id}/recovery-link POST* createRecoveryLink
/v1/checkout/checkouts GET listCheckouts
/v1/checkout/checkouts/{id} GET getCheckout
/v1/checkout/checkouts/{id}/complete POST* completeCheckout
/v1/checkout/checkouts/{id}/expire POST* expireCheckout
/v1/checkout/discounts POST* createDiscount GET listDiscounts
/v1/checkout/discounts/{id} DELETE deleteDiscount GET getDiscount PATCH updateDiscount
/v1/checkout/settings GET getCheckoutSettings PUT replaceCheckoutSettings
/v1/checkout/shipping-options POST* createShippingOption GET listShippingOptions
/v1/checkout/shipping-options/{id} DELETE deleteShippingOption GET getShippingOption PATCH updateShippingOption
/v1/checkout/tax-rates POST* createTaxRate GET listTaxRates
/v1/checkout/tax-rates/{id} DELETE deleteTaxRate GET getTaxRate PATCH updateTaxRate
/v1/content/calendar GET getContentCalendar
/v1/content/colleagues GET listContentColleagues
/v1/content/comments/{id} DELETE deleteComment PATCH updateComment
/v1/content/entries POST* createEntry GET listEntries
/v1/content/entries/bulk POST* changeEntriesInBulk
/v1/content/entries/{id} DELETE deleteEntry GET getEntry PATCH updateEntry
/v1/content/entries/{id}/comment-places GET listEntryCommentPlaces
/v1/content/entries/{id}/comments POST* createEntryComment GET listEntryComments
/v1/content/entries/{id}/diff GET compareEntryRevisions
/v1/content/entries/{id}/position PUT moveEntry
/v1/content/entries/{id}/preview-token POST* createPreviewToken
/v1/content/entries/{id}/publish POST* publishEntry
/v1/content/entries/{id}/references GET listEntryReferences
/v1/content/entries/{id}/restore POST* restoreEntry
/v1/content/entries/{id}/review PUT decideEntryReview GET getEntryReview POST* requestEntryReview
/v1/content/entries/{id}/revisions GET listEntryRevisions
/v1/content/entries/{id}/revisions/{version} GET getEntryRevision
/v1/content/entries/{id}/revisions/{version}/restore POST* restoreEntryRevision
/v1/content/entries/{id}/schedule POST* scheduleEntry DELETE unscheduleEntry
/v1/content/entries/{id}/unpublish POST* unpublishEntry
/v1/content/locales GET getContentLocales PUT replaceContentLocales
/v1/content/locales/change GET getContentLocalesChange
/v1/content/preview-tokens POST* createSitePreviewToken
/v1/content/preview/{token} GET previewEntry
/v1/content/published/{type} GET listPublishedEntries
/v1/content/published/{type}/{slug} GET getPublishedEntry
/v1/content/releases POST* createRelease GET listReleases
/v1/content/releases/{id} DELETE deleteRelease GET getRelease PATCH updateRelease
/v1/content/releases/{id}/entries POST* addReleaseEntries
/v1/content/releases/{id}/entries/{entryId} DELETE removeReleaseEntry
/v1/content/releases/{id}/publish POST* publishRelease
/v1/content/releases/{id}/schedule POST* scheduleRelease DELETE unscheduleRelease
/v1/content/reviews GET listContentReviews
/v1/content/search GET searchPublishedEntries
/v1/content/trees/{type} GET getPublishedTree
/v1/content/type-changes/{id} GET getContentTypeChange
/v1/content/types GET listContentTypes
/v1/content/types/{name} DELETE deleteContentType GET getContentType PUT replaceContentType
/v1/crm/customers POST* createCustomer GET listCustomers
/v1/crm/customers/export GET getCustomerExport
/v1/crm/customers/{id} GET getCustomer PATCH updateCustomer
/v1/crm/customers/{id}/archive POST* archiveCustomer
/v1/crm/customers/{id}/erase POST* eraseCustomer
/v1/crm/customers/{id}/merge POST* mergeCustomer
/v1/crm/customers/{id}/orders GET listCustomerOrders
/v1/crm/customers/{id}/timeline GET listCustomerTimeline
/v1/crm/customers/{id}/totals GET getCustomerTotals
/v1/crm/customers/{id}/unarchive POST* unarchiveCustomer
/v1/crm/imports POST* createImport GET listImports
/v1/crm/imports/{id} GET getImport
/v1/crm/imports/{id}/cancel POST* cancelImport
/v1/crm/imports/{id}/errors GET getImportErrors
/v1/crm/metrics GET getOrderMetrics
/v1/crm/orders POST* createOrder GET listOrders
/v1/crm/orders/bulk POST* createOrdersInBulk
/v1/crm/orders/count GET countOrders
/v1/crm/orders/export GET getOrderExport
/v1/crm/orders/invoices.pdf GET getOrderInvoices
/v1/crm/orders/packing-slips.pdf GET getOrderPackingSlips
/v1/crm/orders/{id} GET getOrder PATCH updateOrder
/v1/crm/orders/{id}/cancel POST* cancelOrder
/v1/crm/orders/{id}/comments POST* createOrderComment
/v1/crm/orders/{id}/deliver POST* deliverOrder
/v1/crm/orders/{id}/fulfill POST* fulfillOrder
/v1/crm/orders/{id}/invoice.pdf GET getOrderInvoice
/v1/crm/orders/{id}/packing-slip.pdf GET getOrderPackingSlip
/v1/crm/orders/{id}/payments POST* createOrderPayment
/v1/crm/orders/{id}/refund POST* refundOrder
/v1/crm/orders/{id}/timeline GET listOrderTimeline
/v1/crm/sold-items GET listSoldItems
/v1/events GET listEvents
/v1/events/types GET listEventTypes
/v1/events/{id} GET getEvent
/v1/home GET getHome
/v1/inventory/adjustments POST* createAdjustment
/v1/inventory/imports POST* importCounts
/v1/inventory/items POST* createItem GET listItems
/v1/inventory/items/{sku} GET getItem PATCH updateItem
/v1/inventory/locations POST* createLocation GET listLocations
/v1/inventory/locations/{id} DELETE deleteLocation GET getLocation PATCH updateLocation
/v1/inventory/movements GET listMovements
/v1/inventory/reservations GET listReservations
/v1/inventory/reservations/{orderId}/move POST* moveReservation
/v1/inventory/settings PATCH changeInventorySettings GET getInventorySettings
/v1/inventory/transfers POST* createTransfer
/v1/me GET getMe PATCH updateMe
/v1/media GET listAssets POST* uploadAsset
/v1/media/folders GET listAssetFolders
/v1/media/folders/move POST* moveAssetFolder
/v1/media/presets GET getImagePresets PUT replaceImagePresets
/v1/media/{id} DELETE deleteAsset GET getAsset PATCH updateAsset
/v1/media/{id}/files/{file} GET getAssetFile
/v1/media/{id}/sign POST* signAsset
/v1/media/{id}/usage GET getAssetUsage
/v1/modules GET listModules
/v1/modules/{name}/activate POST* activateModule
/v1/modules/{name}/deactivate POST* deactivateModule
/v1/notices GET listNotices
/v1/notices/{id}/read POST* readNotice
/v1/openapi.json GET getOpenapiJson
/v1/properties POST* createProperty GET listProperties
/v1/properties/{id} DELETE deleteProperty GET getProperty PATCH updateProperty
/v1/properties/{id}/domains GET listPropertyDomains
/v1/properties/{id}/verify POST verifyProperty
/v1/redirects POST* createRedirect GET listRedirects
/v1/redirects/export GET getRedirectExport
/v1/redirects/import POST* importRedirects
/v1/redirects/resolve GET resolveRedirect
/v1/redirects/{id} DELETE deleteRedirect GET getRedirect PATCH updateRedirect
/v1/requests GET listRequests
/v1/requests/{id} GET getRequest
/v1/search GET search
/v1/staff POST* createStaff GET listStaff
/v1/staff/{id} DELETE deleteStaff PATCH updateStaff
/v1/staff/{id}/invitation POST* createStaffInvitation
/v1/storefront-keys POST* createStorefrontKey GET listStorefrontKeys
/v1/storefront-keys/{id} DELETE deleteStorefrontKey GET getStorefrontKey PATCH updateStorefrontKey
/v1/storefront/carts POST* createStorefrontCart
/v1/storefront/carts/current GET getStorefrontCart PATCH updateStorefrontCart
/v1/storefront/carts/current/claim POST* claimStorefrontCart
/v1/storefront/carts/current/codes POST* addStorefrontCartCode
/v1/storefront/carts/current/codes/{id} DELETE removeStorefrontCartCode
/v1/storefront/carts/current/lines POST* addStorefrontCartLines
/v1/storefront/carts/current/lines/{key} PUT setStorefrontCartLine
/v1/storefront/categories GET listStorefrontCategories
/v1/storefront/checkouts POST startStorefrontCheckout
/v1/storefront/checkouts/current DELETE cancelStorefrontCheckout GET getStorefrontCheckout PATCH updateStorefrontCheckout
/v1/storefront/checkouts/current/complete POST completeStorefrontCheckout
/v1/storefront/content-search GET searchStorefrontEntries
/v1/storefront/content-trees/{type} GET getStorefrontTree
/v1/storefront/content/{type} GET listStorefrontEntries
/v1/storefront/content/{type}/{slug} GET getStorefrontEntry
/v1/storefront/orders GET listStorefrontOrders
/v1/storefront/orders/current GET getStorefrontOrderOfCart
/v1/storefront/orders/{id} GET getStorefrontOrder
/v1/storefront/products GET listStorefrontProducts
/v1/storefront/products/{handle} GET getStorefrontProduct
/v1/storefront/recover/{token} GET recoverStorefrontCart
/v1/storefront/sessions POST createStorefrontSession
/v1/storefront/sessions/current DELETE endStorefrontSession
/v1/storefront/sessions/current/renew POST renewStorefrontSession
/v1/storefront/shop GET getStorefrontShop
/v1/tenant GET getTenant PATCH updateTenant
/v1/tenant/second-factor GET getTenantSecondFactor PUT updateTenantSecondFactor
/v1/usage GET getUsage
/v1/views POST* createView GET listViews
/v1/views/{id} DELETE deleteView GET getView PATCH updateView
/v1/webhooks/attempts GET getWebhookAttempts
/v1/webhooks/deliveries GET listWebhookDeliveries
/v1/webhooks/deliveries/resend POST* resendWebhookDeliveries
/v1/webhooks/deliveries/{id} GET getWebhookDelivery
/v1/webhooks/deliveries/{id}/expunge POST* expungeWebhookDelivery
/v1/webhooks/deliveries/{id}/resend POST* resendWebhookDelivery
/v1/webhooks/deliveries/{id}/retry POST* retryWebhookDelivery
/v1/webhooks/replays/{id} DELETE deleteWebhookReplay GET getWebhookReplay
/v1/webhooks/subscriptions POST* createWebhookSubscription GET listWebhookSubscriptions
/v1/webhooks/subscriptions/{id} DELETE deleteWebhookSubscription GET getWebhookSubscription PATCH updateWebhookSubscription
/v1/webhooks/subscriptions/{id}/attempts GET getWebhookSubscriptionAttempts
/v1/webhooks/subscriptions/{id}/health GET getWebhookSubscriptionHealth
/v1/webhooks/subscriptions/{id}/replay POST* replayWebhookSubscription
/v1/webhooks/subscriptions/{id}/replays GET listWebhookSubscriptionReplays
/v1/webhooks/subscriptions/{id}/rotate-secret POST* rotateSecretWebhookSubscription
/v1/webhooks/subscriptions/{id}/test POST* testWebhookSubscription`) as Record<keyof Operations, string>;

export type Operations = {
  /** Accept an invitation with the account you are signed in with. Needs role viewer. */
  acceptInvitation: {
    input: { body: { token: string } };
    answer: { success: true; data: Invitation };
  };
  /** Switch a module on; its data stays. Needs role admin. */
  activateModule: {
    input: { path: { name: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: Module };
  };
  /** Offer a product for sale. Needs role editor, scope write:catalog, module catalog. */
  activateProduct: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: Product };
  };
  /** Add entries to an open release. Needs role editor, scope write:content, module content. */
  addReleaseEntries: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body: NewReleaseEntries };
    answer: { success: true; data: ReleaseWithEntries };
  };
  /** Add a discount code to the cart. Needs cartToken, module checkout. */
  addStorefrontCartCode: {
    input: { body: NewCartCode };
    answer: { success: true; data: Cart };
  };
  /** Add lines to the cart. Needs cartToken, module checkout. */
  addStorefrontCartLines: {
    input: { body: NewCartLines };
    answer: { success: true; data: Cart };
  };
  /** Archive a customer: out of the list, but still there. Needs role editor, scope write:crm, module crm. */
  archiveCustomer: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: Customer };
  };
  /** Take a product off sale. Needs role editor, scope write:catalog, module catalog. */
  archiveProduct: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: Product };
  };
  /** Begin with a passkey: the options that a browser needs to make one. Needs role viewer. */
  beginPasskey: {
    input: { body: PasswordProof };
    answer: { success: true; data: { ticket: string; options: Record<string, unknown> } };
  };
  /** Begin with an authenticator app; confirm it with its first code. Needs role viewer. */
  beginTotp: {
    input: { body: { password: string; name?: string } };
    answer: { success: true; data: { id: string; secret: string; address: string } };
  };
  /** Cancel an import; products that it has written stay. Needs role editor, scope write:catalog, module catalog. */
  cancelCatalogImport: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: CatalogImport };
  };
  /** Cancel an import; orders that it has placed stay. Needs role editor, scope write:crm_bulk, module crm. */
  cancelImport: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: OrderImport };
  };
  /** Cancel an order. Needs role editor, scope write:crm, module crm. */
  cancelOrder: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: Cancellation };
    answer: { success: true; data: Order };
  };
  /** Cancel the checkout, and free its stock at once. Needs cartToken, module checkout. */
  cancelStorefrontCheckout: {
    input: object;
    answer: { success: true; data: Checkout };
  };
  /** Publish, unpublish, delete or restore up to 200 entries. Needs role editor, scope write:content, module content. */
  changeEntriesInBulk: {
    input: { query?: { dryRun?: boolean }; body: EntriesAction };
    answer: { success: true; data: EntriesActionResult };
  };
  /** Change how orders meet the stock. Needs role admin, scope write:inventory, module inventory. */
  changeInventorySettings: {
    input: { query?: { dryRun?: boolean }; body?: InventorySettingsChange };
    answer: { success: true; data: InventorySettings };
  };
  /** Change your own password; every other sign-in of yours ends. Needs role viewer. */
  changePassword: {
    input: { body: { currentPassword: string; newPassword: string } };
    answer: { success: true; data: { changed: true } };
  };
  /** Change the prices of up to 5000 variants by percent or amount, or set them. Needs role editor, scope write:catalog, module catalog. */
  changePricesInBulk: {
    input: { query?: { dryRun?: boolean }; body: PricesChange };
    answer: { success: true; data: BulkChangeResult };
  };
  /** Change the status or the tags of up to 1000 products. Needs role editor, scope write:catalog, module catalog. */
  changeProductsInBulk: {
    input: { query?: { dryRun?: boolean }; body: ProductsChange };
    answer: { success: true; data: BulkChangeResult };
  };
  /** Make a cart that of the customer who signed in. Needs customerSession, module checkout. */
  claimStorefrontCart: {
    input: { body: { token: string } };
    answer: { success: true; data: CartWithToken };
  };
  /** Compare two revisions of an entry. Needs role viewer, scope read:content, module content. */
  compareEntryRevisions: {
    input: { path: { id: string }; query?: { from?: number; to?: number } };
    answer: { success: true; data: RevisionComparison };
  };
  /** Place the order of an open checkout. Needs role editor, scope write:checkout, module checkout. */
  completeCheckout: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: CheckoutCompletionByStaff };
    answer: { success: true; data: CompletedCheckout };
  };
  /** Complete the checkout: place its order. Needs cartToken, module checkout. */
  completeStorefrontCheckout: {
    input: { body: CheckoutCompletion };
    answer: { success: true; data: CompletedCheckout };
  };
  /** Keep the passkey that the browser made; your other sign-ins end with the first factor. Needs role viewer. */
  confirmPasskey: {
    input: { body: { ticket: string; name: string; response: Record<string, unknown> } };
    answer: { success: true; data: RecoveryCodes };
  };
  /** Confirm an authenticator app within ten minutes; your other sign-ins end with the first factor. Needs role viewer. */
  confirmTotp: {
    input: { path: { id: string }; body: { code: string } };
    answer: { success: true; data: RecoveryCodes };
  };
  /** Count orders. Needs role viewer, scope read:crm, module crm. */
  countOrders: {
    input: { query?: { q?: string; status?: 'placed' | 'partially_fulfilled' | 'fulfilled' | 'delivered' | 'cancelled' | 'refunded' | ('placed' | 'partially_fulfilled' | 'fulfilled' | 'delivered' | 'cancelled' | 'refunded')[]; paymentStatus?: 'unpaid' | 'partially_paid' | 'paid' | 'partially_refunded' | 'refunded' | 'failed' | 'voided' | ('unpaid' | 'partially_paid' | 'paid' | 'partially_refunded' | 'refunded' | 'failed' | 'voided')[]; channel?: 'storefront' | 'b2b_portal' | 'admin' | 'import' | 'mcp' | ('storefront' | 'b2b_portal' | 'admin' | 'import' | 'mcp')[]; owed?: 'true'; customerId?: string; propertyId?: string; orderNumber?: string; createdFrom?: string; createdTo?: string; currency?: string; totalFrom?: number; totalTo?: number; metadataKey?: string; metadataValue?: string } };
    answer: { success: true; data: OrderCount };
  };
  /** Count the products that match, up to 1000. Needs role viewer, scope read:catalog, module catalog. */
  countProducts: {
    input: { query?: { status?: 'draft' | 'active' | 'archived'; kind?: 'physical' | 'digital' | 'service' | 'gift_card'; categoryId?: string; tag?: string; vendor?: string; type?: string; propertyId?: string; currency?: string; priceFrom?: number; priceTo?: number; q?: string; sku?: string; stock?: 'low' | 'depleted' } };
    answer: { success: true; data: ProductCount };
  };
  /** Adjust or count stock, all lines or none. Needs role editor, scope write:inventory, module inventory. */
  createAdjustment: {
    input: { query?: { dryRun?: boolean }; body: NewAdjustment };
    answer: { success: true; data: Movements };
  };
  /** Create an API key. Needs role admin. */
  createApiKey: {
    input: { query?: { dryRun?: boolean }; body: NewApiKey };
    answer: { success: true; data: CreatedApiKey };
  };
  /** Import products from a file (CSV or NDJSON); the work goes on in the background. Needs role editor, scope write:catalog, module catalog. */
  createCatalogImport: {
    input: { query?: { mapping?: string; delimiter?: 'comma' | 'semicolon' | 'tab'; decimal?: 'point' | 'comma'; fileName?: string; existing?: 'update' | 'skip' | 'refuse'; errorPolicy?: 'reject_failed' | 'reject_all'; currency?: string; dryRun?: boolean }; contentType: 'text/csv' | 'application/x-ndjson'; body: RawBody };
    answer: { success: true; data: CatalogImport };
  };
  /** Create a category. Needs role editor, scope write:catalog, module catalog. */
  createCategory: {
    input: { query?: { dryRun?: boolean }; body: NewCategory };
    answer: { success: true; data: Category };
  };
  /** Create a customer. Needs role editor, scope write:crm, module crm. */
  createCustomer: {
    input: { query?: { dryRun?: boolean }; body: NewCustomer };
    answer: { success: true; data: Customer };
  };
  /** Create a discount. Needs role editor, scope write:checkout, module checkout. */
  createDiscount: {
    input: { query?: { dryRun?: boolean }; body: NewDiscount };
    answer: { success: true; data: Discount };
  };
  /** Create an entry as a draft. Needs role editor, scope write:content, module content. */
  createEntry: {
    input: { query?: { dryRun?: boolean }; body: NewEntry };
    answer: { success: true; data: Entry };
  };
  /** Comment on an entry, on one of its fields, or on a block. Needs role editor, scope write:content, module content. */
  createEntryComment: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body: NewContentComment };
    answer: { success: true; data: ContentComment };
  };
  /** Import orders from a file (CSV or NDJSON); the work goes on in the background. Needs role editor, scope write:crm_bulk, module crm. */
  createImport: {
    input: { query?: { mapping?: string; delimiter?: 'comma' | 'semicolon' | 'tab'; decimal?: 'point' | 'comma'; fileName?: string; errorPolicy?: 'reject_failed' | 'reject_all'; createCustomers?: boolean; channel?: 'storefront' | 'b2b_portal' | 'admin' | 'import' | 'mcp'; currency?: string; dryRun?: boolean }; contentType: 'text/csv' | 'application/x-ndjson'; body: RawBody };
    answer: { success: true; data: OrderImport };
  };
  /** Create an item: a SKU whose stock is kept. Needs role editor, scope write:inventory, module inventory. */
  createItem: {
    input: { query?: { dryRun?: boolean }; body: NewItem };
    answer: { success: true; data: Item };
  };
  /** Create a location: a place where stock is. Needs role admin, scope write:inventory, module inventory. */
  createLocation: {
    input: { query?: { dryRun?: boolean }; body: NewLocation };
    answer: { success: true; data: Location };
  };
  /** Place an order. Needs role editor, scope write:crm, module crm. */
  createOrder: {
    input: { query?: { dryRun?: boolean }; body: NewOrder };
    answer: { success: true; data: Order };
  };
  /** Comment on an order, in its timeline. Needs role editor, scope write:crm, module crm. */
  createOrderComment: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body: NewComment };
    answer: { success: true; data: Order };
  };
  /** Record a payment that was made elsewhere. Needs role editor, scope write:crm, module crm. */
  createOrderPayment: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body: NewPayment };
    answer: { success: true; data: Order };
  };
  /** Place up to 1,000 orders, with a result for each. Needs role editor, scope write:crm_bulk, module crm. */
  createOrdersInBulk: {
    input: { query?: { dryRun?: boolean }; body: { errorPolicy?: 'reject_all' | 'reject_failed'; orders: PastOrder[] } };
    answer: { success: true; data: BulkOrdersResult };
  };
  /** Make a token that shows the draft for a short while. Needs role editor, scope write:content, module content. */
  createPreviewToken: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: { minutes?: number } };
    answer: { success: true; data: PreviewToken };
  };
  /** Create a price list. Needs role editor, scope write:catalog, module catalog. */
  createPriceList: {
    input: { query?: { dryRun?: boolean }; body: NewPriceList };
    answer: { success: true; data: PriceList };
  };
  /** Create a product, with its variants if they are known. Needs role editor, scope write:catalog, module catalog. */
  createProduct: {
    input: { query?: { dryRun?: boolean }; body: NewProduct };
    answer: { success: true; data: Product };
  };
  /** Create a property: a site with its domains and languages. Needs role editor, scope write:properties. */
  createProperty: {
    input: { query?: { dryRun?: boolean }; body: NewProperty };
    answer: { success: true; data: Property };
  };
  /** Make a link that restores an abandoned cart. Needs role editor, scope write:checkout, module checkout. */
  createRecoveryLink: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: RecoveryLink };
  };
  /** Add a redirect. Needs role editor, scope write:redirects, module redirects. */
  createRedirect: {
    input: { query?: { dryRun?: boolean }; body: NewRedirect };
    answer: { success: true; data: Redirect };
  };
  /** Create a release, without entries. Needs role editor, scope write:content, module content. */
  createRelease: {
    input: { query?: { dryRun?: boolean }; body: NewRelease };
    answer: { success: true; data: Release };
  };
  /** Create a shipping option. Needs role editor, scope write:checkout, module checkout. */
  createShippingOption: {
    input: { query?: { dryRun?: boolean }; body: NewShippingOption };
    answer: { success: true; data: ShippingOption };
  };
  /** Make a token that shows the drafts of a whole site for a short while. Needs role editor, scope write:content, module content. */
  createSitePreviewToken: {
    input: { query?: { dryRun?: boolean }; body?: { minutes?: number } };
    answer: { success: true; data: PreviewToken };
  };
  /** Invite a person to the staff. Needs role admin. */
  createStaff: {
    input: { body: { email: string; name?: string; role: Role; contentTypes?: Record<string, 'none' | 'read' | 'write' | 'publish'> | null } };
    answer: { success: true; data: InvitedStaffMember };
  };
  /** Make a new invitation link; the former one expires. Needs role admin. */
  createStaffInvitation: {
    input: { path: { id: string } };
    answer: { success: true; data: InvitedStaffMember };
  };
  /** Create a cart with its first lines. Needs publishableKey or bearer or customerSession, module checkout. */
  createStorefrontCart: {
    input: { body: NewCart };
    answer: { success: true; data: CartWithToken };
  };
  /** Create a storefront key: it opens the shop of one site, and may be public. Needs role admin. */
  createStorefrontKey: {
    input: { query?: { dryRun?: boolean }; body: NewStorefrontKey };
    answer: { success: true; data: StorefrontKey };
  };
  /** Sign a customer in, after your own server has checked who it is. Needs bearer. */
  createStorefrontSession: {
    input: { body: NewCustomerSession };
    answer: { success: true; data: CustomerSession };
  };
  /** Create a tax rate. Needs role editor, scope write:checkout, module checkout. */
  createTaxRate: {
    input: { query?: { dryRun?: boolean }; body: NewTaxRate };
    answer: { success: true; data: TaxRate };
  };
  /** Move stock from one location to another, all lines or none. Needs role editor, scope write:inventory, module inventory. */
  createTransfer: {
    input: { query?: { dryRun?: boolean }; body: NewTransfer };
    answer: { success: true; data: Movements };
  };
  /** Add a variant to a product, behind the others. Needs role editor, scope write:catalog, module catalog. */
  createVariant: {
    input: { query?: { dryRun?: boolean }; body: NewVariant };
    answer: { success: true; data: Variant };
  };
  /** Save a view of a list for everybody on the staff. Needs role editor. */
  createView: {
    input: { query?: { dryRun?: boolean }; body: NewView };
    answer: { success: true; data: View };
  };
  /** Subscribe an address to events. Needs role admin. */
  createWebhookSubscription: {
    input: { query?: { dryRun?: boolean }; body: NewSubscription };
    answer: { success: true; data: Subscription };
  };
  /** Switch a module off; its data stays. Needs role admin. */
  deactivateModule: {
    input: { path: { name: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: Module };
  };
  /** Approve a version of an entry, or ask for changes. Needs role editor, scope write:content, module content. */
  decideEntryReview: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body: ContentReviewDecision };
    answer: { success: true; data: ContentReview };
  };
  /** Revoke an API key, from its next request on. Needs role admin. */
  deleteApiKey: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: Deleted };
  };
  /** Delete an asset. Needs role editor, scope write:media, module media. */
  deleteAsset: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: Deleted };
  };
  /** End one of your sign-ins. Needs role viewer. */
  deleteAuthSession: {
    input: { path: { id: string } };
    answer: { success: true; data: Deleted };
  };
  /** Delete a category. Needs role editor, scope write:catalog, module catalog. */
  deleteCategory: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: Deleted };
  };
  /** Delete a comment with its replies. Needs role editor, scope write:content, module content. */
  deleteComment: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: Deleted };
  };
  /** Delete a content type that has no entries. Needs role editor, scope write:content, module content. */
  deleteContentType: {
    input: { path: { name: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: Deleted };
  };
  /** Delete a discount. Needs role editor, scope write:checkout, module checkout. */
  deleteDiscount: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: Deleted };
  };
  /** Delete an entry, restorable for 30 days. Needs role editor, scope write:content, module content. */
  deleteEntry: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: Deleted };
  };
  /** Delete a location that never had stock. Needs role admin, scope write:inventory, module inventory. */
  deleteLocation: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: Deleted };
  };
  /** Delete a price list with its entries. Needs role editor, scope write:catalog, module catalog. */
  deletePriceList: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: Deleted };
  };
  /** Delete a product that is draft or archived, with its variants. Needs role editor, scope write:catalog, module catalog. */
  deleteProduct: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: Deleted };
  };
  /** Delete a property. Needs role editor, scope write:properties. */
  deleteProperty: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: Deleted };
  };
  /** Remove a redirect. Needs role editor, scope write:redirects, module redirects. */
  deleteRedirect: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: Deleted };
  };
  /** Delete a release; its entries stay as they are. Needs role editor, scope write:content, module content. */
  deleteRelease: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: Deleted };
  };
  /** Delete a shipping option. Needs role editor, scope write:checkout, module checkout. */
  deleteShippingOption: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: Deleted };
  };
  /** Remove a member from the staff, or withdraw an invitation. Needs role admin. */
  deleteStaff: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: Deleted };
  };
  /** Revoke a storefront key, from its next request on. Needs role admin. */
  deleteStorefrontKey: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: Deleted };
  };
  /** Delete a tax rate. Needs role editor, scope write:checkout, module checkout. */
  deleteTaxRate: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: Deleted };
  };
  /** Delete a variant. Needs role editor, scope write:catalog, module catalog. */
  deleteVariant: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: Deleted };
  };
  /** Delete a saved view. Needs role editor. */
  deleteView: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: Deleted };
  };
  /** Cancel a replay, and what it queued and was not sent yet. Needs role admin. */
  deleteWebhookReplay: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: Replay };
  };
  /** Delete a subscription permanently. Needs role admin. */
  deleteWebhookSubscription: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: Deleted };
  };
  /** Mark what was fulfilled as delivered. Needs role editor, scope write:crm, module crm. */
  deliverOrder: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: DeliveredItems };
    answer: { success: true; data: Order };
  };
  /** End all your sign-ins but this one. Needs role viewer. */
  endOtherSessions: {
    input: object;
    answer: { success: true; data: { ended: number } };
  };
  /** Sign the customer out, from the next request on. Needs customerSession. */
  endStorefrontSession: {
    input: { query?: { dryRun?: boolean } };
    answer: { success: true; data: Deleted };
  };
  /** Erase what is personal about a customer, for good. Needs role admin, scope write:crm, module crm. */
  eraseCustomer: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: CustomerInFull };
  };
  /** End an open checkout now, and free its stock. Needs role editor, scope write:checkout, module checkout. */
  expireCheckout: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: Checkout };
  };
  /** All products as a file: CSV with a row for each variant, NDJSON with a line for each product. Needs role viewer, scope read:catalog, module catalog. */
  exportProducts: {
    input: { query?: { format?: 'csv' | 'ndjson'; after?: string } };
    answer: Response;
  };
  /** Remove the answers that a delivery has stored, and on request the data of its event, for good. Needs role admin. */
  expungeWebhookDelivery: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: Expunction };
    answer: { success: true; data: DeliveryWithAttempts };
  };
  /** Fulfill an order or some of it. Needs role editor, scope write:crm, module crm. */
  fulfillOrder: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: Fulfillment };
    answer: { success: true; data: Order };
  };
  /** An API key. Needs role admin. */
  getApiKey: {
    input: { path: { id: string } };
    answer: { success: true; data: ApiKey };
  };
  /** How many requests were made with a key, by hour. Needs role admin. */
  getApiKeyUsage: {
    input: { path: { id: string }; query?: { hours?: number } };
    answer: { success: true; data: ApiKeyUsage };
  };
  /** Get an asset. Needs role viewer, scope read:media, module media. */
  getAsset: {
    input: { path: { id: string } };
    answer: { success: true; data: Asset };
  };
  /** Get a file of an asset, public or private. Needs role viewer, scope read:media, module media. */
  getAssetFile: {
    input: { path: { id: string; file: string } };
    answer: Response;
  };
  /** See what uses an asset. Needs role viewer, scope read:media, module media. */
  getAssetUsage: {
    input: { path: { id: string } };
    answer: { success: true; data: AssetUsage[] };
  };
  /** Verify that the log is whole: every entry is chained to the one before. Needs role admin. */
  getAuditLogVerification: {
    input: object;
    answer: { success: true; data: AuditLogVerification };
  };
  /** The address of your account, which is yours and not a tenant’s. Needs role viewer. */
  getAuthAccount: {
    input: object;
    answer: { success: true; data: { email: string } };
  };
  /** Your second factors. Needs role viewer. */
  getAuthSecondFactors: {
    input: object;
    answer: { success: true; data: SecondFactors };
  };
  /** Get a cart with the prices of now. Needs role viewer, scope read:checkout, module checkout. */
  getCart: {
    input: { path: { id: string } };
    answer: { success: true; data: Cart };
  };
  /** The progress of an import of products. Needs role viewer, scope read:catalog, module catalog. */
  getCatalogImport: {
    input: { path: { id: string } };
    answer: { success: true; data: CatalogImport };
  };
  /** The errors of an import of products, as a file. Needs role viewer, scope read:catalog, module catalog. */
  getCatalogImportErrors: {
    input: { path: { id: string }; query?: { format?: 'csv' | 'ndjson' } };
    answer: Response;
  };
  /** Get a category. Needs role viewer, scope read:catalog, module catalog. */
  getCategory: {
    input: { path: { id: string } };
    answer: { success: true; data: Category };
  };
  /** Get a checkout. Needs role viewer, scope read:checkout, module checkout. */
  getCheckout: {
    input: { path: { id: string } };
    answer: { success: true; data: Checkout };
  };
  /** Get the settings of carts and checkouts. Needs role viewer, scope read:checkout, module checkout. */
  getCheckoutSettings: {
    input: object;
    answer: { success: true; data: CheckoutSettings };
  };
  /** Everything that is scheduled on some days. Needs role viewer, scope read:content, module content. */
  getContentCalendar: {
    input: { query: { from: string; to: string; property?: string } };
    answer: { success: true; data: ContentCalendar };
  };
  /** Get the locales content is written in. Needs role viewer, scope read:published, module content. */
  getContentLocales: {
    input: object;
    answer: { success: true; data: ContentLocales };
  };
  /** See how far the latest change of the locales in the background has come. Needs role viewer, scope read:content, module content. */
  getContentLocalesChange: {
    input: object;
    answer: { success: true; data: ContentLocalesChange };
  };
  /** Get a content type. Needs role viewer, scope read:content, module content. */
  getContentType: {
    input: { path: { name: string } };
    answer: { success: true; data: ContentType };
  };
  /** See how far a change of a type has come. Needs role viewer, scope read:content, module content. */
  getContentTypeChange: {
    input: { path: { id: string } };
    answer: { success: true; data: ContentTypeChange };
  };
  /** Get a customer. Needs role viewer, scope read:crm, module crm. */
  getCustomer: {
    input: { path: { id: string } };
    answer: { success: true; data: CustomerInFull };
  };
  /** Customers as a file: any list of them, newest first. Needs role viewer, scope read:crm, module crm. */
  getCustomerExport: {
    input: { query?: { type?: 'person' | 'company'; tag?: string; email?: string; phone?: string; externalId?: string; companyId?: string; archived?: 'false' | 'true' | 'all'; createdFrom?: string; createdTo?: string; q?: string; format?: 'csv' | 'ndjson'; after?: string } };
    answer: Response;
  };
  /** The totals of all orders of a customer. Needs role viewer, scope read:crm, module crm. */
  getCustomerTotals: {
    input: { path: { id: string } };
    answer: { success: true; data: CustomerTotals };
  };
  /** Get a discount. Needs role viewer, scope read:checkout, module checkout. */
  getDiscount: {
    input: { path: { id: string } };
    answer: { success: true; data: Discount };
  };
  /** Get an entry with its draft. Needs role viewer, scope read:content, module content. */
  getEntry: {
    input: { path: { id: string } };
    answer: { success: true; data: Entry };
  };
  /** See the latest review of an entry. Needs role viewer, scope read:content, module content. */
  getEntryReview: {
    input: { path: { id: string } };
    answer: { success: true; data: ContentReview | null };
  };
  /** Get a revision with its values. Needs role viewer, scope read:content, module content. */
  getEntryRevision: {
    input: { path: { id: string; version: number } };
    answer: { success: true; data: RevisionInFull };
  };
  /** An event that webhooks carry, with its deliveries. Needs role viewer, scope read:webhooks. */
  getEvent: {
    input: { path: { id: string } };
    answer: { success: true; data: EventWithDeliveries };
  };
  /** The process is alive. */
  getHealthz: {
    input: object;
    answer: { success: true; data: { status: 'ok' } };
  };
  /** The figures that a working day begins with. Needs role viewer. */
  getHome: {
    input: object;
    answer: { success: true; data: Home };
  };
  /** Get the sizes in which pages may ask for images. Needs role viewer, scope read:media, module media. */
  getImagePresets: {
    input: object;
    answer: { success: true; data: Record<string, ImagePreset> };
  };
  /** The progress of an import. Needs role viewer, scope read:crm, module crm. */
  getImport: {
    input: { path: { id: string } };
    answer: { success: true; data: OrderImport };
  };
  /** The errors of an import, as a file. Needs role viewer, scope read:crm, module crm. */
  getImportErrors: {
    input: { path: { id: string }; query?: { format?: 'csv' | 'ndjson' } };
    answer: Response;
  };
  /** Get how orders meet the stock. Needs role viewer, scope read:inventory, module inventory. */
  getInventorySettings: {
    input: object;
    answer: { success: true; data: InventorySettings };
  };
  /** Get an item with its levels. Needs role viewer, scope read:inventory, module inventory. */
  getItem: {
    input: { path: { sku: string } };
    answer: { success: true; data: Item };
  };
  /** Get a location. Needs role viewer, scope read:inventory, module inventory. */
  getLocation: {
    input: { path: { id: string } };
    answer: { success: true; data: Location };
  };
  /** Who am I?. Needs role viewer. */
  getMe: {
    input: object;
    answer: { success: true; data: Me };
  };
  /** Get a file as browsers do, without a token. */
  getMediaFile: {
    input: { path: { tenantId: string; id: string; file: string }; query?: { preset?: string; w?: number; h?: number; fit?: 'cover' | 'contain' | 'inside'; q?: number; format?: 'auto' | 'webp' | 'avif' | 'jpeg' | 'png'; v?: string; expires?: string; signature?: string } };
    answer: Response;
  };
  /** Prometheus metrics; in production only on METRICS_PORT. */
  getMetrics: {
    input: object;
    answer: Response;
  };
  /** This document. */
  getOpenapiJson: {
    input: object;
    answer: Record<string, unknown>;
  };
  /** Get an order with its lines. Needs role viewer, scope read:crm, module crm. */
  getOrder: {
    input: { path: { id: string } };
    answer: { success: true; data: Order };
  };
  /** Orders as a file: any list of them. Needs role viewer, scope read:crm, module crm. */
  getOrderExport: {
    input: { query?: { sort?: 'createdAt' | 'total' | 'orderNumber'; order?: 'asc' | 'desc'; q?: string; status?: 'placed' | 'partially_fulfilled' | 'fulfilled' | 'delivered' | 'cancelled' | 'refunded' | ('placed' | 'partially_fulfilled' | 'fulfilled' | 'delivered' | 'cancelled' | 'refunded')[]; paymentStatus?: 'unpaid' | 'partially_paid' | 'paid' | 'partially_refunded' | 'refunded' | 'failed' | 'voided' | ('unpaid' | 'partially_paid' | 'paid' | 'partially_refunded' | 'refunded' | 'failed' | 'voided')[]; channel?: 'storefront' | 'b2b_portal' | 'admin' | 'import' | 'mcp' | ('storefront' | 'b2b_portal' | 'admin' | 'import' | 'mcp')[]; owed?: 'true'; customerId?: string; propertyId?: string; orderNumber?: string; createdFrom?: string; createdTo?: string; currency?: string; totalFrom?: number; totalTo?: number; metadataKey?: string; metadataValue?: string; format?: 'csv' | 'ndjson'; after?: string; rows?: 'orders' | 'lines' } };
    answer: Response;
  };
  /** The invoice of an order, as PDF. Needs role viewer, scope read:crm, module crm. */
  getOrderInvoice: {
    input: { path: { id: string } };
    answer: Response;
  };
  /** The invoices of several orders, in one PDF. Needs role viewer, scope read:crm, module crm. */
  getOrderInvoices: {
    input: { query: { ids: string } };
    answer: Response;
  };
  /** Orders and revenue by day, channel or currency. Needs role viewer, scope read:crm, module crm. */
  getOrderMetrics: {
    input: { query?: { from?: string; to?: string; by?: 'day' | 'channel' | 'currency' | 'day_and_channel'; compare?: boolean; timeZone?: string } };
    answer: { success: true; data: OrderMetrics };
  };
  /** The packing slip of an order, as PDF. Needs role viewer, scope read:crm, module crm. */
  getOrderPackingSlip: {
    input: { path: { id: string } };
    answer: Response;
  };
  /** The packing slips of several orders, in one PDF. Needs role viewer, scope read:crm, module crm. */
  getOrderPackingSlips: {
    input: { query: { ids: string } };
    answer: Response;
  };
  /** Get a price list. Needs role viewer, scope read:catalog, module catalog. */
  getPriceList: {
    input: { path: { id: string } };
    answer: { success: true; data: PriceList };
  };
  /** Get a product. Needs role viewer, scope read:catalog, module catalog. */
  getProduct: {
    input: { path: { id: string } };
    answer: { success: true; data: Product };
  };
  /** All variants of a product, in order. Needs role viewer, scope read:catalog, module catalog. */
  getProductVariants: {
    input: { path: { id: string } };
    answer: { success: true; data: ProductVariants };
  };
  /** Get a property. Needs role viewer, scope read:properties. */
  getProperty: {
    input: { path: { id: string } };
    answer: { success: true; data: Property };
  };
  /** Read a published entry by its slug or id. Needs role viewer, scope read:published, module content. */
  getPublishedEntry: {
    input: { path: { type: string; slug: string }; query?: { locale?: string; fields?: string; expand?: string; format?: 'json' | 'html'; referrers?: string; property?: string; preview?: string } };
    answer: { success: true; data: PublishedEntry; referrers?: Record<string, ReferrerList> };
  };
  /** Read the tree of a type as it is published. Needs role viewer, scope read:published, module content. */
  getPublishedTree: {
    input: { path: { type: string }; query?: { locale?: string; under?: string; depth?: number; preview?: string; property?: string } };
    answer: { success: true; data: EntryNode[] };
  };
  /** The database answers, is migrated, and work is not piling up unseen. */
  getReadyz: {
    input: object;
    answer: { success: true; data: { status: 'ready'; clock: { skewSeconds: number; isOff: boolean }; backlog?: { queue: string; waiting: number; oldestSeconds: number }[] } };
  };
  /** Get a redirect. Needs role viewer, scope read:redirects, module redirects. */
  getRedirect: {
    input: { path: { id: string } };
    answer: { success: true; data: Redirect };
  };
  /** Redirects as a file: any list of them, newest first. Needs role viewer, scope read:redirects, module redirects. */
  getRedirectExport: {
    input: { query?: { propertyId?: string; from?: string; format?: 'csv' | 'ndjson'; after?: string } };
    answer: Response;
  };
  /** Get a release with its entries. Needs role viewer, scope read:content, module content. */
  getRelease: {
    input: { path: { id: string } };
    answer: { success: true; data: ReleaseWithEntries };
  };
  /** A request; if it failed, with what was sent and answered. Needs role admin. */
  getRequest: {
    input: { path: { id: string } };
    answer: { success: true; data: LoggedRequestInFull };
  };
  /** Get a shipping option. Needs role viewer, scope read:checkout, module checkout. */
  getShippingOption: {
    input: { path: { id: string } };
    answer: { success: true; data: ShippingOption };
  };
  /** Get the cart with the prices of now. Needs cartToken, module checkout. */
  getStorefrontCart: {
    input: object;
    answer: { success: true; data: Cart };
  };
  /** Get the latest checkout of the cart. Needs cartToken, module checkout. */
  getStorefrontCheckout: {
    input: object;
    answer: { success: true; data: Checkout };
  };
  /** Read a published entry of the site by its slug or id. Needs publishableKey, module content. */
  getStorefrontEntry: {
    input: { path: { type: string; slug: string }; query?: { locale?: string; fields?: string; expand?: string; format?: 'json' | 'html'; referrers?: string; key?: string; preview?: string } };
    answer: { success: true; data: PublishedEntry; referrers?: Record<string, ReferrerList> };
  };
  /** Get a storefront key. Needs role admin. */
  getStorefrontKey: {
    input: { path: { id: string } };
    answer: { success: true; data: StorefrontKey };
  };
  /** Get an order of the customer, or that of an order link. Needs customerSession or orderLink, module checkout. */
  getStorefrontOrder: {
    input: { path: { id: string } };
    answer: { success: true; data: StorefrontOrder };
  };
  /** Get the order that the cart became. Needs cartToken, module checkout. */
  getStorefrontOrderOfCart: {
    input: object;
    answer: { success: true; data: StorefrontOrder };
  };
  /** Read a product of the site by its handle. Needs publishableKey or bearer or cartToken or customerSession, module catalog. */
  getStorefrontProduct: {
    input: { path: { handle: string }; query?: { locale?: string; currency?: string } };
    answer: { success: true; data: StorefrontProduct };
  };
  /** The shop: what its pages need first. Needs publishableKey or bearer or cartToken or customerSession. */
  getStorefrontShop: {
    input: object;
    answer: { success: true; data: Shop };
  };
  /** Read the tree of a type as it is published, of the site. Needs publishableKey, module content. */
  getStorefrontTree: {
    input: { path: { type: string }; query?: { locale?: string; under?: string; depth?: number; preview?: string; key?: string } };
    answer: { success: true; data: EntryNode[] };
  };
  /** Get a tax rate. Needs role viewer, scope read:checkout, module checkout. */
  getTaxRate: {
    input: { path: { id: string } };
    answer: { success: true; data: TaxRate };
  };
  /** Your tenant and its settings. Needs role viewer. */
  getTenant: {
    input: object;
    answer: { success: true; data: TenantSettings };
  };
  /** The roles that need a second factor. Needs role admin. */
  getTenantSecondFactor: {
    input: object;
    answer: { success: true; data: SecondFactorRoles };
  };
  /** The usage and the quotas of your tenant. Needs role viewer. */
  getUsage: {
    input: object;
    answer: { success: true; data: { kind: 'files' | 'transforms' | 'imports' | 'answers' | 'entries' | 'redirects' | 'products' | 'items' | 'customers' | 'orders'; unit: 'bytes' | 'rows'; used: number; allowed: number | null }[] };
  };
  /** Get a variant. Needs role viewer, scope read:catalog, module catalog. */
  getVariant: {
    input: { path: { id: string } };
    answer: { success: true; data: Variant };
  };
  /** Get a saved view. Needs role viewer. */
  getView: {
    input: { path: { id: string } };
    answer: { success: true; data: View };
  };
  /** How many attempts succeeded and failed, by hour or by day. Needs role viewer, scope read:webhooks. */
  getWebhookAttempts: {
    input: { query?: { since?: string; until?: string; by?: 'hour' | 'day'; subscriptionId?: string; timeZone?: string } };
    answer: { success: true; data: AttemptNumbers };
  };
  /** A delivery with every attempt. Needs role viewer, scope read:webhooks. */
  getWebhookDelivery: {
    input: { path: { id: string } };
    answer: { success: true; data: DeliveryWithAttempts };
  };
  /** The progress of a replay. Needs role viewer, scope read:webhooks. */
  getWebhookReplay: {
    input: { path: { id: string } };
    answer: { success: true; data: Replay };
  };
  /** Get a subscription. Needs role viewer. */
  getWebhookSubscription: {
    input: { path: { id: string } };
    answer: { success: true; data: Subscription };
  };
  /** The attempts of a subscription by hour. Needs role viewer, scope read:webhooks. */
  getWebhookSubscriptionAttempts: {
    input: { path: { id: string }; query?: { hours?: number } };
    answer: { success: true; data: SubscriptionAttempts };
  };
  /** The health of a subscription. Needs role viewer, scope read:webhooks. */
  getWebhookSubscriptionHealth: {
    input: { path: { id: string }; query?: { hours?: number } };
    answer: { success: true; data: SubscriptionHealth };
  };
  /** Import up to 10,000 counts from a file (CSV or NDJSON). Needs role editor, scope write:inventory, module inventory. */
  importCounts: {
    input: { query?: { reason?: string; errorPolicy?: 'reject_failed' | 'reject_all'; dryRun?: boolean }; contentType: 'text/csv' | 'application/x-ndjson'; body: RawBody };
    answer: { success: true; data: CountImport };
  };
  /** Import up to 100,000 redirects from a file (CSV or NDJSON). Needs role editor, scope write:redirects, module redirects. */
  importRedirects: {
    input: { query?: { propertyId?: string; existing?: 'refuse' | 'skip' | 'replace'; errorPolicy?: 'reject_failed' | 'reject_all'; dryRun?: boolean }; contentType: 'text/csv' | 'application/x-ndjson'; body: RawBody };
    answer: { success: true; data: RedirectImport };
  };
  /** Accept an invitation with a new account, and set its password; then sign in with it. */
  joinByInvitation: {
    input: { body: { token: string; password: string } };
    answer: { success: true; data: Invitation };
  };
  /** How many requests were made with each key. Needs role admin. */
  listApiKeyUsage: {
    input: { query?: { hours?: number } };
    answer: { success: true; data: { keyId: string; requests: number; failures: number }[] };
  };
  /** List API keys. Needs role admin. */
  listApiKeys: {
    input: { query?: { limit?: number; cursor?: string; state?: 'active' | 'expired' | 'revoked'; scope?: 'read:crm' | 'write:crm' | 'write:crm_bulk' | 'read:content' | 'read:published' | 'write:content' | 'read:media' | 'write:media' | 'read:redirects' | 'write:redirects' | 'read:catalog' | 'write:catalog' | 'read:properties' | 'write:properties' | 'read:webhooks' | 'write:webhooks' | 'read:inventory' | 'write:inventory' | 'read:checkout' | 'write:checkout' | 'write:storefront' } };
    answer: { success: true; data: ApiKey[]; pagination: Pagination };
  };
  /** List folders. Needs role viewer, scope read:media, module media. */
  listAssetFolders: {
    input: object;
    answer: { success: true; data: { folder: string; assets: number }[] };
  };
  /** List assets. Needs role viewer, scope read:media, module media. */
  listAssets: {
    input: { query?: { limit?: number; cursor?: string; folder?: string; tag?: string; kind?: 'image' | 'video' | 'audio' | 'document' | 'other'; status?: 'uploaded' | 'processing' | 'ready' | 'failed'; q?: string } };
    answer: { success: true; data: Asset[]; pagination: Pagination };
  };
  /** Changes and their actors. Needs role admin. */
  listAuditLog: {
    input: { query?: { limit?: number; cursor?: string; action?: string; actorId?: string; subjectType?: string; subjectId?: string; since?: string; until?: string } };
    answer: { success: true; data: AuditLogEntry[]; pagination: Pagination };
  };
  /** Your sign-ins, in every tenant you work for, the latest used first. Needs role viewer. */
  listAuthSessions: {
    input: object;
    answer: { success: true; data: AccountSession[] };
  };
  /** The tenants you work for, the one joined first at the top. Needs role viewer. */
  listAuthTenants: {
    input: object;
    answer: { success: true; data: TenantOfAccount[] };
  };
  /** List carts. Needs role viewer, scope read:checkout, module checkout. */
  listCarts: {
    input: { query?: { limit?: number; cursor?: string; state?: 'active' | 'abandoned' | 'completed'; customerId?: string; q?: string; contactable?: 'true' } };
    answer: { success: true; data: CartSummary[]; pagination: Pagination };
  };
  /** List imports of products. Needs role viewer, scope read:catalog, module catalog. */
  listCatalogImports: {
    input: { query?: { limit?: number; cursor?: string } };
    answer: { success: true; data: CatalogImport[]; pagination: Pagination };
  };
  /** List categories. Needs role viewer, scope read:catalog, module catalog. */
  listCategories: {
    input: { query?: { limit?: number; cursor?: string; parentId?: string } };
    answer: { success: true; data: Category[]; pagination: Pagination };
  };
  /** List checkouts. Needs role viewer, scope read:checkout, module checkout. */
  listCheckouts: {
    input: { query?: { limit?: number; cursor?: string; state?: 'open' | 'paying' | 'completed' | 'expired' | 'cancelled'; cartId?: string } };
    answer: { success: true; data: CheckoutSummary[]; pagination: Pagination };
  };
  /** The staff whom a comment can mention, by name. Needs role editor, scope write:content, module content. */
  listContentColleagues: {
    input: object;
    answer: { success: true; data: ContentColleague[] };
  };
  /** List reviews, newest first. Needs role viewer, scope read:content, module content. */
  listContentReviews: {
    input: { query?: { limit?: number; cursor?: string; status?: 'requested' | 'approved' | 'changes_requested'; reviewerId?: string } };
    answer: { success: true; data: ListedContentReview[]; pagination: Pagination };
  };
  /** List content types. Needs role viewer, scope read:content, module content. */
  listContentTypes: {
    input: { query?: { limit?: number; cursor?: string } };
    answer: { success: true; data: ContentType[]; pagination: Pagination };
  };
  /** A customer's orders, newest first. Needs role viewer, scope read:crm, module crm. */
  listCustomerOrders: {
    input: { path: { id: string }; query?: { limit?: number; cursor?: string } };
    answer: { success: true; data: OrderOfCustomer[]; pagination: Pagination };
  };
  /** The history of a customer and of all their orders, newest first. Needs role viewer, scope read:crm, module crm. */
  listCustomerTimeline: {
    input: { path: { id: string }; query?: { limit?: number; cursor?: string } };
    answer: { success: true; data: CustomerTimelineEntry[]; pagination: Pagination };
  };
  /** List and search customers, newest first. Needs role viewer, scope read:crm, module crm. */
  listCustomers: {
    input: { query?: { limit?: number; cursor?: string; sort?: 'createdAt' | 'name' | 'lastOrderAt' | 'revenue'; currency?: string; order?: 'asc' | 'desc'; type?: 'person' | 'company'; tag?: string; email?: string; phone?: string; externalId?: string; companyId?: string; archived?: 'false' | 'true' | 'all'; createdFrom?: string; createdTo?: string; q?: string; expand?: 'orders' } };
    answer: { success: true; data: CustomerSummary[]; pagination: Pagination };
  };
  /** List discounts. Needs role viewer, scope read:checkout, module checkout. */
  listDiscounts: {
    input: { query?: { limit?: number; cursor?: string } };
    answer: { success: true; data: Discount[]; pagination: Pagination };
  };
  /** List, filter, sort and search entries. Needs role viewer, scope read:content, module content. */
  listEntries: {
    input: { query?: { limit?: number; cursor?: string; q?: string; where?: string; sort?: string; order?: 'asc' | 'desc'; locale?: string; count?: boolean; facets?: string; type?: string; status?: 'draft' | 'published' | 'changed' | 'deleted'; propertyId?: string; scheduled?: boolean } };
    answer: { success: true; data: Entry[]; pagination: Pagination; total?: EntryTotal; facets?: Record<string, EntryFacet> };
  };
  /** Count the open threads on an entry by what they are about. Needs role viewer, scope read:content, module content. */
  listEntryCommentPlaces: {
    input: { path: { id: string } };
    answer: { success: true; data: ContentCommentPlace[] };
  };
  /** List the comments on an entry by thread, newest first. Needs role viewer, scope read:content, module content. */
  listEntryComments: {
    input: { path: { id: string }; query?: { limit?: number; cursor?: string; resolved?: boolean; blockId?: string } };
    answer: { success: true; data: ContentCommentThread[]; pagination: Pagination };
  };
  /** List the entries that refer to this one. Needs role viewer, scope read:content, module content. */
  listEntryReferences: {
    input: { path: { id: string }; query?: { limit?: number; cursor?: string } };
    answer: { success: true; data: EntryReference[]; pagination: Pagination };
  };
  /** List the revisions of an entry, latest first. Needs role viewer, scope read:content, module content. */
  listEntryRevisions: {
    input: { path: { id: string }; query?: { limit?: number; cursor?: string } };
    answer: { success: true; data: Revision[]; pagination: Pagination };
  };
  /** Every event type the platform knows. Needs role viewer. */
  listEventTypes: {
    input: object;
    answer: { success: true; data: EventType[] };
  };
  /** Events in the order they were committed, for receivers that pull. Needs role viewer, scope read:webhooks. */
  listEvents: {
    input: { query?: { limit?: number; after?: string; types?: string } };
    answer: { success: true; data: Event[]; pagination: Pagination };
  };
  /** List imports. Needs role viewer, scope read:crm, module crm. */
  listImports: {
    input: { query?: { limit?: number; cursor?: string } };
    answer: { success: true; data: OrderImport[]; pagination: Pagination };
  };
  /** List items by SKU. Needs role viewer, scope read:inventory, module inventory. */
  listItems: {
    input: { query?: { limit?: number; cursor?: string; state?: 'low' | 'depleted' | 'short'; sku?: string; skus?: string; q?: string; locationId?: string } };
    answer: { success: true; data: Item[]; pagination: Pagination };
  };
  /** List locations. Needs role viewer, scope read:inventory, module inventory. */
  listLocations: {
    input: { query?: { limit?: number; cursor?: string } };
    answer: { success: true; data: Location[]; pagination: Pagination };
  };
  /** List modules. Needs role admin. */
  listModules: {
    input: object;
    answer: { success: true; data: Module[] };
  };
  /** List movements of stock, newest first. Needs role viewer, scope read:inventory, module inventory. */
  listMovements: {
    input: { query?: { limit?: number; cursor?: string; sku?: string; orderId?: string } };
    answer: { success: true; data: Movement[]; pagination: Pagination };
  };
  /** Notices that need attention, newest first. Needs role viewer, scope read:webhooks. */
  listNotices: {
    input: { query?: { limit?: number; cursor?: string; unread?: boolean } };
    answer: { success: true; data: Notice[]; pagination: Pagination };
  };
  /** The history of an order, with the actor of each entry. Needs role viewer, scope read:crm, module crm. */
  listOrderTimeline: {
    input: { path: { id: string }; query?: { limit?: number; cursor?: string } };
    answer: { success: true; data: OrderTimelineEntry[]; pagination: Pagination };
  };
  /** List and search orders. Needs role viewer, scope read:crm, module crm. */
  listOrders: {
    input: { query?: { limit?: number; cursor?: string; sort?: 'createdAt' | 'total' | 'orderNumber'; order?: 'asc' | 'desc'; q?: string; status?: 'placed' | 'partially_fulfilled' | 'fulfilled' | 'delivered' | 'cancelled' | 'refunded' | ('placed' | 'partially_fulfilled' | 'fulfilled' | 'delivered' | 'cancelled' | 'refunded')[]; paymentStatus?: 'unpaid' | 'partially_paid' | 'paid' | 'partially_refunded' | 'refunded' | 'failed' | 'voided' | ('unpaid' | 'partially_paid' | 'paid' | 'partially_refunded' | 'refunded' | 'failed' | 'voided')[]; channel?: 'storefront' | 'b2b_portal' | 'admin' | 'import' | 'mcp' | ('storefront' | 'b2b_portal' | 'admin' | 'import' | 'mcp')[]; owed?: 'true'; customerId?: string; propertyId?: string; orderNumber?: string; createdFrom?: string; createdTo?: string; currency?: string; totalFrom?: number; totalTo?: number; metadataKey?: string; metadataValue?: string } };
    answer: { success: true; data: OrderSummary[]; pagination: Pagination };
  };
  /** The orders whose lines name the product, a variant of it, or only its SKU, those entered last first. Needs role viewer, scope read:catalog, module catalog. */
  listOrdersOfProduct: {
    input: { path: { id: string }; query?: { limit?: number; cursor?: string } };
    answer: { success: true; data: OrderOfProduct[]; pagination: Pagination };
  };
  /** List the entries of a price list, by variant and quantity. Needs role viewer, scope read:catalog, module catalog. */
  listPriceListEntries: {
    input: { path: { id: string }; query?: { limit?: number; cursor?: string } };
    answer: { success: true; data: PriceListEntry[]; pagination: Pagination };
  };
  /** List price lists. Needs role viewer, scope read:catalog, module catalog. */
  listPriceLists: {
    input: { query?: { limit?: number; cursor?: string } };
    answer: { success: true; data: PriceList[]; pagination: Pagination };
  };
  /** List, filter, sort and search products. Needs role viewer, scope read:catalog, module catalog. */
  listProducts: {
    input: { query?: { limit?: number; cursor?: string; status?: 'draft' | 'active' | 'archived'; kind?: 'physical' | 'digital' | 'service' | 'gift_card'; categoryId?: string; tag?: string; vendor?: string; type?: string; propertyId?: string; currency?: string; priceFrom?: number; priceTo?: number; q?: string; sku?: string; stock?: 'low' | 'depleted'; sort?: 'new' | 'title' | 'price' | 'updatedAt'; order?: 'asc' | 'desc'; expand?: 'stock' } };
    answer: { success: true; data: ProductSummary[]; pagination: Pagination };
  };
  /** List properties. Needs role viewer, scope read:properties. */
  listProperties: {
    input: { query?: { limit?: number; cursor?: string } };
    answer: { success: true; data: Property[]; pagination: Pagination };
  };
  /** List a property's domains, and how to prove each. Needs role viewer, scope read:properties. */
  listPropertyDomains: {
    input: { path: { id: string } };
    answer: { success: true; data: PropertyDomain[] };
  };
  /** List, filter, sort and search the published entries of a type. Needs role viewer, scope read:published, module content. */
  listPublishedEntries: {
    input: { path: { type: string }; query?: { limit?: number; cursor?: string; q?: string; where?: string; sort?: string; order?: 'asc' | 'desc'; locale?: string; count?: boolean; facets?: string; fields?: string; expand?: string; format?: 'json' | 'html'; property?: string; preview?: string } };
    answer: { success: true; data: PublishedEntry[]; pagination: Pagination; total?: EntryTotal; facets?: Record<string, EntryFacet> };
  };
  /** List redirects. Needs role viewer, scope read:redirects, module redirects. */
  listRedirects: {
    input: { query?: { limit?: number; cursor?: string; propertyId?: string; from?: string; q?: string; sort?: 'createdAt' | 'hits'; order?: 'asc' | 'desc' } };
    answer: { success: true; data: Redirect[]; pagination: Pagination };
  };
  /** List releases, newest first. Needs role viewer, scope read:content, module content. */
  listReleases: {
    input: { query?: { limit?: number; cursor?: string; status?: 'open' | 'scheduled' | 'published'; entryId?: string } };
    answer: { success: true; data: Release[]; pagination: Pagination };
  };
  /** List requests that were made with API keys, newest first. Needs role admin. */
  listRequests: {
    input: { query?: { limit?: number; cursor?: string; keyId?: string; method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; path?: string; status?: '2xx' | '3xx' | '4xx' | '5xx' | 'failed'; requestId?: string; since?: string; until?: string } };
    answer: { success: true; data: LoggedRequest[]; pagination: Pagination };
  };
  /** List reservations, those of the latest orders first. Needs role viewer, scope read:inventory, module inventory. */
  listReservations: {
    input: { query?: { limit?: number; cursor?: string; sku?: string; orderId?: string } };
    answer: { success: true; data: Reservation[]; pagination: Pagination };
  };
  /** List shipping options. Needs role viewer, scope read:checkout, module checkout. */
  listShippingOptions: {
    input: { query?: { limit?: number; cursor?: string } };
    answer: { success: true; data: ShippingOption[]; pagination: Pagination };
  };
  /** Items that were sold lately, to suggest them for a new order. Needs role viewer, scope read:crm, module crm. */
  listSoldItems: {
    input: { query?: { q?: string; limit?: number } };
    answer: { success: true; data: SoldItem[] };
  };
  /** List staff, and who is invited. Needs role admin. */
  listStaff: {
    input: { query?: { limit?: number; cursor?: string; status?: 'invited' | 'joined' } };
    answer: { success: true; data: StaffMemberInList[]; pagination: Pagination };
  };
  /** The tree of categories, each behind the one that it is under. Needs publishableKey or bearer or cartToken or customerSession, module catalog. */
  listStorefrontCategories: {
    input: { query?: { limit?: number; cursor?: string; locale?: string } };
    answer: { success: true; data: StorefrontCategory[]; pagination: Pagination };
  };
  /** List, filter, sort and search the published entries of a type, of the site. Needs publishableKey, module content. */
  listStorefrontEntries: {
    input: { path: { type: string }; query?: { limit?: number; cursor?: string; q?: string; where?: string; sort?: string; order?: 'asc' | 'desc'; locale?: string; count?: boolean; facets?: string; fields?: string; expand?: string; format?: 'json' | 'html'; key?: string; preview?: string } };
    answer: { success: true; data: PublishedEntry[]; pagination: Pagination; total?: EntryTotal; facets?: Record<string, EntryFacet> };
  };
  /** List storefront keys. Needs role admin. */
  listStorefrontKeys: {
    input: { query?: { limit?: number; cursor?: string; propertyId?: string; state?: 'active' | 'revoked' } };
    answer: { success: true; data: StorefrontKey[]; pagination: Pagination };
  };
  /** List the orders of the customer, newest first. Needs customerSession, module checkout. */
  listStorefrontOrders: {
    input: { query?: { limit?: number; cursor?: string } };
    answer: { success: true; data: StorefrontOrderSummary[]; pagination: Pagination };
  };
  /** Browse the products of the site. Needs publishableKey or bearer or cartToken or customerSession, module catalog. */
  listStorefrontProducts: {
    input: { query?: { limit?: number; cursor?: string; locale?: string; currency?: string; category?: string; tag?: string; vendor?: string; type?: string; priceFrom?: number; priceTo?: number; available?: 'true'; q?: string; sort?: 'new' | 'title' | 'price'; order?: 'asc' | 'desc' } };
    answer: { success: true; data: StorefrontProductSummary[]; pagination: Pagination };
  };
  /** List tax rates. Needs role viewer, scope read:checkout, module checkout. */
  listTaxRates: {
    input: { query?: { limit?: number; cursor?: string } };
    answer: { success: true; data: TaxRate[]; pagination: Pagination };
  };
  /** List variants, newest first, or those with given SKUs. Needs role viewer, scope read:catalog, module catalog. */
  listVariants: {
    input: { query?: { limit?: number; cursor?: string; sku?: string } };
    answer: { success: true; data: Variant[]; pagination: Pagination };
  };
  /** List saved views. Needs role viewer. */
  listViews: {
    input: { query?: { limit?: number; cursor?: string; list?: string } };
    answer: { success: true; data: View[]; pagination: Pagination };
  };
  /** List deliveries, those of the newest events first. Needs role viewer, scope read:webhooks. */
  listWebhookDeliveries: {
    input: { query?: { limit?: number; cursor?: string; order?: 'desc' | 'asc'; subscriptionId?: string; eventId?: string; eventType?: string; status?: 'pending' | 'held' | 'delivered' | 'failed' | 'cancelled'; statusCode?: string; failure?: 'status' | 'redirect' | 'timeout' | 'dns' | 'address_refused' | 'connect' | 'tls' | 'reset' | 'protocol' | 'other'; q?: string; since?: string; until?: string } };
    answer: { success: true; data: DeliveryInList[]; pagination: Pagination };
  };
  /** List replays of a subscription. Needs role viewer, scope read:webhooks. */
  listWebhookSubscriptionReplays: {
    input: { path: { id: string }; query?: { limit?: number; cursor?: string } };
    answer: { success: true; data: Replay[]; pagination: Pagination };
  };
  /** List subscriptions. Needs role viewer. */
  listWebhookSubscriptions: {
    input: { query?: { limit?: number; cursor?: string; sort?: 'createdAt' | 'failing' } };
    answer: { success: true; data: Subscription[]; pagination: Pagination };
  };
  /** Who invites, with which role. */
  lookUpInvitation: {
    input: { body: { token: string } };
    answer: { success: true; data: Invitation };
  };
  /** Merge a duplicate into this customer. Needs role editor, scope write:crm, module crm. */
  mergeCustomer: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body: CustomerMerge };
    answer: { success: true; data: CustomerInFull };
  };
  /** Rename or move a folder with all that is in it. Needs role editor, scope write:media, module media. */
  moveAssetFolder: {
    input: { query?: { dryRun?: boolean }; body: FolderMove };
    answer: { success: true; data: { folder: string; moved: number } };
  };
  /** Move an entry, with all below it. Needs role editor, scope write:content, module content. */
  moveEntry: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: EntryPosition };
    answer: { success: true; data: EntryWithWarnings };
  };
  /** Let another location ship what an order has reserved. Needs role editor, scope write:inventory, module inventory. */
  moveReservation: {
    input: { path: { orderId: string }; query?: { dryRun?: boolean }; body: ReservationMove };
    answer: { success: true; data: Reservation[] };
  };
  /** See a draft as it would be published. */
  previewEntry: {
    input: { path: { token: string }; query?: { locale?: string; fields?: string; expand?: string; format?: 'json' | 'html' } };
    answer: { success: true; data: PublishedEntry };
  };
  /** Publish the draft of an entry. Needs role editor, scope write:content, module content. */
  publishEntry: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: { locales?: string[]; redirects?: boolean; broken?: 'allow' } };
    answer: { success: true; data: EntryWithWarnings };
  };
  /** Publish all entries of a release at one moment. Needs role editor, scope write:content, module content. */
  publishRelease: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: ReleasePublishing };
    answer: { success: true; data: PublishedRelease };
  };
  /** The prices of up to 500 lines; nothing is stored. Needs role viewer, scope read:catalog, module catalog. */
  quotePrices: {
    input: { query?: { dryRun?: boolean }; body: PriceQuery };
    answer: { success: true; data: PriceQuote };
  };
  /** Mark a notice as read. Needs role viewer, scope write:webhooks. */
  readNotice: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: Notice };
  };
  /** Get the cart of a recovery link, with a token. Needs publishableKey or bearer or customerSession, module checkout. */
  recoverStorefrontCart: {
    input: { path: { token: string } };
    answer: { success: true; data: CartWithToken };
  };
  /** Exchange the refresh cookie for a new access token. */
  refresh: {
    input: object;
    answer: { success: true; data: AccessToken };
  };
  /** Refund all or some of what was paid. Needs role editor, scope write:crm, module crm. */
  refundOrder: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: Refund };
    answer: { success: true; data: Order };
  };
  /** Remove an entry from an open release. Needs role editor, scope write:content, module content. */
  removeReleaseEntry: {
    input: { path: { id: string; entryId: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: ReleaseWithEntries };
  };
  /** Remove a second factor. Needs role viewer. */
  removeSecondFactor: {
    input: { path: { id: string }; body: PasswordProof };
    answer: { success: true; data: Deleted };
  };
  /** Remove a discount code from the cart. Needs cartToken, module checkout. */
  removeStorefrontCartCode: {
    input: { path: { id: string } };
    answer: { success: true; data: Cart };
  };
  /** Make new recovery codes; the former ones stop working. Needs role viewer. */
  renewRecoveryCodes: {
    input: { body: PasswordProof };
    answer: { success: true; data: { recoveryCodes: string[] } };
  };
  /** Renew a customer session for another 60 minutes, for 30 days at most. Needs customerSession. */
  renewStorefrontSession: {
    input: object;
    answer: { success: true; data: CustomerSession };
  };
  /** Replace the settings of carts and checkouts. Needs role admin, scope write:checkout, module checkout. */
  replaceCheckoutSettings: {
    input: { query?: { dryRun?: boolean }; body: CheckoutSettingsChange };
    answer: { success: true; data: CheckoutSettings };
  };
  /** Say which locales content is written in. Needs role editor, scope write:content, module content. */
  replaceContentLocales: {
    input: { query?: { dryRun?: boolean }; body: NewContentLocales };
    answer: { success: true; data: { default: string; locales: ContentLocale[]; blank: { type: string; count: number; first: string[] }[]; hidden: { type: string; count: number; first: string[]; locale: string }[]; change: ContentLocalesChange | null } };
  };
  /** Make or change a content type. Needs role editor, scope write:content, module content. */
  replaceContentType: {
    input: { path: { name: string }; query?: { dryRun?: boolean }; body: ContentTypeDefinition };
    answer: { success: true; data: SavedContentType };
  };
  /** Say in which sizes pages may ask for images. Needs role editor, scope write:media, module media. */
  replaceImagePresets: {
    input: { query?: { dryRun?: boolean }; body?: Record<string, ImagePreset> };
    answer: { success: true; data: Record<string, ImagePreset> };
  };
  /** Set all variants of a product at once. Needs role editor, scope write:catalog, module catalog. */
  replaceProductVariants: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body: VariantGrid };
    answer: { success: true; data: ProductVariants };
  };
  /** Send past events again. Needs role admin. */
  replayWebhookSubscription: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body: NewReplay };
    answer: { success: true; data: Replay };
  };
  /** Ask for a review of an entry, of anybody or of one member. Needs role editor, scope write:content, module content. */
  requestEntryReview: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: ContentReviewRequest };
    answer: { success: true; data: ContentReview };
  };
  /** Send up to 100 deliveries that are over once more, with a result for each. Needs role admin. */
  resendWebhookDeliveries: {
    input: { query?: { dryRun?: boolean }; body: Resending };
    answer: { success: true; data: ResendingResult };
  };
  /** Send a delivery that is over once more, as a new one. Needs role admin. */
  resendWebhookDelivery: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: Delivery };
  };
  /** The target of a path, and the redirects on the way. Needs role viewer, scope read:redirects, module redirects. */
  resolveRedirect: {
    input: { query: { propertyId?: string; path: string; at?: string } };
    answer: { success: true; data: RedirectResolution };
  };
  /** Bring a deleted entry back as a draft. Needs role editor, scope write:content, module content. */
  restoreEntry: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: Entry };
  };
  /** Make an earlier revision the draft again. Needs role editor, scope write:content, module content. */
  restoreEntryRevision: {
    input: { path: { id: string; version: number }; query?: { dryRun?: boolean } };
    answer: { success: true; data: Entry };
  };
  /** Make the next attempt of a delivery now, instead of at its time. Needs role admin. */
  retryWebhookDelivery: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: Delivery };
  };
  /** Replace an API key by a new one with the same scopes and content types. Needs role admin. */
  rotateApiKey: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: ApiKeyRotation };
    answer: { success: true; data: RotatedApiKey };
  };
  /** Replace the signing secret. Needs role admin. */
  rotateSecretWebhookSubscription: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: SecretRotation };
    answer: { success: true; data: Subscription };
  };
  /** Set a time to publish an entry, or to take it down. Needs role editor, scope write:content, module content. */
  scheduleEntry: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: EntrySchedule };
    answer: { success: true; data: Entry };
  };
  /** Set the time at which a release is published. Needs role editor, scope write:content, module content. */
  scheduleRelease: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body: ReleaseSchedule };
    answer: { success: true; data: Release };
  };
  /** Search everything, best first. Needs role viewer. */
  search: {
    input: { query: { q: string; entities?: 'customer' | 'order' | 'entry' | 'asset' | 'redirect' | 'product' | 'property' | ('customer' | 'order' | 'entry' | 'asset' | 'redirect' | 'product' | 'property')[]; limit?: number } };
    answer: { success: true; data: SearchResult[] };
  };
  /** Search the published entries, best first. Needs role viewer, scope read:published, module content. */
  searchPublishedEntries: {
    input: { query: { q: string; locale?: string; type?: string | string[]; limit?: number; cursor?: string; preview?: string; property?: string } };
    answer: { success: true; data: ContentSearchResult[]; pagination: Pagination; total?: EntryTotal; facets?: { type: EntryFacet } };
  };
  /** Search the published entries of the site, best first. Needs publishableKey, module content. */
  searchStorefrontEntries: {
    input: { query: { q: string; locale?: string; type?: string | string[]; limit?: number; cursor?: string; preview?: string; key?: string } };
    answer: { success: true; data: ContentSearchResult[]; pagination: Pagination; total?: EntryTotal; facets?: { type: EntryFacet } };
  };
  /** Set a new password with a link, or with the token of password_change_required. */
  setPassword: {
    input: { body: { token: string; newPassword: string } };
    answer: { success: true; data: { changed: true } };
  };
  /** Set up to 1000 entries of a price list; others stay. Needs role editor, scope write:catalog, module catalog. */
  setPriceListEntries: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body: PriceListEntriesChange };
    answer: { success: true; data: StoredPriceListEntries };
  };
  /** Set the quantity of a line; 0 removes it. Needs cartToken, module checkout. */
  setStorefrontCartLine: {
    input: { path: { key: string }; body: CartLineChange };
    answer: { success: true; data: Cart };
  };
  /** Get addresses of a private asset that work for a while. Needs role editor, scope read:media, module media. */
  signAsset: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: { expiresIn?: number } };
    answer: { success: true; data: SignedUrls };
  };
  /** Sign a staff user in. */
  signIn: {
    input: { body: { email: string; password: string; tenant?: string } };
    answer: { success: true; data: SignedIn };
  };
  /** The second step of a sign-in that was answered with second_factor_required. */
  signInSecondFactor: {
    input: { body: { ticket: string; code?: string; recoveryCode?: string; passkey?: Record<string, unknown> } };
    answer: { success: true; data: AccessToken };
  };
  /** End this sign-in. */
  signOut: {
    input: object;
    answer: { success: true; data: { signedOut: true } };
  };
  /** Start a checkout: hold the stock of the cart. Needs cartToken, module checkout. */
  startStorefrontCheckout: {
    input: object;
    answer: { success: true; data: Checkout };
  };
  /** Go on in another of your tenants; the sign-in in this one ends. */
  switchTenant: {
    input: { body: { tenant: string } };
    answer: { success: true; data: AccessToken };
  };
  /** Send the example of an event type. Needs role admin. */
  testWebhookSubscription: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body: TestDelivery };
    answer: { success: true; data: Delivery };
  };
  /** Bring a customer back from the archive. Needs role editor, scope write:crm, module crm. */
  unarchiveCustomer: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: Customer };
  };
  /** Take an entry down. Needs role editor, scope write:content, module content. */
  unpublishEntry: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: { locales?: string[]; broken?: 'allow' } };
    answer: { success: true; data: { id: string; type: string; slug: string | null; propertyId: string | null; parentId: string | null; status: 'draft' | 'published' | 'changed' | 'deleted'; version: number; publishedVersion: number | null; fields: Record<string, unknown>; schedule: EntryTimes; locales: Record<string, EntryLocale>; createdAt: string; updatedAt: string; publishedAt: string | null; firstPublishedAt: string | null; deletedAt: string | null; restorableUntil: string | null; shownBy: { id: string; type: string; slug: string | null }[] } };
  };
  /** Forget what an entry is scheduled for. Needs role editor, scope write:content, module content. */
  unscheduleEntry: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: Entry };
  };
  /** Open a scheduled release again. Needs role editor, scope write:content, module content. */
  unscheduleRelease: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: Release };
  };
  /** Change the label of an API key, or the content types that it is limited to. Needs role admin. */
  updateApiKey: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: ApiKeyChange };
    answer: { success: true; data: ApiKey };
  };
  /** Change what is said about an asset. Needs role editor, scope write:media, module media. */
  updateAsset: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: AssetChange };
    answer: { success: true; data: Asset };
  };
  /** Change a category, or move it with all below it. Needs role editor, scope write:catalog, module catalog. */
  updateCategory: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: CategoryChange };
    answer: { success: true; data: Category };
  };
  /** Change the words of a comment, or settle its thread. Needs role editor, scope write:content, module content. */
  updateComment: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: ContentCommentChange };
    answer: { success: true; data: ContentComment };
  };
  /** Change a customer. Needs role editor, scope write:crm, module crm. */
  updateCustomer: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: CustomerChange };
    answer: { success: true; data: Customer };
  };
  /** Change a discount. Needs role editor, scope write:checkout, module checkout. */
  updateDiscount: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: DiscountChange };
    answer: { success: true; data: Discount };
  };
  /** Change an entry's draft. Needs role editor, scope write:content, module content. */
  updateEntry: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: EntryChange };
    answer: { success: true; data: Entry };
  };
  /** Change the rules of an item. Needs role editor, scope write:inventory, module inventory. */
  updateItem: {
    input: { path: { sku: string }; query?: { dryRun?: boolean }; body?: ItemChange };
    answer: { success: true; data: Item };
  };
  /** Change a location. Needs role admin, scope write:inventory, module inventory. */
  updateLocation: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: LocationChange };
    answer: { success: true; data: Location };
  };
  /** Change your name or your formats in this tenant; for members of the staff. Needs role viewer. */
  updateMe: {
    input: { query?: { dryRun?: boolean }; body?: ProfileChange };
    answer: { success: true; data: Me };
  };
  /** Change notes, addresses or metadata. Needs role editor, scope write:crm, module crm. */
  updateOrder: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: OrderChange };
    answer: { success: true; data: Order };
  };
  /** Change a price list. Needs role editor, scope write:catalog, module catalog. */
  updatePriceList: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: PriceListChange };
    answer: { success: true; data: PriceList };
  };
  /** Change a product. Needs role editor, scope write:catalog, module catalog. */
  updateProduct: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: ProductChange };
    answer: { success: true; data: Product };
  };
  /** Change a property. Needs role editor, scope write:properties. */
  updateProperty: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: PropertyChange };
    answer: { success: true; data: Property };
  };
  /** Change a redirect. Needs role editor, scope write:redirects, module redirects. */
  updateRedirect: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: RedirectChange };
    answer: { success: true; data: Redirect };
  };
  /** Rename a release. Needs role editor, scope write:content, module content. */
  updateRelease: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body: NewRelease };
    answer: { success: true; data: Release };
  };
  /** Change a shipping option. Needs role editor, scope write:checkout, module checkout. */
  updateShippingOption: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: ShippingOptionChange };
    answer: { success: true; data: ShippingOption };
  };
  /** Change the role of a member, or the content types that they are limited to; a higher role expires an invitation link. Needs role admin. */
  updateStaff: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: StaffMemberAccess };
    answer: { success: true; data: StaffMember };
  };
  /** Change the contact, note, currency or attributes of the cart. Needs cartToken, module checkout. */
  updateStorefrontCart: {
    input: { body?: CartChange };
    answer: { success: true; data: Cart };
  };
  /** Change contact, addresses, shipping option or payment method. Needs cartToken, module checkout. */
  updateStorefrontCheckout: {
    input: { body?: CheckoutChange };
    answer: { success: true; data: Checkout };
  };
  /** Change the label of a storefront key, the content that it reads, or how long caches keep it. Needs role admin. */
  updateStorefrontKey: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: StorefrontKeyChange };
    answer: { success: true; data: StorefrontKey };
  };
  /** Change a tax rate. Needs role editor, scope write:checkout, module checkout. */
  updateTaxRate: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: TaxRateChange };
    answer: { success: true; data: TaxRate };
  };
  /** Change your tenant: its name, time zone, currency, formats, address, tax number and logo. Needs role admin. */
  updateTenant: {
    input: { query?: { dryRun?: boolean }; body?: TenantChange };
    answer: { success: true; data: TenantSettings };
  };
  /** Require a second factor for these roles; a member without one can only set it up. Only an owner can require it of owners. Needs role admin. */
  updateTenantSecondFactor: {
    input: { body: SecondFactorRoles };
    answer: { success: true; data: SecondFactorRoles };
  };
  /** Change a variant. Needs role editor, scope write:catalog, module catalog. */
  updateVariant: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: VariantChange };
    answer: { success: true; data: Variant };
  };
  /** Change a saved view. Needs role editor. */
  updateView: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: ViewChange };
    answer: { success: true; data: View };
  };
  /** Change, pause or resume a subscription. Needs role admin. */
  updateWebhookSubscription: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: SubscriptionChange };
    answer: { success: true; data: Subscription };
  };
  /** Upload a file. Needs role editor, scope write:media, module media. */
  uploadAsset: {
    input: { query?: { dryRun?: boolean }; body: FormData | NewAsset };
    answer: { success: true; data: Asset };
  };
  /** Look for the proofs of a property's domains in the DNS. Needs role editor, scope write:properties. */
  verifyProperty: {
    input: { path: { id: string } };
    answer: { success: true; data: PropertyDomain[] };
  };
};
