import type { Browser } from 'playwright-core';
import type { EmbeddedServer } from '../../src/core/database/embedded-postgres.js';
import type { TestApp } from './app.js';

/**
 * What the spec files of a process share. Jest's workers end with their processes; where it runs without workers, the
 * global teardown closes it.
 */
export const openResources: { server?: EmbeddedServer; app?: Promise<TestApp>; browser?: Promise<Browser> } = {};
