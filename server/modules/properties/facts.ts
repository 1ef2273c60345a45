import type { ModuleFacts } from '#kernel/module.ts';

export const propertiesFacts: ModuleFacts = {
  tables: { auth: ['properties', 'property_domains'] },
};
