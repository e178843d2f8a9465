import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { sql } from 'kysely';
import type { AppConfig } from '../core/config/config.js';
import { Context } from '../core/context.js';
import { PasswordHasher } from '../core/crypto/password-hasher.js';
import { Db } from '../core/database/db.js';
import { User } from '../modules/people/users/user.entity.js';
import { Company } from '../modules/platform/companies/company.entity.js';
import { Plan, planFeatures } from '../modules/platform/plans/plan.entity.js';

const keepByName = { onConflictFields: ['name' as const], onConflictAction: 'ignore' as const };

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

/** Makes a super-administrator in a company of that name, made when missing; the current transaction is the platform's. */
export async function createSuper(
  { em }: Db,
  { email, passwordHash, company }: { email: string; passwordHash: string; company: string },
): Promise<void> {
  const features = Object.fromEntries(planFeatures.map((feature) => [feature, true]));
  const limits = { users: 100, connections: 20, queues: 50, value: 0 };
  const plan = await em.upsert(Plan, { name: 'Completo', ...limits, ...features }, keepByName);
  const rights = { planId: plan.id, status: true, campaignsEnabled: true };
  const owner = await em.upsert(Company, { name: company, ...rights }, keepByName);
  await em.upsert(
    User,
    {
      companyId: owner.id,
      name: email.split('@')[0],
      email: email.toLowerCase(),
      passwordHash,
      profile: 'admin',
      super: true,
      allTicket: 'enabled',
    },
    { onConflictFields: ['email'], onConflictMergeFields: ['super', 'passwordHash'] },
  );
}
