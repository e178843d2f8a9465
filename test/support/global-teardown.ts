import { running } from './running.js';

export default async function globalTeardown(): Promise<void> {
  await running.server?.stop();
}
