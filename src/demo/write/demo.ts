import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { sql } from 'kysely';
import { Clock } from '../../core/clock.js';
import { PasswordHasher } from '../../core/crypto/password-hasher.js';
import { SecretCipher } from '../../core/crypto/secret-cipher.js';
import { Db } from '../../core/database/db.js';
import { Events } from '../../core/events/events.js';
import { Storage } from '../../core/storage/storage.js';
import { closedConversations, otherCompanyConversations } from '../conversations/closed.js';
import { openConversations } from '../conversations/open.js';
import { pendingConversations } from '../conversations/pending.js';
import { insertRows, type Row } from '../insert-rows.js';
import { demoPassword } from '../logins.js';
import { customers, demoUsers, group, otherCompanyCustomers } from '../people.js';
import type { Attendant, Department, Label } from '../script.js';
import { createCompany, createConnections, insertNamed, planRow, ratingQuestion } from './companies.js';
import { type DemoContext, writeConversations } from './conversations.js';
import { writeQuickMessages } from './quick-messages.js';

const dayMs = 86_400_000;
const farewell = 'Atendimento encerrado. Obrigado por falar com a gente! 💙';
const greeting = 'Olá, {{firstName}}! {{greeting}} 👋 Escolha com quem quer falar:';

/** Writes the two demo companies; the current transaction is the platform's. */
export async function writeDemo(app: NestFastifyApplication): Promise<void> {
  const db = app.get(Db);
  const now = app.get(Clock).now();
  const tools: Tools = { db, events: app.get(Events), sealer: app.get(SecretCipher), storage: app.get(Storage), now };
  const price = { users: 30, connections: 10, queues: 20, value: 499.9 };
  const small = { users: 10, connections: 5, queues: 5, value: 99.9 };
  const [full, basic] = await insertRows(db, 'plans', [
    planRow('Demo', price),
    planRow('Básico', small, ['useSms', 'useLeads']),
  ]);
  const passwordHash = await app.get(PasswordHasher).hash(demoPassword);
  await writeFirst(tools, full ?? 0, passwordHash);
  await writeOther(tools, basic ?? 0);
  await db.run(sql`update users set password_hash = ${passwordHash} where password_hash is null`);
}

interface Tools {
  readonly db: Db;
  readonly events: Events;
  readonly sealer: SecretCipher;
  readonly storage: Storage;
  readonly now: Date;
}

const before = (now: Date, days: number): Date => new Date(now.getTime() - days * dayMs);

async function writeFirst(tools: Tools, planId: number, passwordHash: string): Promise<void> {
  const { db, storage, now } = tools;
  const created = before(now, 190);
  const companyId = await createCompany(
    db,
    tools.events,
    companyRow('Demo', planId, { email: 'gestor@demo.local', phone: '551990000100', created_at: created }),
    { name: 'Gabriela Nunes', email: 'gestor@demo.local', password: null },
  );
  await db.run(sql`update settings set value = 'disabled' where company_id = ${companyId} and key = 'CheckMsgIsGroup'`);
  await db.run(sql`update settings set value = 'enabled' where company_id = ${companyId} and key = 'userRating'`);
  const departments = await insertNamed<Department>(db, 'queues', departmentRows(companyId));
  const users = await writeUsers(db, companyId, departments, passwordHash);
  const tags = await insertNamed<Label>(db, 'tags', tagRows(companyId));
  const [main = 0, store = 0] = await createConnections(db, tools.sealer, companyId, [
    {
      name: 'Telefone de testes',
      isDefault: true,
      greeting,
      farewell,
      queueIds: [...departments.values()],
      createdAt: before(now, 189),
    },
    {
      name: 'Loja Centro',
      isDefault: false,
      greeting: '',
      farewell,
      queueIds: [departments.get('Comercial') ?? 0],
      createdAt: before(now, 96),
    },
  ]);
  const contacts = await writeContacts(db, companyId, [...customers, { ...group, email: '', facts: {} }], now);
  const cast = {
    companyId,
    contacts,
    users,
    departments,
    tags,
    connections: { main, store },
    farewell,
    question: ratingQuestion,
  };
  await writeConversations(
    db,
    storage,
    cast,
    [...openConversations, ...pendingConversations, ...closedConversations],
    now,
  );
  const makers = { companyId, managerId: users.get('gabriela') ?? 0, attendantId: users.get('beatriz') ?? 0 };
  await writeQuickMessages(db, storage, makers, before(now, 120));
}

