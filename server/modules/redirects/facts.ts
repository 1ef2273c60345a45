import type { ModuleFacts } from '#kernel/module.ts';
import { REDIRECTS } from './settings.ts';

export const redirectsFacts: ModuleFacts = {
  counted: [{ table: 'redirects', kind: REDIRECTS, amount: '1', key: { id: 'uuid' } }],
};
