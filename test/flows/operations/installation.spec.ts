import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InstallationState } from '../../../src/modules/operations/installation/status/installation.service.js';
import { startApp } from '../../support/app.js';
import { bodyOf } from '../../support/client.js';
import { world } from '../../support/world.js';

const app = await startApp();
const w = await world(app);
afterAll(() => app.close());

interface State extends Omit<InstallationState, 'startedAt' | 'lastBackupAt' | 'jobs'> {
  readonly startedAt: string;
  readonly lastBackupAt: string | null;
  readonly jobs: { readonly waiting: number; readonly failed: number; readonly dueSince: string | null };
}

const state = async (): Promise<State> => bodyOf(await app.platform.get<State>('/installation'));

test('processes, database, storage and connections as they are', async () => {
  bodyOf(await w.admin.post('/whatsapp', { name: 'WhatsApp', channel: 'whatsapp', queueIds: [w.sales.id] }), 201);
  const { version, startedAt, processes, timersNode, database, redis, connections } = await state();
  expect(version).toMatch(/^\d+\.\d+\.\d+/);
  expect(Date.parse(startedAt)).toBeLessThan(Date.now());
  expect(processes).toBe(1);
  expect(timersNode).toMatch(new RegExp(`:${process.pid}$`));
  expect(database).toEqual({ up: true, version: expect.stringMatching(/^\d+/), bytes: expect.any(Number) });
  expect(redis).toBeNull();
  await mkdir(app.config.storageDir, { recursive: true });
  const { storage } = await state();
  if (storage?.kind !== 'folder') throw new Error('The files are in a folder');
  expect(storage.freeBytes).toBeGreaterThan(0);
  expect(storage.totalBytes).toBeGreaterThanOrEqual(storage.freeBytes);
  const [stored] = await app.database.query<{ connected: number; others: number }>(
    `select count(*) filter (where status = 'CONNECTED')::int as connected,
       count(*) filter (where status <> 'CONNECTED')::int as others from connections where deleted_at is null`,
  );
  const counted = (is: boolean): number =>
    connections.filter(({ status }) => (status === 'CONNECTED') === is).reduce((sum, { count }) => sum + count, 0);
  expect({ connected: counted(true), others: counted(false) }).toEqual(stored);
});

test('the oldest job that should have run, and the failed ones', async () => {
  await app.settled();
  const before = await state();
  const since = '2026-01-02T03:04:05.000Z';
  await app.database.query(
    `insert into outbox_jobs (name, payload, run_at, leased_until, failed_at) values
       ('mark-read', '{}', $1, now() + interval '1 hour', null), ('mark-read', '{}', now(), null, now())`,
    [since],
  );
  const { jobs } = await state();
  expect(jobs.waiting).toBeGreaterThan(0);
  expect(jobs.dueSince).toBe(since);
  expect(jobs.failed).toBe(before.jobs.failed + 1);
  await app.database.query("delete from outbox_jobs where name = 'mark-read'");
});

test('the newest complete backup of the usual folder', async () => {
  expect((await state()).lastBackupAt).toBeNull();
  const folder = join(app.config.dataDir, 'backups');
  for (const [name, createdAt] of [
    ['backup-20260131-030000', '2026-01-31T03:00:00.000Z'],
    ['backup-20260201-030000', '2026-02-01T03:00:00.000Z'],
    ['backup-20260202-030000.partial', '2026-02-02T03:00:00.000Z'],
  ] as const) {
    await mkdir(join(folder, name), { recursive: true });
    await writeFile(join(folder, name, 'manifest.json'), JSON.stringify({ createdAt }));
  }
  // begun and never finished
  await mkdir(join(folder, 'backup-20260203-030000'));
  expect((await state()).lastBackupAt).toBe('2026-02-01T03:00:00.000Z');
});

test('for super-administrators only', async () => {
  expect((await w.admin.get('/installation')).status).toBe(403);
  expect((await app.visitor().get('/installation')).status).toBe(401);
});
