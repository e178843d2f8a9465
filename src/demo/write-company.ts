import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Clock } from '../core/clock.js';
import { PasswordHasher } from '../core/crypto/password-hasher.js';
import { SecretCipher } from '../core/crypto/secret-cipher.js';
import { Db } from '../core/database/db.js';
import { Events } from '../core/events/events.js';
import { Storage } from '../core/storage/storage.js';
import { Connection, ConnectionQueue } from '../modules/channels/connections/connection.entity.js';
import { newEncryptedToken } from '../modules/channels/connections/connections.database.js';
import { Contact } from '../modules/contacts/contacts/contact.entity.js';
import { Tag } from '../modules/contacts/tags/tag.entity.js';
import { QuickMessage } from '../modules/conversations/quick-messages/quick-message.entity.js';
import { Queue } from '../modules/people/queues/queue.entity.js';
import { Setting } from '../modules/people/settings/setting.entity.js';
import { User } from '../modules/people/users/user.entity.js';
import { UserQueue } from '../modules/people/users/user-queue.entity.js';
import { CompanyCreating } from '../modules/platform/companies/companies.events.js';
import { Company, defaultTimeZone } from '../modules/platform/companies/company.entity.js';
import { dueDateFrom } from '../modules/platform/companies/registration/due-date.js';
import { Plan, planFeatures } from '../modules/platform/plans/plan.entity.js';
import { storeFile } from './attachment.js';
import type { DemoCompany } from './demo-data.js';
import { type Ids, insertAll, reserveIds } from './insert-entities.js';
import { demoPassword } from './logins.js';
import { writeAiSmsCampaigns } from './write-ai-sms-campaigns.js';
import { writeAutomation } from './write-automation.js';
import { shipmentCount, writeCampaigns } from './write-campaigns.js';
import { writeChats } from './write-chats.js';
import { writeConversations } from './write-conversations.js';

const dayMs = 86_400_000;
/** The transaction of the platform belongs to no company that the filter could take. */
const allCompanies = { filters: false } as const;

const idsOf = (rows: readonly { readonly id: number }[], names: readonly string[]): Ids => {
  const ids = new Map(names.map((name, index) => [name, rows[index]?.id]));
  return (name) => {
    const id = ids.get(name);
    if (id === undefined) throw new Error(`The demo data names no ${name}`);
    return id;
  };
};
const names = (rows: readonly { readonly name: string }[]): string[] => rows.map(({ name }) => name);

/** Writes a company with everything in it; the current transaction is the platform's. */
export async function writeCompany(app: NestFastifyApplication, data: DemoCompany): Promise<void> {
  const [db, storage] = [app.get(Db), app.get(Storage)];
  const now = app.get(Clock).now();
  const daysAgo = (days: number): Date => new Date(now.getTime() - days * dayMs);
  const since = (days: number) => ({ createdAt: daysAgo(days), updatedAt: daysAgo(days) });

  const { without, ...limits } = data.plan;
  const features = Object.fromEntries(planFeatures.map((feature) => [feature, !without.includes(feature)]));
  const [plan] = await insertAll(db, Plan, [{ ...limits, ...features }]);
  const [company] = await insertAll(db, Company, [
    {
      name: data.name,
      email: data.email,
      phone: data.phone,
      planId: plan?.id ?? 0,
      status: true,
      campaignsEnabled: true,
      dueDate:
        data.dueInDays === undefined ? null : dueDateFrom(daysAgo(-data.dueInDays).toISOString(), defaultTimeZone),
      recurrence: data.recurrence ?? null,
      timezone: defaultTimeZone,
      lastTicketCode: data.conversations.length,
      ...since(data.createdDaysAgo),
    },
  ]);
  const companyId = company?.id ?? 0;
  const { manager } = data;
  await app.get(Events).dispatch(new CompanyCreating({ companyId, admin: { ...manager, password: demoPassword } }));
  for (const [key, value] of Object.entries(data.settings))
    await db.em.nativeUpdate(Setting, { companyId, key }, { value }, allCompanies);

  const queueRows = data.queues.map((queue, index) => ({ ...queue, companyId, orderQueue: index + 1 }));
  const queues = idsOf(await insertAll(db, Queue, queueRows), names(data.queues));
  const people = data.users.map(({ key: _, queues: _queues, ...user }) => ({ ...user, companyId }));
  const staff = await insertAll(db, User, people);
  const passwordHash = await app.get(PasswordHasher).hash(demoPassword);
  await db.em.nativeUpdate(User, { companyId }, { passwordHash }, allCompanies);
  const managerRow = await db.em.findOneOrFail(User, { companyId, email: manager.email }, allCompanies);
  const all = [...data.users, manager];
  const users = idsOf(
    [...staff, managerRow],
    all.map(({ key }) => key),
  );
  const memberships = all.flatMap((user) =>
    user.queues.map((queue) => ({ companyId, userId: users(user.key), queueId: queues(queue) })),
  );
  await insertAll(db, UserQueue, memberships);
  const tagRows = data.tags.map((tag) => ({ ...tag, companyId }));
  const tags = idsOf(await insertAll(db, Tag, tagRows), names(data.tags));

  const connectionIds = await reserveIds(db, 'connections', data.connections.length);
  const connectionRows = data.connections.map(({ name, greetingMessage, createdDaysAgo }, index) => {
    const id = connectionIds[index] ?? 0;
    return {
      id,
      companyId,
      name,
      greetingMessage,
      channel: 'sandbox' as const,
      status: 'CONNECTED' as const,
      isDefault: index === 0,
      credentials: {},
      ...data.texts,
      ...newEncryptedToken(app.get(SecretCipher), { companyId, id }),
      ...since(createdDaysAgo),
    };
  });
  const connections = idsOf(await insertAll(db, Connection, connectionRows), names(data.connections));
  const served = data.connections.flatMap(({ name, queues: own }) =>
    own.map((queue) => ({ companyId, connectionId: connections(name), queueId: queues(queue) })),
  );
  await insertAll(db, ConnectionQueue, served);
  const contactRows = data.contacts.map(({ extraInfo, isGroup = false, ...contact }, index) => ({
    ...contact,
    companyId,
    isGroup,
    extraInfo: Object.entries(extraInfo).map(([name, value], place) => ({ id: place + 1, name, value })),
    ...since(30 + ((index * 53) % 150)),
  }));
  const contacts = await insertAll(db, Contact, contactRows);
  const quickMessages = data.quickMessages.map(async ({ shortcode, message, user, attachment }) => ({
    companyId,
    shortcode,
    message,
    userId: users(user ?? manager.key),
    geral: user === undefined,
    ...(await storeFile(storage, companyId, attachment, daysAgo(120))),
    ...since(120),
  }));
  await insertAll(db, QuickMessage, await Promise.all(quickMessages));
  const contactIds = idsOf(contacts, names(data.contacts));
  await writeAutomation(app, { companyId, data, ids: { users, queues, contacts: contactIds }, now });
  await writeChats({ db, storage, companyId, data, users, now });
  const ids = { users, queues, tags, connections };
  // a shipment that is answered becomes a message before the reply
  const shipmentIds = await reserveIds(db, 'messages', shipmentCount(data));
  await writeConversations({ db, storage, companyId, data, contacts, ids, now });
  const campaigns = { companyId, data, contacts, ids, shipmentIds, now };
  await writeCampaigns(app, campaigns);
  await writeAiSmsCampaigns(app, campaigns);
}
