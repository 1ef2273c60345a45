/** The recorded actions, for the filter. The log also shows actions that are missing here. */
export const ACTIONS = [
  'api_key.created',
  'api_key.renamed',
  'api_key.revoked',
  'api_key.rotated',
  'customer.erased',
  'customer.merged',
  'module.activated',
  'module.deactivated',
  'staff.added',
  'staff.invitation_needed',
  'staff.invitation_withdrawn',
  'staff.invited',
  'staff.invited_again',
  'staff.joined',
  'staff.password_reset',
  'staff.password_set',
  'staff.removed',
  'staff.role_changed',
  'tenant.created',
  'tenant.renamed',
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
