import type { Role } from '../../session/session.ts';

export const ROLES: { value: Role; label: string; meaning: string }[] = [
  { value: 'viewer', label: 'Viewer', meaning: 'Sees everything, changes nothing.' },
  { value: 'editor', label: 'Editor', meaning: 'Works with orders, customers, content and media.' },
  { value: 'admin', label: 'Admin', meaning: 'Also runs staff, keys, webhooks and modules.' },
  { value: 'owner', label: 'Owner', meaning: 'May do everything, also to other owners.' },
];

/** Admins have every content type, because they set the limits. */
export const canBeLimited = (role: Role): boolean => role === 'viewer' || role === 'editor';
