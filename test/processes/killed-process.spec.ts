import { reply } from '../faults/replies.js';
import { bodyOf } from '../support/client.js';
import { CloudTenant, type CustomerTicket, customerNumber } from '../support/cloud-tenant.js';
import { Deployment } from '../support/deployment.js';
import { HttpServer } from '../support/http-server.js';
import { RetryingClient } from '../support/retrying-client.js';
import { buildParts, type ServerProcess } from '../support/server-process.js';
import { until } from '../support/until.js';

const seed = 4;
const patienceMs = 300_000;
let deployment: Deployment;
let tenant: CloudTenant;
let ticket: CustomerTicket;
/** Of webhooks. */
let receiver: HttpServer;

beforeAll(async () => {
  await buildParts('server');
  receiver = await new HttpServer().start();
  receiver.answer = (_request, response) => void response.writeHead(200).end();
  deployment = await Deployment.start({ seed, processes: 2, env: { OUTBOUND_ALLOW: receiver.host } });
  await until('both processes show that they live', async () => (await locks()).length === 2);
  tenant = await CloudTenant.create(deployment, { attendants: 1 });
  const client = new RetryingClient(deployment.urls);
  [ticket] = (await tenant.openTickets(client, seed, 1)) as [CustomerTicket];
  await client.close();
  const endpoint = { url: receiver.url, events: ['contact.created'] };
  bodyOf(await tenant.w.admin.post('/webhook-endpoints', endpoint), 201);
}, patienceMs);
afterAll(async () => {
  await deployment.close();
  await receiver.stop();
});

const locks = (): Promise<{ pid: number; number: number }[]> =>
  deployment.postgres.rows(
    `select l.pid, l.objid::int as number from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and a.application_name = 'atende runner'`,
  );

/** Posted to that process, which also sends it. */
async function replyBy(server: ServerProcess, text: string): Promise<number> {
  const client = new RetryingClient([server.url]);
  const made = await reply(client, ticket, text);
  await client.close();
  if (!made) throw new Error(`Not acknowledged: ${text}`);
  return made.id;
}

const statusOf = async (id: number): Promise<string> =>
  (await deployment.postgres.row<{ status: string }>('select status from messages where id = $1', [id])).status;

const jobsOf = (id: number) =>
  deployment.postgres.rows<{ attempts: number; runner: number | null }>(
    "select attempts, runner from outbox_jobs where name = 'send-message' and (payload->>'messageId')::bigint = $1",
    [id],
  );

/** What is done afterwards is not owed to their end. */
async function extendLeases(): Promise<void> {
  await deployment.postgres.rows(
    "update outbox_jobs set leased_until = now() + interval '1 day' where leased_until > now()",
  );
  await deployment.postgres.rows(
    "update messages set leased_until = now() + interval '1 day' where status = 'sending'",
  );
}

const isSent = async (id: number): Promise<boolean> => ['sent', 'delivered', 'read'].includes(await statusOf(id));

test(
  'a process that lives and loses its lock keeps what it is sending',
  async () => {
    const { graph, postgres, web } = deployment;
    const [first, second] = web as [ServerProcess, ServerProcess];
    graph.options.latencyMs = [10_000, 10_000];
    const id = await replyBy(first, 'demora');
    await until('it is at the provider', async () => (await statusOf(id)) === 'sending');
    const number = (await jobsOf(id))[0]?.runner;
    const holder = (await locks()).find((lock) => lock.number === number);
    expect(holder).toBeDefined();
    // the other one may not look before this one has noticed, however slow the machine
    process.kill(second.pid, 'SIGSTOP');
    await postgres.rows('select pg_terminate_backend($1)', [holder?.pid]);
    await until('nobody can end its lease', async () => (await jobsOf(id)).every(({ runner }) => runner === null));
    process.kill(second.pid, 'SIGCONT');
    let attempts = 0;
    await until('it is sent', async () => {
      attempts = Math.max(attempts, ...(await jobsOf(id)).map((job) => job.attempts));
      return isSent(id);
    });
    expect(attempts).toBe(1);
    expect(graph.log.byCallbackData().get(String(id))).toHaveLength(1);
    await until('it shows again that it lives', async () => {
      const numbers = (await locks()).map((lock) => lock.number);
      return numbers.length === 2 && !numbers.includes(Number(number));
    });
  },
  patienceMs,
);

test(
  'what a killed process had begun is taken over before its leases end',
  async () => {
    const { graph, web } = deployment;
    const [first, second] = web as [ServerProcess, ServerProcess];
    graph.options.latencyMs = [3_600_000, 3_600_000];
    const begun = await replyBy(first, 'interrompida');
    await until('it is at the provider', async () => (await statusOf(begun)) === 'sending');
    await first.stop('SIGKILL');
    await extendLeases();
    graph.options.latencyMs = [0, 0];
    const next = await replyBy(second, 'a seguinte');
    await until('the next of the conversation is sent', () => isSent(next));
    // nobody knows whether the provider has it
    expect(await statusOf(begun)).toBe('uncertain');
    expect(await jobsOf(begun)).toEqual([]);
  },
  patienceMs,
);

test(
  'a process that starts takes over what the only one had begun before it was killed',
  async () => {
    const { graph, web } = deployment;
    const server = web[1] as ServerProcess;
    graph.options.latencyMs = [3_600_000, 3_600_000];
    const begun = await replyBy(server, 'interrompida outra vez');
    await until('it is at the provider', async () => (await statusOf(begun)) === 'sending');
    await server.stop('SIGKILL');
    await extendLeases();
    await server.start();
    await server.ready();
    await until('it is decided', async () => (await statusOf(begun)) === 'uncertain');
  },
  patienceMs,
);

test(
  'a job whose process ends at each of its starts fails for good after the fifth, and others go on',
  async () => {
    const { postgres, web } = deployment;
    const server = web[1] as ServerProcess;
    const client = new RetryingClient([server.url]);
    const write = (from: string) => client.send(tenant.webhook({ from, id: `wamid.${from}`, text: 'Oi' }));
    receiver.requests.length = 0;
    receiver.answer = async () => server.kill();
    await write(customerNumber(seed, 100));
    const failed = () =>
      postgres.rows<{ reason: string }>(
        "select last_error as reason from outbox_jobs where name = 'deliver-webhook' and failed_at is not null",
      );
    await until('it has failed', async () => (await failed()).length > 0, patienceMs);
    expect(await failed()).toEqual([{ reason: 'O processo terminou enquanto esta tarefa rodava (5 vezes).' }]);
    expect(receiver.requests).toHaveLength(5);
    receiver.answer = (_request, response) => void response.writeHead(200).end();
    await server.ready();
    await write(customerNumber(seed, 101));
    await until('the next event is delivered', async () => receiver.requests.length === 6);
    await client.close();
  },
  patienceMs,
);