async function writeOther(tools: Tools, planId: number): Promise<void> {
  const { db, storage, now } = tools;
  const due = { due_date: before(now, -30), recurrence: 'MENSAL', email: 'gestor@outra.local', phone: '551190000200' };
  const companyId = await createCompany(
    db,
    tools.events,
    companyRow('Outra', planId, { ...due, created_at: before(now, 60) }),
    {
      name: 'Otávio Braga',
      email: 'gestor@outra.local',
      password: null,
    },
  );
  const [queueId = 0] = await insertRows(db, 'queues', [
    { company_id: companyId, name: 'Atendimento', color: '#0e7490', order_queue: 1 },
  ]);
  const [main = 0] = await createConnections(db, tools.sealer, companyId, [
    {
      name: 'Telefone de testes',
      isDefault: true,
      greeting: '',
      farewell,
      queueIds: [queueId],
      createdAt: before(now, 60),
    },
  ]);
  const contacts = await writeContacts(db, companyId, otherCompanyCustomers, now);
  const managerId = await managerOf(db, companyId);
  await insertRows(db, 'user_queues', [{ company_id: companyId, user_id: managerId, queue_id: queueId }]);
  const users = new Map<Attendant, number>([['gabriela', managerId]]);
  const cast: DemoContext = {
    companyId,
    contacts,
    users,
    departments: new Map(),
    tags: new Map(),
    connections: { main, store: main },
    farewell,
    question: null,
  };
  await writeConversations(db, storage, cast, otherCompanyConversations, now);
}

const companyRow = (name: string, planId: number, more: Row): Row => ({
  name,
  plan_id: planId,
  status: true,
  campaigns_enabled: true,
  timezone: 'America/Sao_Paulo',
  last_ticket_code: 0,
  ...more,
  updated_at: more['created_at'],
});

function departmentRows(companyId: number): Map<Department, Row> {
  const row = (name: Department, color: string, order: number, text: string): [Department, Row] => [
    name,
    { company_id: companyId, name, color, order_queue: order, greeting_message: text },
  ];
  return new Map([
    row('Comercial', '#1f6feb', 1, 'Você está no Comercial. Como podemos ajudar?'),
    row('Suporte', '#b45309', 2, 'Você está no Suporte. Conte o que aconteceu.'),
    row('Financeiro', '#7c3aed', 3, 'Você está no Financeiro. Tenha seu CPF em mãos.'),
  ]);
}

function tagRows(companyId: number): Map<Label, Row> {
  const row = (name: Label, color: string, kanban: 0 | 1): [Label, Row] => [
    name,
    { company_id: companyId, name, color, kanban },
  ];
  return new Map([
    row('Retorno', '#12905a', 0),
    row('Urgente', '#e5484d', 0),
    row('Plano anual', '#7c3aed', 0),
    row('Cliente VIP', '#b45309', 0),
    row('Novo contato', '#1f6feb', 1),
    row('Proposta enviada', '#0e7490', 1),
    row('Fechado', '#4a7c59', 1),
  ]);
}

async function writeUsers(
  db: Db,
  companyId: number,
  departments: ReadonlyMap<Department, number>,
  passwordHash: string,
): Promise<Map<Attendant, number>> {
  const common = { company_id: companyId, password_hash: passwordHash, language: 'pt' };
  const [superId] = await insertRows(db, 'users', [
    {
      ...common,
      name: 'Sérgio Prado',
      email: 'super@demo.local',
      profile: 'admin',
      super: true,
      all_ticket: 'enabled',
    },
  ]);
  const ids = await insertRows(
    db,
    'users',
    demoUsers.map(({ name, email, profile, allTicket }) => ({
      ...common,
      name,
      email,
      profile,
      super: false,
      all_ticket: allTicket ? 'enabled' : 'desabled',
    })),
  );
  const memberships = demoUsers.flatMap((colleague, index) =>
    colleague.departments.map((name) => ({
      company_id: companyId,
      user_id: ids[index],
      queue_id: departments.get(name),
    })),
  );
  const managerId = await managerOf(db, companyId);
  const everywhere = [...departments.values()].flatMap((queueId) =>
    [managerId, superId].map((userId) => ({ company_id: companyId, user_id: userId, queue_id: queueId })),
  );
  await insertRows(db, 'user_queues', [...memberships, ...everywhere]);
  const users = new Map<Attendant, number>(demoUsers.map(({ key }, index) => [key, ids[index] ?? 0]));
  return users.set('gabriela', managerId);
}

async function managerOf(db: Db, companyId: number): Promise<number> {
  const row = await db.row<{ id: number }>(
    sql`select id from users where company_id = ${companyId} and profile = ${'admin'} and not super`,
  );
  return row?.id ?? 0;
}

async function writeContacts(
  db: Db,
  companyId: number,
  people: readonly (typeof customers)[number][],
  now: Date,
): Promise<DemoContext['contacts']> {
  const rows = people.map(({ name, number, email, facts }, index) => {
    const created = before(now, 30 + ((index * 53) % 150));
    return {
      company_id: companyId,
      uuid: crypto.randomUUID(),
      name,
      number,
      email,
      is_group: number === group.number,
      extra_info: Object.entries(facts).map(([fact, value], place) => ({ id: place + 1, name: fact, value })),
      created_at: created,
      updated_at: created,
    };
  });
  const ids = await insertRows(db, 'contacts', rows);
  return new Map(
    rows.map(({ name, number, is_group }, index) => [name, { id: ids[index] ?? 0, number, isGroup: is_group }]),
  );
}
