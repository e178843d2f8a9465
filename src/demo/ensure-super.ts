import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { sql } from 'kysely';
import type { AppConfig } from '../core/config/config.js';
import { Context } from '../core/context.js';
import { PasswordHasher } from '../core/crypto/password-hasher.js';
import { Db } from '../core/database/db.js';

/** Makes the super-administrator of ADMIN_EMAIL, with a plan and a company, when the platform has none. */
export async function ensureSuper(app: NestFastifyApplication, config: AppConfig): Promise<void> {
  const { adminEmail, adminPassword } = config;
  if (!adminEmail || !adminPassword) return;
  const db = app.get(Db);
  await app.get(Context).run({}, () =>
    db.asPlatform(async () => {
      await db.lock('ensure-super');
      if (await db.row(sql`select 1 from users where super limit 1`)) return;
      await createSuper(db, {
        email: adminEmail,
        passwordHash: await app.get(PasswordHasher).hash(adminPassword),
        company: 'Atende',
      });
    }),
  );
}

/** Inserts a super-administrator into a company of that name, made when missing; the caller is in a platform unit. */
export async function createSuper(
  db: Db,
  { email, passwordHash, company }: { email: string; passwordHash: string; company: string },
): Promise<void> {
  const plan = await db.row<{ id: number }>(
    sql`insert into plans (name, users, connections, queues, value, use_campaigns, use_schedules, use_internal_chat,
     use_external_api, use_kanban,
       use_integrations, use_ai_active, use_sms, use_leads)
     values ('Completo', 100, 20, 50, 0, true, true, true, true, true, true, true, true, true)
     on conflict (name) do update set name = excluded.name returning id`,
  );
  const owner = await db.row<{ id: number }>(
    sql`insert into companies (name, plan_id, status, campaigns_enabled) values (${company}, ${plan?.id}, true, true)
     on conflict (name) do update set name = excluded.name returning id`,
  );
  await db.run(
    sql`insert into users (company_id, name, email, password_hash, profile, super, all_ticket)
     values (${owner?.id}, ${email.split('@')[0]}, ${email.toLowerCase()}, ${passwordHash}, 'admin', true, 'enabled')
     on conflict (email) do update set super = true, password_hash = excluded.password_hash`,
  );
}
