import { openResources } from './open-resources.js';

export default async function globalTeardown(): Promise<void> {
  await (await openResources.browser)?.close();
  await (await openResources.app)?.close();
  await openResources.server?.stop();
}
