import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { Storage } from '../../src/core/storage/storage.js';
import { UnreferencedFilesRemover } from '../../src/core/storage/unreferenced-files.job.js';
import { startApp, type TestApp } from '../support/app.js';
import { bodyOf } from '../support/client.js';
import { files, form } from '../support/files.js';
import { OtherProcess } from '../support/process.js';
import { hasS3Server, S3Server } from '../support/s3-server.js';
import { until } from '../support/until.js';
import { type MessageRow, type TicketRow, type World, world } from '../support/world.js';

let bucket: S3Server | undefined;
let app: TestApp;
let w: World;
let ticket: TicketRow;
const processes: OtherProcess[] = [];

beforeAll(async () => {
  if (!hasS3Server) return;
  bucket = await S3Server.start();
  app = await startApp(bucket.environment);
  w = await world(app);
  const { id } = await w.customer().says('oi');
  ticket = bodyOf(await w.attendant.put<TicketRow>(`/tickets/${id}`, { status: 'open' }));
  await app.settled();
});
afterAll(async () => {
  await Promise.all(processes.map((each) => each.kill()));
  await app?.close();
  await bucket?.stop();
});

async function otherProcess(): Promise<OtherProcess> {
  const other = await OtherProcess.start(app, bucket?.environment ?? {});
  processes.push(other);
  return other;
}

async function stored(): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of app.nest.get(Storage).list(String(w.companyId))) keys.push(key);
  return keys.toSorted();
}

const named = async (): Promise<string[]> =>
  (
    await app.database.query<{ key: string }>(
      `select media_key as key from messages where company_id = $1 and media_key is not null
       union select thumb_media_key from messages where company_id = $1 and thumb_media_key is not null order by 1`,
      [w.companyId],
    )
  ).map(({ key }) => key);

const collect = (before: Date): Promise<void> =>
  app.nest
    .get(UnreferencedFilesRemover, { strict: false })
    .perform({ before: before.toISOString() }, { companyId: w.companyId });
const aDayAgo = (): Date => new Date(Date.now() - 86_400_000);
/** Times of the bucket have no parts of seconds. */
const soon = (): Date => new Date(Date.now() + 5_000);

/** Sends a file by a process that is killed when `reached`. */
async function killedWhile(reached: () => Promise<boolean>): Promise<void> {
  const other = await otherProcess();
  const body = form({ body: '', clientMessageId: randomUUID() }, [files.pdf]);
  const sending = other.as(w.attendant).post<MessageRow>(`/messages/${ticket.id}`, body);
  const outcome = sending.then(
    () => 'answered',
    () => 'broken',
  );
  await until('it is as far as that', reached);
  await other.kill();
  await outcome;
}

(hasS3Server ? test : test.skip)(
  'a process is killed between the upload to the bucket and the commit: no row, and the file goes in time',
  async () => {
    const before = await stored();
    const lock = new pg.Client({ connectionString: app.database.url });
    await lock.connect();
    try {
      await lock.query('begin');
      await lock.query('select id from tickets where id = $1 for update', [ticket.id]);
      await killedWhile(async () => (await stored()).length > before.length);
    } finally {
      await lock.end();
    }
    expect(await named()).toEqual([]);
    expect(await stored()).toHaveLength(before.length + 1);
    // its row might still come
    await collect(aDayAgo());
    expect(await stored()).toHaveLength(before.length + 1);
    await collect(soon());
    expect(await stored()).toEqual(before);
  },
);

(hasS3Server ? test : test.skip)(
  'a process is killed after the commit: the row has its file, which stays',
  async () => {
    await killedWhile(async () => (await named()).length > 0);
    await app.settled();
    await collect(soon());
    expect(await stored()).toEqual(expect.arrayContaining(await named()));
    const [last] = bodyOf(await w.attendant.get<{ messages: MessageRow[] }>(`/messages/${ticket.id}`)).messages.slice(
      -1,
    );
    const answer = await w.attendant.download(last?.mediaUrl ?? '');
    expect(Buffer.from(await answer.arrayBuffer()).equals(files.pdf.bytes)).toBe(true);
  },
);
