import { Context } from '../../src/core/context.js';
import { Db } from '../../src/core/database/db.js';
import { Jobs } from '../../src/core/jobs/jobs.js';
import { Runner } from '../../src/core/jobs/runner.js';
import { Sweeper } from '../../src/core/jobs/sweeper.js';
import { RemoveFiles } from '../../src/core/storage/remove-files.job.js';
import { TicketTimersService } from '../../src/modules/automation/chatbot/timers/ticket-timers.service.js';
import { StoredPassagesService } from '../../src/modules/automation/prompts/knowledge/stored-passages.service.js';
import { answeredRecipients } from '../../src/modules/campaigns/ai-sms/replies/ai-replies.queries.js';
import { claimedElsewhere, claimRecipient } from '../../src/modules/campaigns/ai-sms/sending/claims.queries.js';
import {
  recordOutcome,
  settleAbandoned as settleAbandonedRecipients,
} from '../../src/modules/campaigns/ai-sms/sending/outcomes.queries.js';
import { applyStatuses as applyAiStatuses } from '../../src/modules/campaigns/ai-sms/statuses/statuses.queries.js';
import { Campaign } from '../../src/modules/campaigns/mass/campaign.entity.js';
import {
  countRecipients,
  freezeBatch,
  recipientsOf,
  withoutCapped,
} from '../../src/modules/campaigns/mass/editing/recipients.queries.js';
import {
  claimShipments,
  firstWaiting,
  markSending,
  readShipments,
  sendingClocks,
} from '../../src/modules/campaigns/mass/sending/claims.queries.js';
import {
  failReplaced,
  recordOutcomes,
  remainingShipments,
  settleAbandoned,
  settleUncertain,
} from '../../src/modules/campaigns/mass/sending/outcomes.queries.js';
import { SendShipmentsHandler } from '../../src/modules/campaigns/mass/sending/send-shipments.job.js';
import { SettleShipmentsHandler } from '../../src/modules/campaigns/mass/sending/settle-shipments.job.js';
import { applyStatuses } from '../../src/modules/campaigns/mass/statuses/statuses.queries.js';
import { EchoesAndWatermarksService } from '../../src/modules/conversations/messages/delivery-status/echoes-and-watermarks.service.js';
import { ApplyRetentionHandler } from '../../src/modules/conversations/messages/privacy/apply-retention.job.js';
import { SessionCache } from '../../src/modules/people/auth/sessions/session-cache.js';
import { OpeningHoursService } from '../../src/modules/people/opening-hours/opening/opening-hours.service.js';
import { startApp } from '../support/app.js';
import { bodyOf } from '../support/client.js';
import { fillLargeCompany } from '../support/large-company.js';
import { endpointForm } from '../support/other-company.js';
import { connectionToken, program, serviceToken } from '../support/programs.js';
import { explainEverything, type Plan, plansOf } from '../support/query-plans.js';
import type { MessageRow, TicketRow } from '../support/world.js';
import { type Customer, world } from '../support/world.js';

const app = await startApp({}, explainEverything);
const w = await world(app);
let customer: Customer;
let ticket: TicketRow;
let cursor = '';
let arrival = '';
let middle = 0;
let rareTag = 0;
let chat = 0;
/** A campaign that runs, and one of the campaign service. */
let campaign = 0;
let smsCampaign = 0;

beforeAll(async () => {
  const attendant = bodyOf(await w.attendant.get<{ id: number }>('/auth/me'));
  customer = w.customer();
  await customer.says('oi');
  rareTag = bodyOf(await w.admin.post<{ id: number }>('/tags', { name: 'Rara', color: '#123456' }), 201).id;
  bodyOf(await w.admin.put('/settings/scheduleType', { value: 'queue' }));
  await fillLargeCompany(app.database, w, attendant.id);
  const closed = bodyOf(await w.admin.get<{ cursor: string }>('/tickets?showAll=true&status=closed'));
  cursor = closed.cursor;
  const arrived = '/tickets?showAll=true&status=closed&order=lastMessage';
  arrival = bodyOf(await w.admin.get<{ cursor: string }>(arrived)).cursor;
  const chats = bodyOf(await w.admin.get<{ records: { id: number }[] }>('/chats'));
  chat = chats.records[0]?.id ?? 0;
  const newest = async (table: string): Promise<number> =>
    Number(
      (await app.database.query(`select max(id) as id from ${table} where company_id = $1`, [w.companyId]))[0]?.['id'],
    );
  [campaign, smsCampaign] = [await newest('campaigns'), await newest('service_campaigns')];
  ticket = await customer.says('mais uma coisa');
  const { messages } = bodyOf(await w.admin.get<{ messages: MessageRow[] }>(`/messages/${ticket.id}?peek=true`));
  middle = messages[0]?.id ?? 0;
});
afterAll(() => app.close());

