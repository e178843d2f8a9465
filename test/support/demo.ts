import { seedDemo } from '../../src/demo/seed.js';
import { startApp, type TestApp } from './app.js';
import { ownAddress } from './free-port.js';

/** The application with the demo companies and nothing else, for pages. */
export async function startDemo(): Promise<TestApp> {
  const app = await startApp({ ...(await ownAddress()), ADMIN_EMAIL: '', ADMIN_PASSWORD: '' });
  await seedDemo(app.nest);
  return app;
}
