import type { ModuleFacts } from '#kernel/module.ts';

export const searchFacts: ModuleFacts = {
  tables: { worker: ['search_texts', 'search_trigrams', 'search_words'] },
};
