import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MikroORM } from '@mikro-orm/postgresql';
import { roles } from '../core/database/database-types.js';
import { startTemporaryPostgres } from '../core/database/embedded-postgres.js';
import { ensureDatabase } from '../core/database/prepare-database.js';
import { schemaDifference } from '../core/database/schema-difference.js';
import { ownerConfig } from '../mikro-orm.config.js';

/** `npm run migration -- <name>`: writes the difference between entities and migrations, for review. */
const name = process.argv[2];
if (!name || !/^[a-z][a-z0-9-]*$/.test(name)) {
  process.stderr.write('Usage: npm run migration -- <kebab-case-name>\n');
  process.exit(2);
}

const server = await startTemporaryPostgres();
try {
  const url = await ensureDatabase(server.url, 'migration');
  const orm = await MikroORM.init(await ownerConfig(url));
  for (const role of Object.values(roles)) await orm.schema.execute(`create role ${role}`);
  await orm.migrator.up();
  const statements = await schemaDifference(orm);
  await orm.close(true);
  if (statements.length === 0) process.stdout.write('Entities and migrations have no differences.\n');
  else process.stdout.write(`${await write(statements)}\n`);
} finally {
  await server.stop();
}

async function write(statements: readonly string[]): Promise<string> {
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const body = statements
    .map((statement) => `    this.addSql(\`${statement.replace(/[`\\$]/g, '\\$&')}\`);`)
    .join('\n');
  const text = `import { Migration } from '@mikro-orm/migrations';

export class Migration${stamp} extends Migration {
  override name = '${stamp}-${name}';

  override up(): void {
${body}
  }
}
`;
  const file = join('migrations', `${stamp}-${name}.ts`);
  await writeFile(file, text);
  return file;
}
