import { setTimeout as delay } from 'node:timers/promises';
import { Checks } from '../support/checks.js';
import { bodyOf } from '../support/client.js';
import { CloudTenant, customerNumber } from '../support/cloud-tenant.js';
import { Deployment } from '../support/deployment.js';
import { Random } from '../support/graph-simulator/random.js';
import { HttpServer } from '../support/http-server.js';
import { RetryingClient } from '../support/retrying-client.js';
import { TypebotSimulator, textBubble, textInput } from '../support/typebot-simulator.js';
import type { Named } from '../support/world.js';
import type { MenuOptions } from './menus.js';

const patienceMs = 90_000;
const longestPauseMs = 400;
/** Long enough that many kills come between a call and the storing of its answer. */
const longestThoughtMs = 300;
/** Messages of each customer. */
const messages = 5;
const slug = 'fluxo';

interface Walked {
  readonly number: string;
  readonly written: number;
}

/**
 * Customers of a flow of typebot, then those of n8n, write while the server is killed repeatedly, also between a call and the
 * storing of its answer: each message gets one answer, and typebot hears none twice.
 */
export async function flows({ seed, customers, kills, hurry }: MenuOptions): Promise<Checks[]> {
  const random = new Random(seed);
  const typebot = await new TypebotSimulator().start();
  const n8n = await new HttpServer().start();
  let serial = 0;
  const next = (): string => {
    serial += 1;
    return `Resposta ${serial}`;
  };
  typebot.thinkingMs = () => random.between([0, longestThoughtMs]);
  typebot.flows.set(slug, () => ({ messages: [textBubble(next())], input: textInput }));
  n8n.answer = async (_request, response) => {
    await delay(random.between([0, longestThoughtMs]));
    response.writeHead(200).end(JSON.stringify({ messages: [{ body: next() }] }));
  };
  const programs = [
    { type: 'typebot', urlN8N: typebot.url, typebotSlug: slug, typebotDelayMessage: 0, typebotExpires: 0 },
    { type: 'n8n', urlN8N: n8n.url },
  ];
  const results: Checks[] = [];
  const deployment = await Deployment.start({
    seed,
    graph: { throughput: { perSecond: 500, burst: 500 } },
    env: { OUTBOUND_ALLOW: `${typebot.server.host},${n8n.host}` },
  });
  const client = new RetryingClient(deployment.urls);
  try {
    const tenant = await CloudTenant.create(deployment);
    for (const [index, program] of programs.entries()) {
      const checks = new Checks(`${program.type}, kill -9 in the middle`);
      results.push(checks);
      await setIntegration(tenant, program);
      const walked = await walkWhileKilled({
        deployment,
        tenant,
        client,
        random,
        hurry,
        kills,
        customers,
        first: index * 10_000 + seed,
      });
      await checkAnswers(deployment, walked, checks);
      checks.none('texts that typebot heard twice', repeated(typebot.heard.filter((text) => text !== null)));
      if (program.type === 'typebot') checks.figure('flows that began anew', typebot.started - walked.length);
      checks.figure('kills', kills);
    }
    return results;
  } finally {
    await client.close();
    await deployment.close(!results.every(({ ok }) => ok));
    await Promise.all([typebot.stop(), n8n.stop()]);
  }
}

async function setIntegration({ w, connection }: CloudTenant, fields: { readonly type: string }): Promise<void> {
  const form = { name: `Fluxo ${fields.type}`, ...fields };
  const { id: integrationId } = bodyOf(await w.admin.post<Named>('/queueIntegration', form), 201);
  bodyOf(await w.admin.put(`/whatsapp/${connection.id}`, { integrationId }));
}

interface Walk {
  readonly deployment: Deployment;
  readonly tenant: CloudTenant;
  readonly client: RetryingClient;
  readonly random: Random;
  readonly hurry: boolean;
  readonly kills: number;
  readonly customers: number;
  /** Of their numbers. */
  readonly first: number;
}

async function walkWhileKilled({ deployment, random, hurry, kills, customers, ...walk }: Walk): Promise<Walked[]> {
  let killing = true;
  let index = walk.first;
  const walked: Walked[] = [];
  const walkers = Array.from({ length: customers }, async () => {
    while (killing) {
      index += 1;
      walked.push(await write(deployment, walk, customerNumber(1, index)));
    }
  });
  for (let kill = 0; kill < kills; kill += 1) {
    await Promise.all(deployment.runners.map((server) => server.ready()));
    await delay(random.between([0, longestPauseMs]));
    for (const server of deployment.runners) await server.kill();
    if (hurry) await deployment.postgres.rows('update outbox_jobs set leased_until = null where failed_at is null');
  }
  killing = false;
  await Promise.all(walkers);
  await deployment.settled();
  if (hurry) await deployment.skipWaits();
  await deployment.settled();
  return walked;
}

/** Writes when the answer to what was written before is stored. */
async function write(
  { postgres }: Deployment,
  { tenant, client }: Pick<Walk, 'tenant' | 'client'>,
  number: string,
): Promise<Walked> {
  const answers = (): Promise<number> =>
    postgres.count('messages m join contacts c on c.id = m.contact_id where m.from_me and c.number = $1', [number]);
  for (let written = 1; written <= messages; written += 1) {
    const text = `Texto ${written} de ${number}`;
    await client.send(tenant.webhook({ from: number, id: `wamid.${number}.${written}`, text }));
    const end = Date.now() + patienceMs;
    while ((await answers()) < written && Date.now() < end) await delay(20);
  }
  return { number, written: messages };
}

async function checkAnswers(deployment: Deployment, walked: readonly Walked[], checks: Checks): Promise<void> {
  const stored = await deployment.postgres.rows<{ number: string; bodies: string[] }>(
    `select c.number, array_agg(m.body order by m.id) as bodies from messages m join contacts c on c.id = m.contact_id
     where m.from_me group by 1`,
  );
  const answered = walked.map(({ number, written }) => ({
    number,
    written,
    heard: stored.find((row) => row.number === number)?.bodies.length ?? 0,
  }));
  const bodies = stored.flatMap((row) => row.bodies);
  checks.none(
    'customers with an answer lost',
    answered.filter(({ heard, written }) => heard < written),
  );
  checks.none(
    'customers with an answer doubled',
    answered.filter(({ heard, written }) => heard > written),
  );
  checks.none('answers said twice', repeated(bodies));
  checks.none('answers sent twice', deployment.graph.log.duplicates());
  checks.figure('customers', walked.length);
  await deployment.check(checks);
}

const repeated = (texts: readonly string[]): string[] => texts.filter((text, index) => texts.indexOf(text) !== index);
