import './lib/root.mjs';
import { ensureBuilt } from './lib/processes.mjs';

/** What `tsc -p admin` needs: the types of the API, of the server as it is now. */
await ensureBuilt('server', 'api');
