import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './lib/processes.mjs';
import { root } from './lib/root.mjs';

/** Writes .env.example from the declared list; a spec compares the two. */
await ensureBuilt('server');
const { importDeclarations } = await import('../dist/server/src/declarations.js');
// each module declares its variables where it reads them
await import('reflect-metadata');
await importDeclarations('module');
const { envExample } = await import('../dist/server/src/core/config/variables.js');
writeFileSync(join(root, '.env.example'), envExample());
