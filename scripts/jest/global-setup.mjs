import '../lib/typescript-hooks.mjs';

/** Jest loads its global setup outside of its own module system, which knows our TypeScript; so it comes through here. */
export default async (...args) => (await import('../../test/support/global-setup.ts')).default(...args);
