import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { jest } from '@jest/globals';
import { startApp, type TestApp } from '../support/app.js';
import { bodyOf, type Client } from '../support/client.js';
import { EventDrivenClient } from '../support/event-driven-client.js';
import { Random } from '../support/graph-simulator/random.js';
import type { LiveSocket } from '../support/live-socket.js';
import { OtherProcess } from '../support/process.js';
import { hasRedis, RedisServer } from '../support/redis.js';
import { until } from '../support/until.js';
import { type MessageRow, password, type TicketRow, type World, world } from '../support/world.js';

if (!hasRedis)
  process.stderr.write('several-processes.spec.ts: no redis-server on this machine, its tests are skipped\n');
const withRedis = hasRedis ? describe : describe.skip;

/** The value of a metric of the process; 0 when it was never counted. */
async function metric({ url }: { url: string }, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^${name}(?:\\{[^}]*\\})? ([\\d.e+]+)`, 'm').exec(text)?.[1] ?? 0);
}

const said = (times: readonly number[]): string => times.map((time) => time.toFixed(1)).join(' ');
/** Figures of a run, printed when a log is requested. */
const noting = process.env['TEST_LOG_LEVEL'] !== undefined;
const note = (line: string): void => {
  if (noting) process.stderr.write(`${line}\n`);
};
const median = (times: readonly number[]): number =>
  times.toSorted((x, y) => x - y)[Math.floor(times.length / 2)] ?? Number.NaN;

/** Whether exactly these have a conversation open. */
const viewedBy =
  (...people: readonly Client[]) =>
  ({ viewers }: Record<string, unknown>): boolean =>
    isDeepStrictEqual(
      (viewers as { id: number }[]).map(({ id }) => id),
      people.map(({ id }) => id).toSorted((x, y) => x - y),
    );

/** Runs the timers of a minute at once. */
async function longAfter<T>(happens: () => Promise<T>): Promise<T> {
  const now = performance.now.bind(performance);
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + 60_000);
  return happens().finally(() => clock.mockRestore());
}

/** Like `customer.says`, whichever process handles it. */
async function says(w: World, text: string): Promise<TicketRow> {
  const customer = w.customer();
  await customer.writes(text);
  let found: TicketRow | undefined;
  await until('the conversation is there', async () => {
    const path = `/tickets?showAll=true&searchParam=${customer.number}`;
    [found] = bodyOf(await w.admin.get<{ tickets: TicketRow[] }>(path)).tickets;
    return found !== undefined;
  });
  if (!found) throw new Error('no conversation');
  return found;
}

withRedis('two processes over one database and one Redis', () => {
  let redis: RedisServer;
  let a: TestApp;
  let b: OtherProcess;
  let w: World;

  beforeAll(async () => {
    redis = await RedisServer.reserve();
    await redis.start();
    a = await startApp({ REDIS_URL: redis.url });
    b = await OtherProcess.start(a, { REDIS_URL: redis.url });
    await hearing();
    w = await world(a);
  });
  afterAll(async () => {
    const code = await b.stop();
    await a.close();
    await redis.stop();
    expect(code).toBe(0);
  });

  /** Both are connected to Redis and to each other. */
  async function hearing(): Promise<void> {
    for (const app of [a, b]) {
      await until('Redis answers', async () => (await metric(app, 'redis_up')) === 1);
      await until('the other process is known', async () => (await metric(app, 'peer_processes')) >= 1);
    }
  }

  /** What `there` does from now on reaches `socket` after everything that was done there before. */
  async function caughtUp(socket: LiveSocket): Promise<void> {
    const name = `Marca ${randomUUID().slice(0, 8)}`;
    bodyOf(await b.as(w.admin).post('/tags', { name, color: '#000000' }), 201);
    await socket.next('tag', ({ tag }) => (tag as { name: string } | undefined)?.name === name);
  }

  test('a message handled by one reaches the sockets of both once', async () => {
    const [here, there] = [await w.attendant.socket(), await b.as(w.supervisor).socket()];
    for (const socket of [here, there]) await socket.join('Tickets', 'pending');
    const bodies = Array.from({ length: 5 }, () => `oi ${randomUUID()}`);
    const customer = w.customer();
    for (const body of bodies) await customer.writes(body);
    for (const socket of [here, there])
      for (const body of bodies)
        await socket.next('appMessage', ({ message }) => (message as MessageRow).body === body);
    for (const socket of [here, there]) {
      await caughtUp(socket);
      const created = socket
        .all<{ action: string; message: MessageRow }>('appMessage')
        .map(({ message }) => message.body);
      expect(created.filter((body) => bodies.includes(body))).toEqual(bodies);
    }
  });

  test('an event reaches the sockets of the other process as fast as our own', async () => {
    const [here, there] = [await w.admin.socket(), await b.as(w.supervisor).socket()];
    const times: number[] = [];
    for (let round = 0; round < 20; round += 1) {
      const name = `Tag ${randomUUID().slice(0, 8)}`;
      const is = ({ tag }: Record<string, unknown>): boolean => (tag as { name: string } | undefined)?.name === name;
      const arrivals = [here, there].map((socket) => socket.next('tag', is).then(() => performance.now()));
      bodyOf(await w.admin.post('/tags', { name, color: '#000000' }), 201);
      const [first = 0, second = 0] = await Promise.all(arrivals);
      times.push(second - first);
    }
    note(`behind our own sockets by: ${said(times)} ms`);
    expect(median(times)).toBeLessThan(100);
  });

  test('a sign-in at one disconnects the sockets of the other, with its event', async () => {
    const person = await w.member();
    const socket = await person.socket();
    bodyOf(await b.visitor().signIn(person.me.email, password));
    expect(await socket.next('auth')).toEqual({ action: 'logout', user: { id: person.id } });
    await socket.nextNamed('disconnect');
    expect((await person.get('/tickets')).status).toBe(401);
  });

  test('a demotion at one moves the sockets of the other before the next event', async () => {
    const chief = await w.member({ profile: 'supervisor', queueIds: [w.sales.id, w.support.id] });
    const socket = await chief.socket();
    const ticket = await says(w, 'para quem chefia');
    bodyOf(await w.attendant.put(`/tickets/${ticket.id}`, { status: 'open' }));
    await socket.join('Tickets', 'open');
    expect(await socket.join('ChatBox', ticket.id)).toBe('joined');
    bodyOf(await b.as(w.admin).put(`/users/${chief.id}`, { profile: 'user' }));
    bodyOf(await b.as(w.attendant).post(`/messages/${ticket.id}`, { body: 'só entre nós' }), 201);
    await caughtUp(socket);
    expect(socket.received.filter(({ name }) => name === 'refused')).toHaveLength(1);
    expect(JSON.stringify(socket.received)).not.toContain('só entre nós');
  });

  test('a conversation accepted at one leaves the screens of the other before its next message', async () => {
    const colleague = await w.member();
    const socket = await colleague.socket();
    const ticket = await says(w, 'oi');
    await socket.join('Tickets', 'pending');
    expect(await socket.join('ChatBox', ticket.id)).toBe('joined');
    bodyOf(await b.as(w.attendant).put(`/tickets/${ticket.id}`, { status: 'open' }));
    bodyOf(await b.as(w.attendant).post(`/messages/${ticket.id}`, { body: 'não é para todos' }), 201);
    expect(await socket.next('ticket', ({ action }) => action === 'delete')).toMatchObject({
      ticketId: ticket.id,
      act: { what: 'accepted', by: { id: w.attendant.id } },
    });
    await caughtUp(socket);
    expect(JSON.stringify(socket.received)).not.toContain('não é para todos');
  });

  test('after concurrent changes in both every screen has the current state', async () => {
    const random = new Random(7);
    const own = await world(a);
    const second = await own.member({ queueIds: [own.sales.id, own.support.id] });
    const people = [own.attendant, own.supervisor, second];
    const customers = Array.from({ length: 3 }, () => own.customer());
    const screens = await Promise.all(
      [own.admin, own.supervisor, second].flatMap((person) => [
        EventDrivenClient.open(person),
        EventDrivenClient.open(b.as(person)),
      ]),
    );
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random.next() * from.length)] as T;
    const act = async (ticket: TicketRow): Promise<void> => {
      const person = pick(people);
      const who = pick([person, b.as(person)]);
      const path = `/tickets/${ticket.id}`;
      const deeds: readonly (() => Promise<unknown>)[] = [
        () => who.put(path, { status: 'open' }),
        () => who.put(path, { queueId: pick([own.sales.id, own.support.id]) }),
        () => who.put(path, { userId: pick(people).id }),
        () => who.post(`/messages/${ticket.id}`, { body: `resposta ${random.next()}` }),
        () => who.post(`${path}/read`),
        () => pick(customers).writes(`mensagem ${random.next()}`),
      ];
      await pick(deeds)();
    };
    for (const customer of customers) await customer.writes('bom dia');
    for (let step = 0; step < 12; step += 1) {
      const { tickets } = bodyOf(await own.admin.get<{ tickets: TicketRow[] }>('/tickets?showAll=true'));
      // several users change the same conversation, in both processes
      const ticket = tickets.length > 0 ? pick(tickets) : undefined;
      if (ticket) await Promise.all([act(ticket), act(ticket), act(ticket)]);
    }
    let shown: unknown;
    let truth: unknown;
    for (const screen of screens) {
      await until('the screen shows what is true', async () => {
        await screen.applyEvents();
        const { tickets } = await screen.fetchAll();
        const byId = (rows: readonly TicketRow[]): TicketRow[] => rows.toSorted((x, y) => x.id - y.id);
        [shown, truth] = [byId([...screen.tickets.values()]), byId(tickets)];
        return isDeepStrictEqual(shown, truth);
      }).catch((error: unknown) => {
        expect(shown).toEqual(truth);
        throw error;
      });
    }
  });

  test('both share the limit of failed sign-ins', async () => {
    const email = `ninguem-${randomUUID()}@empresa.test`;
    const statuses: number[] = [];
    for (const app of [a, b, a, b, a, b]) {
      const { status } = await app.visitor().post('/auth/login', { email, password: 'errada' });
      statuses.push(status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  describe('online', () => {
    const shows =
      (person: Client, online: boolean) =>
      ({ user }: Record<string, unknown>): boolean => {
        const shown = user as { id: number; online?: boolean } | undefined;
        return shown?.id === person.id && shown.online === online;
      };
    const online = async (person: Client): Promise<boolean> => {
      const { users } = bodyOf(await w.admin.get<{ users: { id: number; online: boolean }[] }>('/users'));
      return users.find(({ id }) => id === person.id)?.online ?? false;
    };
    const leases = async (person: Client): Promise<number> =>
      (await a.database.query('select 1 from user_presence where user_id = $1', [person.id])).length;

    test('is a user with a socket in any process, and all get the event', async () => {
      const person = await w.member();
      const watcher = await w.attendant.socket();
      expect(await online(person)).toBe(false);
      const first = await person.socket();
      await watcher.next('presence', shows(person, true));
      expect(await online(person)).toBe(true);
      const second = await b.as(person).socket();
      await until('a lease of each', async () => (await leases(person)) === 2);
      first.close();
      await until('the lease of the first is gone', async () => (await leases(person)) === 1);
      expect(await online(person)).toBe(true);
      second.close();
      await watcher.next('presence', shows(person, false));
      expect(await online(person)).toBe(false);
      expect(
        watcher.all<{ user: { id: number } }>('presence').filter(({ user }) => user.id === person.id),
      ).toHaveLength(2);
    });

    test('the users of a killed process go offline when its leases expire', async () => {
      const dying = await OtherProcess.start(a, { REDIS_URL: redis.url });
      const person = await w.member();
      const watcher = await w.attendant.socket();
      const theirs = await dying.as(person).socket();
      await watcher.next('presence', shows(person, true));
      const ticket = await says(w, 'quem está vendo?');
      await watcher.join('ChatBox', ticket.id);
      await theirs.join('ChatBox', ticket.uuid);
      await watcher.next('viewers', viewedBy(w.attendant, person));
      await dying.kill();
      await longAfter(() => watcher.next('viewers', viewedBy(w.attendant)));
      expect(await online(person)).toBe(true);
      await a.database.query(
        "update user_presence set expires_at = now() where user_id = $1 and expires_at < now() + interval '37 seconds'",
        [person.id],
      );
      await a.database.query(
        "update cron_runs set ran_at = now() - interval '1 hour' where name = 'PresenceService.sweep'",
      );
      // the process with the timers polls every five seconds; if it was killed, another takes over after ten
      await until('the sweep', async () => (await leases(person)) === 0);
      expect(await online(person)).toBe(false);
      await watcher.next('presence', shows(person, false));
    });
  });

  test('viewers and typing are shared by both, also with a new process', async () => {
    const ticket = await says(w, 'oi');
    const here = await w.attendant.socket();
    await here.join('ChatBox', ticket.id);
    const there = await b.as(w.supervisor).socket();
    await there.join('ChatBox', ticket.id);
    for (const socket of [here, there]) await socket.next('viewers', viewedBy(w.attendant, w.supervisor));
    expect(bodyOf(await b.as(w.admin).get('/tickets/viewers'))).toEqual(bodyOf(await w.admin.get('/tickets/viewers')));
    const types = ({ viewers }: Record<string, unknown>): boolean =>
      (viewers as { typing: boolean }[]).some(({ typing }) => typing);
    there.emit('typingChatBox', ticket.id);
    await here.next('viewers', types);
    there.emit('idleChatBox', ticket.id);
    await here.next('viewers', (payload) => !types(payload));
    there.close();
    await here.next('viewers', viewedBy(w.attendant));
    here.close();
  });

  describe('while Redis is unavailable', () => {
    const resyncs = (socket: LiveSocket): number => socket.received.filter(({ name }) => name === 'resync').length;
    const tag = async (): Promise<string> => {
      const name = `Tag ${randomUUID().slice(0, 8)}`;
      bodyOf(await w.admin.post('/tags', { name, color: '#000000' }), 201);
      return name;
    };
    const hears = (socket: LiveSocket, name: string): Promise<object> =>
      socket.next('tag', ({ tag: shown }) => (shown as { name: string } | undefined)?.name === name);

    test('emptied: everything continues', async () => {
      const [here, there] = [await w.admin.socket(), await b.as(w.supervisor).socket()];
      await redis.command('FLUSHALL');
      const name = await tag();
      await Promise.all([hears(here, name), hears(there, name)]);
      await says(w, 'depois do esvaziamento');
      expect((await a.visitor().signIn('ninguem@empresa.test', 'errada')).status).toBe(401);
    });

    test('stopped: each process serves its own sockets and resyncs them; back: nothing is missing', async () => {
      const [here, there] = [await w.admin.socket(), await b.as(w.supervisor).socket()];
      const careless = await w.member();
      const left = await b.as(careless).socket();
      await redis.kill();
      for (const app of [a, b]) await until('it is noticed', async () => (await metric(app, 'redis_up')) === 0);
      const began = performance.now();
      const missed = await tag();
      await hears(here, missed);
      await says(w, 'ninguém espera pelo redis');
      note(`without Redis: ${said([performance.now() - began])} ms`);
      expect(performance.now() - began).toBeLessThan(3000);
      const ready = await fetch(`${a.url}/health/ready`);
      expect([ready.status, await ready.json()]).toEqual([
        200,
        { status: 'ok', checks: { database: 'up', redis: 'down' } },
      ]);
      await Promise.all([here.nextNamed('resync'), there.nextNamed('resync')]);
      // a session ended at one is ended at the other within seconds
      const ended = performance.now();
      bodyOf(await a.visitor().signIn(careless.me.email, password));
      await until('the session that was left open is cut', () => left.closeReason !== undefined);
      note(`a session ended elsewhere, without Redis: ${said([performance.now() - ended])} ms`);
      await redis.start();
      const told = resyncs(there);
      await hearing();
      await until('told once more after the return', () => resyncs(there) > told);
      const { tags } = bodyOf(
        await b.as(w.supervisor).get<{ tags: { name: string }[] }>(`/tags?searchParam=${missed}`),
      );
      expect(tags.map(({ name }) => name)).toEqual([missed]);
      const name = await tag();
      await Promise.all([hears(here, name), hears(there, name)]);
    });

    test('restarted at once: a resync fetches the events in between', async () => {
      const there = await b.as(w.supervisor).socket();
      const before = resyncs(there);
      await redis.kill();
      await tag();
      await redis.start();
      await until('told to ask', () => resyncs(there) > before);
      await hearing();
      await hears(there, await tag());
    });

    test('frozen: a sign-in waits for it a second at most, the next one not at all', async () => {
      const person = await w.member();
      redis.freeze();
      const first = performance.now();
      bodyOf(await a.visitor().signIn(person.me.email, password));
      const second = performance.now();
      bodyOf(await a.visitor().signIn(person.me.email, password));
      const times = [second - first, performance.now() - second];
      note(`sign-ins while Redis is silent: ${said(times)} ms`);
      redis.thaw();
      // otherwise each of its six commands would wait
      expect(times[0]).toBeLessThan(2500);
      expect(times[1]).toBeLessThan(1500);
      await hearing();
    });
  });
});

withRedis('a web process and a worker', () => {
  let redis: RedisServer;
  let web: TestApp;
  let worker: OtherProcess;
  let w: World;

  beforeAll(async () => {
    // Redis is not started yet
    redis = await RedisServer.reserve();
    const shared = { REDIS_URL: redis.url, STORAGE_URL: `file:/tmp/atende-${randomUUID()}?shared=1` };
    web = await startApp({ ...shared, ROLE: 'web' });
    worker = await OtherProcess.start(web, { ...shared, ROLE: 'worker' });
    w = await world(web);
  });
  afterAll(async () => {
    // the end does not wait for Redis
    await redis.stop();
    const code = await worker.stop();
    await web.close();
    expect(code).toBe(0);
  });

  /** From a customer's message to an attendant's screen, over inbox, wake, worker and bus. */
  async function times(rounds: number): Promise<number[]> {
    const socket = await w.supervisor.socket();
    await socket.join('Tickets', 'pending');
    const taken: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      // not in step with the worker, which polls every second
      await delay(Math.random() * 150);
      const body = randomUUID();
      const began = performance.now();
      await w.customer().writes(body);
      await socket.next('appMessage', ({ message }) => (message as MessageRow).body === body);
      taken.push(performance.now() - began);
    }
    socket.close();
    return taken;
  }
  const working = (app: { url: string }): Promise<void> =>
    until('Redis answers', async () => (await metric(app, 'redis_up')) === 1);

  test('jobs run in the worker, even without Redis', async () => {
    await w.customer().writes('oi');
    await until('the message is stored', async () => {
      const { tickets } = bodyOf(await w.admin.get<{ tickets: unknown[] }>('/tickets?showAll=true'));
      return tickets.length === 1;
    });
    expect(await metric(web, 'job_duration_seconds_count')).toBe(0);
    expect(await metric(worker, 'job_duration_seconds_count')).toBeGreaterThan(0);
  });

  test('Redis wakes the worker at once after it started, was emptied and was restarted', async () => {
    await redis.start();
    for (const app of [web, worker]) await working(app);
    for (const [change, deed] of [
      ['started', async () => undefined],
      ['emptied', () => redis.command('FLUSHALL')],
      ['restarted', () => redis.kill().then(() => redis.start())],
    ] as const) {
      await deed();
      for (const app of [web, worker]) await working(app);
      const before = await metric(worker, 'wakeups_received_total');
      await until('the worker is woken', async () => {
        await says(w, 'acorda');
        return (await metric(worker, 'wakeups_received_total')) > before;
      });
      note(`from the customer to the screen, Redis ${change}: ${said(await times(noting ? 8 : 1))} ms`);
    }
    await until('nothing is left in the queue', async () => {
      const left = await redis.command('KEYS', '*:wake:look-*');
      return Array.isArray(left) && left.length === 0;
    });
  });

  test('a worker serves health and metrics only', async () => {
    for (const path of ['/health/live', '/health/ready', '/metrics']) {
      const answer = await fetch(worker.url + path);
      expect([path, answer.status]).toEqual([path, 200]);
    }
    for (const path of ['/tickets', '/auth/login', '/docs', '/', '/healthy']) {
      const answer = await fetch(worker.url + path, { headers: { accept: 'text/html' } });
      expect([path, answer.status, (await answer.json()) as object]).toEqual([
        path,
        404,
        expect.objectContaining({ code: 'ERR_NOT_FOUND' }),
      ]);
    }
    await expect(worker.as(w.admin).socket()).rejects.toThrow();
  });
});
