/** The recorded actions, for the filter. The log also shows actions that are missing here. */
export const ACTIONS = [
  'api_key.content_types_changed',
  'api_key.created',
  'api_key.renamed',
  'api_key.revoked',
  'api_key.rotated',
  'cart.recovery_link_made',
  'checkout_settings.updated',
  'customer.erased',
  'customer.merged',
  'module.activated',
  'module.deactivated',
  'staff.added',
  'staff.content_types_changed',
  'staff.invitation_needed',
  'staff.invitation_withdrawn',
  'staff.invited',
  'staff.invited_again',
  'staff.joined',
  'staff.password_reset',
  'staff.password_set',
  'staff.removed',
  'staff.renamed',
  'staff.role_changed',
  'storefront_key.created',
  'storefront_key.renamed',
  'storefront_key.revoked',
  'tenant.created',
  'tenant.renamed',
  'view.created',
  'view.deleted',
  'view.updated',
  'tenant.settings_changed',
  'webhook_delivery.expunged',
  'webhook_delivery.resent',
  'webhook_delivery.retried',
  'webhook_replay.cancelled',
  'webhook_replay.started',
  'webhook_subscription.created',
  'webhook_subscription.deleted',
  'webhook_subscription.failed',
  'webhook_subscription.failing',
  'webhook_subscription.secret_rotated',
  'webhook_subscription.updated',
];

/** Turns `api_key.created` into "API key created". */
export function inPlainWords(action: string): string {
  const text = action.replaceAll(/[._]/g, ' ').replace(/^api /, 'API ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The fields of an entry's details that name its subject, the most telling first. */
const NAMES = [
  'name',
  'label',
  'title',
  'orderNumber',
  'email',
  'url',
  'slug',
  'to',
  'from',
  'filename',
  'module',
];

export type Subject = { subject: { type: string; id: string }; details: unknown };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The name that the entry itself has. The id of another record is none. */
export const nameInDetails = ({ details }: Subject): string | undefined =>
  NAMES.map((name) => (details as Record<string, unknown> | null)?.[name]).find(
    (value): value is string => typeof value === 'string' && value !== '' && !UUID.test(value),
  );

/**
 * Turns a subject into "staff Ada Lovelace". Without a name in the details, the end of the id tells records apart: its beginning
 * is the time at which the record was made.
 */
export function subjectInWords(entry: Subject): string {
  const { type, id } = entry.subject;
  // Modules and exports are known by a word; a tenant has one list of locales.
  const end = type === 'content_locales' ? '' : UUID.test(id) ? `…${id.slice(-6)}` : id;
  return `${type.replaceAll('_', ' ')} ${nameInDetails(entry) ?? end}`.trim();
}
