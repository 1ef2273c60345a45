/** The roles and scopes of the routes of the back office. */
export const READ = { role: 'viewer', scope: 'read:checkout' } as const;
export const WRITE = { role: 'editor', scope: 'write:checkout', dryRun: true } as const;
export const ADMIN = { role: 'admin', scope: 'write:checkout', dryRun: true } as const;
