import { running } from './running-postgres.js';

export default async function globalTeardown(): Promise<void> {
  await running.server?.stop();
}
