import './lib/root.mjs';
import { endWithNpm, ensureBuilt } from './lib/processes.mjs';

endWithNpm();
await ensureBuilt('server', 'admin');
// in this process: signals reach the server directly, and no process remains when it ends
await import('../dist/server/src/main.js');
