import type { ModuleFacts } from '#kernel/module.ts';

export const accessFacts: ModuleFacts = {
  tables: {
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
    ],
  },
};
