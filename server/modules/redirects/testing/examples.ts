import type { Examples } from '#kernel/http/testing/examples.ts';

export const EXAMPLES: Examples = {
  '/v1/redirects': {
    table: 'redirects',
    body: (n) => ({ from: `/old-${n}`, to: '/new' }),
    change: { notes: 'x', activeUntil: '2999-01-01T00:00:00Z' },
  },
};
