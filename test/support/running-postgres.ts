import type { EmbeddedServer } from '../../src/core/database/embedded-postgres.js';

/** What the global setup leaves for the global teardown, which shares its modules. */
export const running: { server?: EmbeddedServer } = {};
