import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeBackup } from '../../../src/cli/lib/backup/make-backup.js';
import type { InstallationState } from '../../../src/modules/operations/installation/status/installation.service.js';
import { startApp } from '../../support/app.js';
import { bodyOf } from '../../support/client.js';
import { files, form, type TestFile } from '../../support/files.js';
import { hasS3Server, S3Server } from '../../support/s3-server.js';
import { until } from '../../support/until.js';
import { type MessageRow, type TicketRow, world } from '../../support/world.js';

(hasS3Server ? test : test.skip)(
  'a conversation with files in a bucket, which is away for a while; its backup',
  async () => {
    const server = await S3Server.start();
    const app = await startApp(server.environment);
    const folder = await mkdtemp(join(tmpdir(), 'atende-bucket-'));
    try {
      const w = await world(app);
      const customer = w.customer();
      const { id } = await customer.says('oi');
      const ticket = bodyOf(await w.attendant.put<TicketRow>(`/tickets/${id}`, { status: 'open' }));
      const send = (file: TestFile) =>
        w.attendant.post<MessageRow>(
          `/messages/${ticket.id}`,
          form({ body: '', clientMessageId: randomUUID() }, [file]),
        );
      const sent = bodyOf(await send(files.mp3), 201);
      const url = sent.mediaUrl ?? '';
      const part = await w.attendant.download(url, { range: 'bytes=0-3' });
      expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 0-3/${files.mp3.bytes.length}`]);
      await app.settled();
      expect((await customer.sees()).map(({ mediaType }) => mediaType)).toEqual(['chat', 'audio']);

      const storage = async () => bodyOf(await app.platform.get<InstallationState>('/installation')).storage;
      expect(await storage()).toEqual({ kind: 'bucket', name: 'atende-media', up: true });
      server.block();
      const refused = await send(files.pdf);
      expect(refused).toMatchObject({ status: 503, body: { code: 'ERR_UNAVAILABLE' } });
      expect(refused.headers.get('retry-after')).toBe('2');
      expect((await w.attendant.download(url)).status).toBe(503);
      expect(await storage()).toEqual({ kind: 'bucket', name: 'atende-media', up: false });
      // without files the conversation continues
      bodyOf(await w.attendant.post(`/messages/${ticket.id}`, { body: 'um momento' }), 201);
      server.unblock();
      bodyOf(await send(files.pdf), 201);
      await app.settled();
      await until('the customer has everything', async () => (await customer.sees()).length === 4);
      expect((await customer.sees()).map(({ mediaType }) => mediaType)).toEqual([
        'chat',
        'audio',
        'chat',
        'application',
      ]);

      const { manifest } = await makeBackup(app.config, { to: folder, withMedia: true, withSecrets: false });
      expect(manifest.media).toMatchObject({ missing: { count: 0 } });
      expect(manifest.media?.count).toBeGreaterThanOrEqual(2);
    } finally {
      await app.close();
      await server.stop();
      await rm(folder, { recursive: true });
    }
  },
);
