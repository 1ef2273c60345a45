/** The roles and scopes of the routes. */
export const READ = { role: 'viewer', scope: 'read:catalog' } as const;
export const WRITE = { role: 'editor', scope: 'write:catalog', dryRun: true } as const;
