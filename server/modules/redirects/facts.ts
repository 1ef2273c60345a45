import type { ModuleFacts } from '#kernel/module.ts';

export const redirectsFacts: ModuleFacts = {
  counted: [{ table: 'redirects', kind: 'redirects', amount: '1', key: { id: 'uuid' } }],
};
