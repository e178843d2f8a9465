import type { Browser } from 'playwright-core';
import type { EmbeddedServer } from '../../src/core/database/embedded-postgres.js';
import type { TestApp } from './app.js';
import type { ReachablePorts } from './reachable-ports.js';

/**
 * Resources that the spec files of a process share. They end with a worker's process; where Jest runs without workers,
 * the global teardown closes them.
 */
export const openResources: {
  server?: EmbeddedServer;
  app?: Promise<TestApp>;
  browser?: Promise<Browser>;
  ports?: Promise<ReachablePorts>;
} = {};