/** Sequential scans of these are right: a few rows of the platform, and codes that are removed after minutes. */
const mayBeScanned = new Set(['send_slots', 'plans', 'cron_runs', 'password_resets']);

type Act = () => Promise<unknown>;
const get =
  (path: string | (() => string)): Act =>
  async () =>
    bodyOf(await w.admin.get<object>(typeof path === 'string' ? path : path()));

const unconfirmed = (): SettleShipmentsHandler => app.nest.get(SettleShipmentsHandler, { strict: false });
const timers = (): TicketTimersService => app.nest.get(TicketTimersService, { strict: false });
/** As a process without a runner does, whose jobs are claimed. */
const storeForeignJob = () =>
  app.database.query(
    `insert into outbox_jobs (company_id, name, external, payload, run_at)
     values ($1, 'remove-files', true, $2, now() - interval '1 second')`,
    [w.companyId, { keys: [] }],
  );
const asPlatform =
  (act: Act): Act =>
  () =>
    app.nest.get(Context).run({}, () => app.nest.get(Db).asPlatform(act));

const inCompany = (act: (db: Db) => Promise<unknown>): Promise<unknown> =>
  app.as(w.companyId, () => act(app.nest.get(Db)));

/** Of three shipments: a batch of more than one. */
async function sendShipments(): Promise<void> {
  const { companyId, connection } = w;
  const of = { companyId, id: campaign, run: 0 };
  const db = app.nest.get(Db);
  await app.as(companyId, () => db.row(readShipments(of, 'company', { from: 1, size: 3 })));
  await app.as(companyId, () => db.row(firstWaiting(of, 1)));
  const state = await app.as(companyId, () => db.row(claimShipments(of, 'company', { limit: 3 })));
  const claimed = state?.claimed ?? [];
  expect(claimed).toHaveLength(3);
  const sent = await db.platformRows(
    markSending(
      of,
      claimed.map((each) => ({ ...each, message: 1, body: 'Oi' })),
      1,
    ),
  );
  expect(sent).toHaveLength(3);
  const at = Date.now();
  const accepted = claimed.map(({ id }) => ({ kind: 'sent' as const, providerId: `enviada-${id}`, id }));
  await db.platformRows(
    recordOutcomes(
      companyId,
      accepted.map(({ id, ...outcome }) => ({ id, outcome, at })),
    ),
  );
  const delivered = accepted.map(({ providerId }) => ({
    connectionId: connection.id,
    messageId: null,
    providerId,
    status: 'delivered' as const,
    error: null,
    deliveredAt: at,
    readAt: null,
  }));
  for (const reported of [delivered, delivered.slice(0, 1)])
    await app.as(companyId, () => db.rows(applyStatuses(companyId, reported)));
}

/** Of the places where it may send. */
async function claimByClocks(): Promise<void> {
  const of = { companyId: w.companyId, id: campaign, run: 0 };
  await inCompany(async (db) => {
    await db.row(readShipments(of, 'recipients', { from: 1, size: 3 }));
    await db.row(firstWaiting(of, 1, ['America/Manaus', 'America/Sao_Paulo']));
    await db.rows(sendingClocks(of, 'recipients'));
    const state = await db.row(claimShipments(of, 'recipients', { limit: 3 }));
    expect(state?.claimed).toHaveLength(3);
  });
}

