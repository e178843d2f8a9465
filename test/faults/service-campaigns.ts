import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ChatEndpoint } from '../support/chat-endpoint.js';
import { Checks } from '../support/checks.js';
import { bodyOf } from '../support/client.js';
import { CloudTenant } from '../support/cloud-tenant.js';
import { Deployment } from '../support/deployment.js';
import { form } from '../support/files.js';
import { Random } from '../support/graph-simulator/random.js';
import { createPrompt } from '../support/prompts.js';
import { SmsSimulator } from '../support/sms-simulator.js';

export interface ServiceCampaignOptions {
  readonly seed: number;
  /** Of each kind; a file has at most 50. */
  readonly rows: number;
  readonly kills: number;
  readonly redis?: boolean;
  /** Redis is emptied after the first and third quarter of the kills, PostgreSQL crashes after half of them. */
  readonly crash?: boolean;
  readonly hurry: boolean;
}

const rowsOfFile = 50;
const template = {
  name: 'volte',
  language: 'pt_BR',
  category: 'MARKETING',
  components: [{ type: 'BODY', text: 'Olá {{1}}, volte!', example: { body_text: [['Rui']] } }],
};
/** Of provider and gateway, so that kills fall between what is sent and what is recorded. */
const thinkingMs = 20;
const patienceMs = 120_000;

/**
 * An AI campaign, which opens by a template, and an SMS campaign whose server is killed at its work: each row becomes one
 * message or SMS, or is shown as uncertain.
 */
export async function serviceCampaigns(options: ServiceCampaignOptions): Promise<Checks> {
  const { seed, rows, kills, redis = false, crash = false, hurry } = options;
  const checks = new Checks('campaigns with AI and by SMS, kill -9 while they are sent');
  const random = new Random(seed);
  const [endpoint, gateway] = [await new ChatEndpoint().start(), await new SmsSimulator().start()];
  gateway.delayMs = thinkingMs;
  gateway.left = rows * 2;
  const env = { OUTBOUND_ALLOW: `${endpoint.host},${gateway.server.host}` };
  const graph = { latencyMs: [thinkingMs, thinkingMs] as const, statuses: { skip: 0.5 } };
  const deployment = await Deployment.start({ seed, env, redis, graph });
  try {
    await begin(await CloudTenant.create(deployment), deployment, endpoint, gateway, rows);
    const left = Math.max(1, Math.floor((rows * 2) / (kills + 1)));
    for (let kill = 1; kill <= kills; kill += 1) {
      await proceed(deployment, rows * 2 - left * kill);
      await delay(random.between([0, thinkingMs * 2]));
      if (crash) await breakOthers(deployment, kill / kills, (kill - 1) / kills);
      for (const server of deployment.runners) await server.kill();
      if (hurry) await expireLeases(deployment);
      await Promise.all(deployment.runners.map((server) => server.ready()));
    }
    await proceed(deployment, 0);
    await deployment.graph.settled(patienceMs);
    await deployment.settled();
    await check(deployment, gateway, checks, crash ? kills + 1 : kills);
    await deployment.check(checks);
    checks.figure('rows', rows * 2);
    checks.figure('kills', kills);
    return checks;
  } finally {
    await deployment.close(!checks.ok);
    await Promise.all([endpoint.stop(), gateway.stop()]);
  }
}

