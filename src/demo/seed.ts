import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { sql } from 'kysely';
import { Context } from '../core/context.js';
import { Db } from '../core/database/db.js';
import { Announcement } from '../modules/platform/announcements/announcement.entity.js';
import { insertAll } from './insert-entities.js';

const announcement = {
  title: 'Bem-vindo ao Atende',
  text: 'Converse com a equipe no *chat interno*, prepare *listas de arquivos* para enviar de uma vez e ligue seus programas em *API*.',
};

/**
 * Writes the demo companies into an unused database; every other start costs one query. The super-administrator of
 * ADMIN_EMAIL does not count as use. Answers whether it wrote them.
 */
export async function seedDemo(app: NestFastifyApplication): Promise<boolean> {
  const db = app.get(Db);
  const unused = async (): Promise<boolean> => {
    const row = await db.row<{ unused: boolean }>(
      sql`select not exists (select from users where not super) and not exists (select from contacts) as unused`,
    );
    return row?.unused === true;
  };
  return app.get(Context).run({}, async () => {
    if (!(await db.asPlatform(unused))) return false;
    return db.asPlatform(async () => {
      await db.lock('seed-demo');
      // another process may have been faster
      if (!(await unused())) return false;
      const [{ demoCompanies }, { writeCompany }] = await Promise.all([
        import('./demo-data.js'),
        import('./write-company.js'),
      ]);
      for (const company of demoCompanies()) await writeCompany(app, company);
      await insertAll(db, Announcement, [{ ...announcement, priority: 2, status: true }]);
      return true;
    });
  });
}
