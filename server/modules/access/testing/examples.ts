import type { Examples } from '#kernel/http/testing/examples.ts';

export const EXAMPLES: Examples = {
  '/v1/api-keys': {
    table: 'api_keys',
    body: () => ({ label: 'Mine', scopes: ['read:crm'] }),
    change: { label: 'Ours' },
  },
};
