import type { ModuleFacts } from '#kernel/module.ts';

export const requestsFacts: ModuleFacts = {
  tables: { worker: ['request_log', 'key_usage', 'request_log_levels'] },
  // Bodies of failed requests must not outlive the time for which they are kept.
  leftOut: ['request_log', 'request_log_levels'],
};
