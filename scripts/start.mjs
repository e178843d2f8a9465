import './lib/root.mjs';
import { endWithNpm, ensureBuilt } from './lib/processes.mjs';

endWithNpm();
await ensureBuilt('server', 'admin');
process.setSourceMapsEnabled(true);
// In this very process: signals reach the server directly, and nothing is left behind when it ends.
await import('../dist/server/src/main.js');