async function begin(
  { w, connection }: CloudTenant,
  deployment: Deployment,
  endpoint: ChatEndpoint,
  gateway: SmsSimulator,
  rows: number,
): Promise<void> {
  const { admin, companyId: company_id } = w;
  deployment.graph.addTemplate(template);
  bodyOf(await admin.post(`/whatsapp/${connection.id}/templates/sync`), 202);
  await deployment.settled();
  const { name: templateName, language } = template;
  const opening = { name: templateName, language, params: { body: ['{nome}'] } };
  const prompt = await createPrompt(w, endpoint);
  const { url, login, token, dialect: name } = gateway;
  bodyOf(await admin.post('/sms-gateways', { name, url, login, token }), 201);
  for (const [kind, own] of [
    ['ai', { instance_id: prompt.id, interval: 3, template: opening }],
    ['sms', { message: 'Oi {nome}', service_identifier: name }],
  ] as const) {
    const route = `/campaign-service/${kind}`;
    const made = await admin.post<{ id: number }>(`${route}/campaigns`, {
      ...{ name: 'Volte', company_id, connection_id: connection.id },
      ...own,
    });
    const { id } = bodyOf(made, 201);
    const first = 5_511_900_000_000 + randomInt(10_000_000);
    for (let from = 0; from < rows; from += rowsOfFile) {
      const numbers = Array.from({ length: Math.min(rowsOfFile, rows - from) }, (_, at) => `Ana;${first + from + at}`);
      const bytes = Buffer.from(['nome;telefone', ...numbers].join('\n'));
      const file = { name: 'lista.csv', mime: 'text/csv', bytes };
      bodyOf(await admin.post(`${route}/import`, form({ campaign_id: String(id) }, [file], 'file')));
    }
    bodyOf(await admin.put(`${route}/campaigns/status/${id}`, { status: 1 }));
  }
}

const waiting = ({ postgres }: Deployment): Promise<number> =>
  postgres.count("service_recipients where status in ('waiting', 'sending')");

/** Without the intervals between rows, until so many wait at most. */
async function proceed(deployment: Deployment, most: number): Promise<void> {
  const end = Date.now() + patienceMs;
  for (let left = await waiting(deployment); left > most; left = await waiting(deployment)) {
    if (Date.now() > end) throw new Error(`${left} rows wait, of which ${most} may`);
    await deployment.postgres.rows(
      "update outbox_jobs set run_at = now() where name = 'send-service-campaign' and leased_until is null and run_at > now()",
    );
    await delay(10);
  }
}

/** Nobody who has one is alive. */
async function expireLeases({ postgres }: Deployment): Promise<void> {
  await postgres.rows('update outbox_jobs set leased_until = null where failed_at is null');
  await postgres.rows("update service_recipients set leased_until = now() where status = 'sending'");
  await postgres.rows("update messages set leased_until = now() - interval '1 second' where status = 'sending'");
}

/** @param part of the kills, with this one @param before without it */
async function breakOthers({ postgres, redis }: Deployment, part: number, before: number): Promise<void> {
  const passes = (mark: number): boolean => before < mark && part >= mark;
  if (passes(0.25) || passes(0.75)) await redis?.command('FLUSHALL');
  if (!passes(0.5)) return;
  await postgres.stop('crash');
  await postgres.start();
}

interface Stored {
  readonly id: number;
  readonly kind: 'ai' | 'sms';
  readonly number: string;
  readonly status: string;
}

async function check(
  { postgres, graph }: Deployment,
  gateway: SmsSimulator,
  checks: Checks,
  interruptions: number,
): Promise<void> {
  const rows = await postgres.rows<Stored>(
    'select r.id::int, c.kind, r.number, r.status from service_recipients r join service_campaigns c on c.id = r.campaign_id',
  );
  const sentTo = {
    ai: graph.log.accepted.map(({ to }) => to),
    sms: gateway.sent.map(({ to }) => to),
  };
  const times = ({ kind, number }: Stored): number => sentTo[kind].filter((to) => to === number).length;
  const isUncertain = ({ status }: Stored): boolean => status === 'uncertain';
  checks.none(
    'rows that were sent twice',
    rows.filter((row) => times(row) > 1),
  );
  checks.none(
    'rows that were lost',
    rows.filter((row) => times(row) === 0 && !isUncertain(row)),
  );
  for (const kind of ['ai', 'sms']) {
    const uncertain = rows.filter((row) => row.kind === kind && isUncertain(row));
    checks.none(`more uncertain rows than interruptions, ${kind}`, uncertain.length > interruptions ? uncertain : []);
  }
  checks.none(
    'rows in another status',
    rows.filter((row) => !['sent', 'delivered', 'read', 'uncertain'].includes(row.status)),
  );
  checks.figure('uncertain', rows.filter(isUncertain).length);
}
