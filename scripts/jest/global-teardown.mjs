import '../lib/typescript-hooks.mjs';

/** Shares its modules with the global setup: what that one started can be stopped by reference. */
export default async (...args) => (await import('../../test/support/global-teardown.ts')).default(...args);
