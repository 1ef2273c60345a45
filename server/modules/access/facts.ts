import type { ModuleFacts } from '#kernel/module.ts';

export const accessFacts: ModuleFacts = {
  tables: {
    worker: ['customer_sessions'],
    auth: [
      'people',
      'memberships',
      'invitations',
      'password_links',
      'sessions',
      'sign_in_guesses',
      'second_factors',
      'recovery_codes',
      'api_keys',
      'api_key_networks',
      'key_changes',
      'storefront_keys',
      'customer_sessions',
    ],
  },
  // Transaction numbers of one server. And sessions: none that ended after the backup may come back to life.
  leftOut: ['key_changes', 'sessions', 'customer_sessions'],
};