/** Frequent queries, and the words by which their statements are found in the log. */
const hot: [name: string, statements: RegExp, act: Act][] = [
  ['who is signed in', /from sessions s/, get('/tags/list')],
  ['open conversations, manager', /from tickets t/, get('/tickets?showAll=true&status=open')],
  [
    'open conversations, attendant',
    /from tickets t/,
    async () => bodyOf(await w.attendant.get<object>('/tickets?status=open')),
  ],
  [
    'waiting conversations, attendant',
    /from tickets t/,
    async () => bodyOf(await w.attendant.get<object>('/tickets?status=pending')),
  ],
  [
    'unread of one’s own',
    /from tickets t/,
    get(() => `/tickets?status=open&users=[${w.admin.id}]&withUnreadMessages=true&showAll=true`),
  ],
  ['unread that wait', /from tickets t/, get('/tickets?status=pending&withUnreadMessages=true&showAll=true')],
  [
    'closed conversations, further down',
    /from tickets t/,
    get(() => `/tickets?showAll=true&status=closed&cursor=${cursor}`),
  ],
  [
    'open conversations by last message, manager',
    /from tickets t/,
    get('/tickets?showAll=true&status=open&order=lastMessage'),
  ],
  [
    'waiting conversations by last message, attendant',
    /from tickets t/,
    async () => bodyOf(await w.attendant.get<object>('/tickets?status=pending&order=lastMessage')),
  ],
  [
    'closed conversations by last message, further down',
    /from tickets t/,
    get(() => `/tickets?showAll=true&status=closed&order=lastMessage&cursor=${arrival}`),
  ],
  ['counters, manager', /from tickets t/, get('/tickets/counters?showAll=true')],
  ['counters, attendant', /from tickets t/, async () => bodyOf(await w.attendant.get<object>('/tickets/counters'))],
  ['search by name', /tickets t|contacts c/, get('/tickets?showAll=true&searchParam=conceicao')],
  ['search by words, rare', /tickets t|messages m/, get('/tickets?showAll=true&searchParam=orc')],
  ['search by words, frequent', /tickets t|messages m/, get('/tickets?showAll=true&searchParam=comum')],
  ['hits of a conversation', /from messages m/, get(() => `/messages/${ticket.id}/hits?searchParam=comum`)],
  ['search by tag', /from tickets t/, get(() => `/tickets?showAll=true&tags=[${rareTag}]`)],
  ['conversations of a contact', /from tickets t/, get(() => `/tickets?showAll=true&contacts=[${ticket.contactId}]`)],
  ['search by attendant', /from tickets t/, get(() => `/tickets?showAll=true&users=[${w.admin.id}]`)],
  ['messages, newest page', /from messages m/, get(() => `/messages/${ticket.id}?peek=true`)],
  ['messages since', /from messages m/, get(() => `/messages/${ticket.id}?after=${middle}`)],
  ['messages around one', /from messages m/, get(() => `/messages/${ticket.id}?around=${middle}`)],
  [
    'notes of a contact, attendant',
    /ticket_notes/,
    async () =>
      bodyOf(await w.attendant.get<object>(`/ticket-notes/list?ticketId=${ticket.id}&contactId=${ticket.contactId}`)),
  ],
  [
    'notes that name somebody',
    /note_mentions/,
    async () => bodyOf(await w.attendant.get<object>('/ticket-notes/mentions')),
  ],
  ['internal chats', /from chat_users mine/, get('/chats')],
  ['unread internal chats', /from chat_users u/, get('/chats/unread')],
  ['messages of an internal chat', /from chat_messages m/, get(() => `/chats/${chat}/messages?pageNumber=1`)],
  [
    'a message to an internal chat',
    /chat_users|chat_messages/,
    async () => bodyOf(await w.admin.post<object>(`/chats/${chat}/messages`, { message: 'oi' }), 201),
  ],
  [
    'an internal chat that is read',
    /chat_users/,
    async () => bodyOf(await w.admin.post<object>(`/chats/${chat}/read`)),
  ],
  [
    'whom a note may name',
    /from users u/,
    async () => bodyOf(await w.attendant.get<object>(`/ticket-notes/readers?ticketId=${ticket.id}&searchParam=a`)),
  ],
  [
    'the message of a file',
    /media_key = any/,
    async () => expect((await w.admin.get('/messages/transcribeAudio/audio-3.ogg')).status).toBe(404),
  ],
  ['audit log', /audit_entries/, get('/audit')],
  ['audit log, of one kind', /audit_entries/, get('/audit?kind=access&dateEnd=2026-01-10')],
  ['audit log, of one person', /audit_entries/, get(() => `/audit?userId=${w.attendant.id}`)],
  ['audit log, of one conversation', /audit_entries/, get('/audit?subject=ticket:12')],
  ['audit log of the platform', /audit_entries/, async () => bodyOf(await app.platform.get<object>('/admin/audit'))],
  ['kanban board, manager', /tickets t/, get('/ticket/kanban?showAll=true')],
  ['kanban board, attendant', /tickets t/, async () => bodyOf(await w.attendant.get<object>('/ticket/kanban'))],
  ['kanban board, by tag', /tickets t/, get(() => `/ticket/kanban?showAll=true&tags=[${rareTag}]`)],
  [
    'whether a department is open',
    /from holidays h/,
    () =>
      app.as(w.companyId, () => app.nest.get(OpeningHoursService, { strict: false }).status(w.sales.id, new Date())),
  ],
  ['menu of a department', /queue_options/, () => w.admin.get(`/queue-options?queueId=${w.sales.id}&parentId=-1`)],
  ['first steps', /with real as/, get('/dashboard/first-steps')],
  [
    'timers and jobs of the installation',
    /from leases|^select w.count as waiting/,
    async () => bodyOf(await app.platform.get<object>('/installation')),
  ],
  ['dashboard', /daily_figures/, get('/dashboard?days=90')],
  ['the bot on the dashboard', /bot_sessions/, get('/dashboard/bot?days=90')],
  ['arrivals of the dashboard', /daily_arrivals/, get('/dashboard/weekdays?days=90')],
  ['conversations as a table', /tickets t/, get('/tickets/export?showAll=true&status=open')],
  ['attendances', /ticket_cycles y/, get('/relatories?dateStart=2026-01-01&dateEnd=2026-01-20')],
  [
    'attendances, further down',
    /ticket_cycles y/,
    get(
      `/relatories?dateStart=2026-01-01&dateEnd=2026-01-20&cursor=${Buffer.from('2026-01-10T00:00:00.000Z|1').toString('base64url')}`,
    ),
  ],
  ['attendances by arrival', /ticket_cycles y/, get('/relatories?by=arrival&dateStart=2026-01-01&dateEnd=2026-01-20')],
  ['days of attendants', /ticket_cycles y/, get('/relatories/attendants?dateStart=2026-01-01&dateEnd=2026-01-20')],
  ['contacts', /contacts/, get('/contacts')],
  [
    'who a program is',
    /from service_tokens/,
    async () => bodyOf(await program(app, (await serviceToken(w, ['tags:read'])).token).get<object>('/tags')),
  ],
  [
    'who a connection is',
    /from connections w/,
    async () => (await program(app, await connectionToken(w, w.connection.id)).get('/api/messages/1')).status,
  ],
  [
    'deliveries of a webhook',
    /from webhook_deliveries/,
    async () => {
      const made = async () => bodyOf(await w.admin.post<{ id: number }>('/webhook-endpoints', endpointForm), 201).id;
      const ids = [await made(), await made(), await made(), await made(), await made()];
      await app.database.query(
        `insert into webhook_deliveries (company_id, endpoint_id, event_id, type, subject, payload, status)
         select $1, ($2::bigint[])[1 + n % 5], 'evt', 'test', 'test', $3, 'delivered' from generate_series(1, 5000) n`,
        [w.companyId, ids, JSON.stringify({ type: 'test', version: 1, timestamp: '', data: {} })],
      );
      await app.database.query('analyze webhook_deliveries');
      const [id] = ids;
      bodyOf(await w.admin.get<object>(`/webhook-endpoints/${id}/deliveries`));
    },
  ],
  [
    'what a prompt knows of a question',
    /knowledge_passages/,
    async () => {
      const made = async (name: string) =>
        bodyOf(await w.admin.post<{ id: number }>('/prompt', { name, prompt: 'Ajude' }), 201).id;
      const ids = [await made('Um'), await made('Dois')];
      await app.database.query(
        `with s as (insert into knowledge_sources (company_id, prompt_id, title, kind, status)
           select $1, p, 'x', 'text', 'ready' from unnest($2::bigint[]) p returning id, prompt_id)
         insert into knowledge_passages (company_id, source_id, prompt_id, position, text)
         select $1, s.id, s.prompt_id, n, 'trecho sobre o assunto ' || n from s, generate_series(1, 5000) n`,
        [w.companyId, ids],
      );
      await app.database.query('analyze knowledge_passages; analyze knowledge_sources');
      const passages = app.nest.get(StoredPassagesService, { strict: false });
      await app.as(w.companyId, () => passages.find(ids[0] ?? 0, 'qual o assunto 4711?'));
    },
  ],
  ['contacts, search', /contacts/, get('/contacts?searchParam=conceicao')],
  ['quick messages', /quick_messages/, async () => bodyOf(await w.attendant.get<object>('/quick-messages'))],
  [
    'quick messages, suggested',
    /quick_messages/,
    async () => bodyOf(await w.attendant.get<object>('/quick-messages/list')),
  ],
  ['schedules', /schedules/, async () => bodyOf(await w.attendant.get<object>('/schedules'))],
  ['schedules, manager', /schedules/, get('/schedules')],
  ['schedules of a month', /schedules/, get('/schedules?dateStart=2026-03-01&dateEnd=2026-03-31')],
  ['schedules of a contact', /schedules/, get(() => `/schedules?filter={"contactId":${ticket.contactId}}`)],
  ['file lists, to be sent', /file_list/, async () => bodyOf(await w.attendant.get<object>('/files/list'))],
  ['contacts of some days', /contacts/, get('/contacts?dateStart=2026-03-01&dateEnd=2026-03-02')],
  [
    'what a company keeps no longer',
    /purged_until/,
    async () => {
      bodyOf(await w.admin.put('/settings/retentionMonths', { value: '240' }));
      await app.nest.get(ApplyRetentionHandler).perform({}, { companyId: w.companyId, attempt: 1 });
    },
  ],
  ['companies with due jobs', /^select k.external/, () => app.nest.get(Runner).drain()],
  [
    'a job is stored',
    /insert into outbox_jobs/,
    () =>
      app.as(w.companyId, () =>
        app.nest.get(Jobs).add(RemoveFiles, { keys: [] }, { priority: 'interactive', orderingKey: 'files' }),
      ),
  ],
  [
    'claim of jobs',
    /update outbox_jobs o set lost_starts/,
    async () => {
      await storeForeignJob();
      await app.settled();
    },
  ],
  [
    'claim of jobs, planned when there were none',
    /update outbox_jobs o set lost_starts/,
    async () => {
      await app.database.query('vacuum analyze outbox_jobs');
      await storeForeignJob();
      await app.settled();
    },
  ],
  [
    'a message comes in',
    /^select .* (from|join) "?(contacts|tickets|messages|connections|settings)|from tickets t cross join|cross join locked|update (inbox_events|tickets)|insert into inbox_events|delete from outbox_jobs/,
    async () => {
      await customer.writes('e outra');
      await app.settled();
    },
  ],
  [
    'a message that may be a rating',
    /rating_asked_at/,
    async () => {
      await customer.writes('3');
      await app.settled();
    },
  ],
  [
    'who has which conversation open',
    /from tickets t/,
    async () => {
      const socket = await w.attendant.socket();
      await socket.join('ChatBox', ticket.id);
      bodyOf(await w.attendant.get<object>('/tickets/viewers'));
      socket.close();
    },
  ],
  [
    'a step of the bot',
    // without the timers of conversations, which run by themselves
    /^(?![\s\S]*time_to_transfer)[\s\S]*(bot_sessions|queue_options)/,
    async () => {
      await customer.writes('oi de novo');
      await app.settled();
    },
  ],
  [
    'messages that were read up to a time, and the one that an echo repeats',
    /media_type, body, sent_at/,
    () =>
      app.as(w.companyId, async () => {
        const reports = app.nest.get(EchoesAndWatermarksService, { strict: false });
        const { number: from } = customer;
        const now = Date.now();
        const event = { eventId: 'e', timestamp: now, from };
        const watermark = { ...event, kind: 'watermark', status: 'read', until: now } as const;
        await reports.applyWatermark(w.connection.id, watermark);
        const message = { ...event, kind: 'message', providerId: 'p', name: null, group: null, fromMe: true } as const;
        const content = { type: 'chat', body: 'oi', media: null, quotedProviderId: null, data: null } as const;
        const connection = { id: w.connection.id, channel: 'instagram', replyHours: null };
        await reports.applyEcho(connection, { ...message, ...content, forwarded: false });
      }),
  ],
  ['timers of conversations', /bot_sessions|time_to_transfer/, asPlatform(() => timers().addJobs())],
  ['the sweeper', /delete from/, asPlatform(() => app.nest.get(Sweeper).sweep())],
  [
    'recipients of a campaign are frozen',
    /campaign_shipments/,
    () =>
      inCompany(async (db) => {
        const row = await db.em.findOneOrFail(Campaign, { id: campaign });
        await db.row(freezeBatch(w.companyId, row, { after: 0, limit: 100, files: 1 }));
      }),
  ],
  [
    'recipients of a campaign without those who got another',
    /service_recipients/,
    () =>
      inCompany(async (db) => {
        const row = await db.em.findOneOrFail(Campaign, { id: campaign });
        await db.row(countRecipients(withoutCapped(row, recipientsOf(w.companyId, row), 7)));
      }),
  ],
  ['a campaign before it starts', /contact_list_items/, get(() => `/campaigns/${campaign}/preview`)],
  [
    'a step of a campaign',
    /campaign_shipments/,
    () =>
      app.nest
        .get(SendShipmentsHandler, { strict: false })
        .perform({ id: campaign, run: 0, sent: 0 }, { companyId: w.companyId, attempt: 1 }),
  ],
  ['a step of a campaign by the clocks of its recipients', /campaign_shipments/, claimByClocks],
  ['shipments and what providers report of them', /campaign_shipments/, sendShipments],
  [
    'what is left of a campaign',
    /campaign_shipments/,
    () =>
      inCompany(async (db) => {
        const of = { companyId: w.companyId, id: campaign, run: 0 };
        await db.run(settleAbandoned(w.companyId, campaign, ['sandbox']));
        await db.run(settleUncertain(w.companyId, campaign));
        await db.run(failReplaced(w.companyId, campaign));
        await db.row(remainingShipments(of));
      }),
  ],
  [
    'campaigns with shipments that nothing was recorded of',
    /campaign_shipments/,
    asPlatform(() => unconfirmed().addJobs()),
  ],
  [
    'the campaign that a customer answers',
    /campaign_shipments/,
    async () => {
      await customer.writes('quero');
      await app.settled();
    },
  ],
  ['report of a campaign', /campaign_shipments/, get(() => `/campaigns/${campaign}/report`)],
  ['recipients of a campaign', /campaign_shipments/, get(() => `/campaigns/${campaign}/recipients?cursor=100`)],
  ['recipients of a campaign, read', /campaign_shipments/, get(() => `/campaigns/${campaign}/recipients?status=read`)],
  [
    'a person in campaigns',
    /campaign_shipments|contact_list_items|service_recipients/,
    get(() => `/contacts/${ticket.contactId}/personal-data`),
  ],
  [
    'the next row of the campaign service',
    /service_recipients/,
    () =>
      inCompany(async (db) => {
        await db.run(
          settleAbandonedRecipients(w.companyId, smsCampaign, { kind: 'sms', idempotentChannels: ['sandbox'] }),
        );
        const row = await db.row(claimRecipient(w.companyId, smsCampaign));
        expect(row).toBeDefined();
        if (row) await db.run(recordOutcome(w.companyId, row, { kind: 'sent', providerId: 'sms-1' }));
        await db.row(claimedElsewhere(w.companyId, smsCampaign));
      }),
  ],
  [
    'the row of a campaign with AI that a customer answers, and statuses of its text',
    /service_recipients/,
    () =>
      inCompany(async (db) => {
        const { whatsappId: connectionId, contactId } = ticket;
        await db.rows(answeredRecipients(w.companyId, [{ connectionId, contactId }]));
        const reported = { connectionId, messageId: 1, providerId: 'ai-1', status: 'read', error: null } as const;
        await db.row(applyAiStatuses(w.companyId, [reported]));
      }),
  ],
  [
    'campaigns of the campaign service',
    /service_recipients/,
    get(() => `/campaign-service/sms/campaigns/filter?company_id=${w.companyId}`),
  ],
  [
    'report of the campaign service',
    /service_recipients/,
    get(() => `/campaign-service/sms/relatories/${smsCampaign}`),
  ],
];

/** Each plan once: neither the number of executions nor their order matters. */
const told = (plans: readonly Plan[]): string =>
  [...new Set(plans.map(({ shape }) => shape))].toSorted((a, b) => a.localeCompare(b, 'en')).join('\n\n');

test.each(hot)('%s', async (_name, statements, act) => {
  app.nest.get(SessionCache, { strict: false }).drop();
  const plans = (await plansOf(app.database, act)).filter(
    ({ sql, tables }) => tables.length > 0 && statements.test(sql),
  );
  expect(plans.length).toBeGreaterThan(0);
  expect(plans.filter(({ sequentiallyScanned: scanned }) => scanned.some((table) => !mayBeScanned.has(table)))).toEqual(
    [],
  );
  expect(`\n${told(plans)}\n`).toMatchSnapshot();
});
