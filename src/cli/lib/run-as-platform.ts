import { MikroORM } from '@mikro-orm/postgresql';
import { AppConfig } from '../../core/config/config.js';
import { Context } from '../../core/context.js';
import { connectDatabase } from '../../core/database/connect-database.js';
import { DatabaseRole } from '../../core/database/database-role.js';
import { Db } from '../../core/database/db.js';
import { appConfig, migrationsOf } from '../../mikro-orm.config.js';

/**
 * One transaction of the platform role on the configured database, without the application. An embedded server that was
 * running is not stopped.
 */
export async function runAsPlatform<T>(fn: (db: Db) => Promise<T>, config: AppConfig = AppConfig.load()): Promise<T> {
  const database = await connectDatabase(config, migrationsOf);
  try {
    const role = new DatabaseRole(database.urls.platform, { max: 2 });
    try {
      const context = new Context();
      const db = new Db(await MikroORM.init(appConfig()), role, role, context);
      return await context.run({}, () => db.asPlatform(() => fn(db)));
    } finally {
      await role.close();
    }
  } finally {
    if (!database.wasRunning) await database.stop();
  }
}
