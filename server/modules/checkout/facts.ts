import type { ModuleFacts } from '#kernel/module.ts';

export const checkoutFacts: ModuleFacts = {
  tables: { worker: ['carts', 'checkouts', 'discount_uses'] },
};
