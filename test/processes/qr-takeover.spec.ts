import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startApp, type TestApp } from '../support/app.js';
import { bodyOf } from '../support/client.js';
import type { ConnectionRow } from '../support/cloud-company.js';
import { OtherProcess } from '../support/process.js';
import { hasRedis, RedisServer } from '../support/redis.js';
import { until } from '../support/until.js';
import { stepsUsedTwice, WhatsappServer } from '../support/whatsapp-simulator/server.js';
import { type MessageRow, type TicketRow, type World, world } from '../support/world.js';

const withRedis = hasRedis ? describe : describe.skip;
const takeoverMs = 15_000;

withRedis('a QR session among several processes', () => {
  let folder: string;
  let redis: RedisServer;
  let whatsapp: WhatsappServer;
  /** Answers HTTP only: it neither runs sessions nor jobs. */
  let web: TestApp;
  let w: World;
  let connection: ConnectionRow;
  let ticketId: number;
  const processes: OtherProcess[] = [];

  const start = async (): Promise<OtherProcess> => {
    const variables = { REDIS_URL: redis.url, ...whatsapp.env };
    const other = await OtherProcess.start(web, variables, ['test/support/whatsapp-simulator/register.ts']);
    processes.push(other);
    return other;
  };
  const owner = async (): Promise<number> => {
    const [row] = await web.database.query<{ node: string }>(
      'select node from leases where name = $1 and expires_at > now()',
      [`whatsapp-session:${connection.id}`],
    );
    return Number(row?.node.split(':').at(-1) ?? 0);
  };
  const ownerAmong = async (): Promise<[OtherProcess, OtherProcess]> => {
    const pid = await owner();
    const [mine, other] = [processes.find((each) => each.pid === pid), processes.find((each) => each.pid !== pid)];
    if (!mine || !other) throw new Error(`No process owns the session (${pid})`);
    return [mine, other];
  };
  const write = async (body: string): Promise<number> =>
    bodyOf(await w.attendant.post<MessageRow>(`/messages/${ticketId}`, { body }), 201).id;
  const sent = (ids: readonly number[]) =>
    until('all are sent', async () => {
      const rows = await web.database.query<{ count: number }>(
        "select count(*)::integer as count from messages where id = any($1::bigint[]) and status = 'sent'",
        [ids],
      );
      return rows[0]?.count === ids.length;
    });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'atende-qr-'));
    whatsapp = await WhatsappServer.start();
    redis = await RedisServer.reserve();
    await redis.start();
    web = await startApp({ REDIS_URL: redis.url, ROLE: 'web', STORAGE_URL: `file:${join(folder, 'media')}?shared=1` });
    const first = await start();
    await start();
    w = await world(web);
    const manager = first.as(w.admin);
    const input = { name: 'Celular', channel: 'whatsapp', queueIds: [w.sales.id] };
    connection = bodyOf(await manager.post<ConnectionRow>('/whatsapp', input), 201);
    bodyOf(await manager.put(`/whatsappsession/${connection.id}`));
    await until('it is connected', async () => {
      const row = bodyOf(await manager.get<ConnectionRow>(`/whatsapp/${connection.id}`));
      return row.status === 'CONNECTED';
    });
    const opening = { contactId: w.contact.id, queueId: w.sales.id, whatsappId: connection.id };
    ticketId = bodyOf(await w.attendant.post<TicketRow>('/tickets', opening), 201).id;
  });
  afterAll(async () => {
    for (const each of processes) each.resume();
    await Promise.all(processes.map((each) => each.kill()));
    await web.close();
    await redis.stop();
    await whatsapp.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test('every message leaves by the owner, whichever process has its job', async () => {
    const ids: number[] = [];
    for (let count = 0; count < 6; count += 1) ids.push(await write(`mensagem ${count}`));
    await sent(ids);
    const pid = await owner();
    expect(whatsapp.sent.map((message) => message.pid)).toEqual(whatsapp.sent.map(() => pid));
    expect(new Set(whatsapp.sent.map(({ id }) => id)).size).toBe(6);
  });

  test('a killed owner is replaced within 15 seconds, and no step of a ratchet is used twice', async () => {
    const [killed] = await ownerAmong();
    const ids = [await write('antes')];
    await killed.kill();
    const since = performance.now();
    ids.push(await write('depois'));
    await until('another process has the session', async () => ![0, killed.pid].includes(await owner()), takeoverMs);
    expect(performance.now() - since).toBeLessThan(takeoverMs);
    processes.splice(processes.indexOf(killed), 1);
    await sent(ids);
    expect(whatsapp.sent.at(-1)?.pid).toBe(await owner());
    expect(stepsUsedTwice(whatsapp.sent)).toEqual([]);
  });

  test('an owner that stalls and comes back sends nothing', async () => {
    await start();
    const [stalled, other] = await ownerAmong();
    stalled.suspend();
    const ids = [await write('durante')];
    await until('another process has the session', async () => (await owner()) === other.pid, takeoverMs);
    const before = whatsapp.sent.length;
    stalled.resume();
    for (let count = 0; count < 4; count += 1) ids.push(await write(`disputa ${count}`));
    await sent(ids);
    await delay(1_000);
    const { sent: all, sentByReplaced } = whatsapp;
    expect(all.slice(before).filter(({ pid }) => pid === stalled.pid)).toEqual([]);
    expect(sentByReplaced).toEqual([]);
    expect(stepsUsedTwice(all)).toEqual([]);
  });
});
