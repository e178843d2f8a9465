import { pause } from '../lib/figures.js';
import type { Fault } from './under-load.js';

/** What may happen to PostgreSQL while everybody works. */
export const postgresFaults: readonly Fault[] = [
  {
    name: 'restart',
    strike: async ({ cluster }) => {
      await cluster.stop('fast');
      await cluster.start();
      return Date.now();
    },
  },
  {
    name: 'crash',
    strike: async ({ cluster }) => {
      await cluster.stop('crash');
      await cluster.start();
      return Date.now();
    },
  },
  {
    name: 'away',
    strike: async ({ cluster }) => {
      await cluster.stop('fast');
      await pause(30_000);
      await cluster.start();
      return Date.now();
    },
  },
  {
    name: 'frozen',
    strike: async ({ cluster }) => {
      const thaw = await cluster.freeze();
      await pause(5_000);
      thaw();
      return Date.now();
    },
  },
  {
    // the server comes up again while the database still recovers
    name: 'together',
    allowed: ['503', 'cut', 'silence'],
    strike: async (stage) => {
      await Promise.all([stage.cluster.stop('crash'), ...stage.servers.map((server) => server.kill())]);
      await pause(1_000);
      await stage.cluster.start();
      await Promise.all(stage.servers.map((server) => server.ready()));
      return Date.now();
    },
  },
];
