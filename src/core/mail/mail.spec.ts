import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { AppConfig } from '../config/config.js';
import { FileMail, SmtpMail } from './mail.js';

const message = { to: 'ana@example.com', subject: 'Código de acesso', text: 'Seu código: 123456' };

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'atende-mail-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

it('without a mail server a mail becomes a file, and its text stays out of the log', async () => {
  const log = jest.spyOn(Logger.prototype, 'log').mockImplementation(() => undefined);
  await new FileMail(AppConfig.load({ DATA_DIR: dir })).send(message);
  const [name, ...more] = readdirSync(join(dir, 'outbox'));
  expect(more).toEqual([]);
  const mail = readFileSync(join(dir, 'outbox', name ?? ''), 'utf8');
  expect(mail).toContain('To: ana@example.com');
  expect(mail).toContain('From: Atende <nao-responda@localhost>');
  expect(Buffer.from(mail.split('\n\n')[1] ?? '', mail.includes('base64') ? 'base64' : 'utf8').toString()).toMatch(
    /123456/,
  );
  expect(log.mock.calls.flat().join()).toContain(name);
  expect(log.mock.calls.flat().join()).not.toMatch(/123456|ana@/);
  log.mockRestore();
});

/** A server that implements as much of SMTP as one delivery needs. */
function mailServer(received: string[]): Server {
  return createServer((socket) => {
    let data = false;
    socket.write('220 test\r\n');
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').slice(0, -1)) {
        received.push(line);
        if (data && line === '.') {
          data = false;
          socket.write('250 taken\r\n');
        } else if (!data && line === 'DATA') {
          data = true;
          socket.write('354 go\r\n');
        } else if (!data) socket.write('250 ok\r\n');
      }
    });
  });
}

it('hands a mail to the server of SMTP_URL', async () => {
  const received: string[] = [];
  const server = mailServer(received);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const config = AppConfig.load({
    DATA_DIR: dir,
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'Suporte <suporte@example.com>',
  });
  const mail = new SmtpMail(config.smtpUrl ?? '', config);
  await mail.send(message);
  expect(received).toEqual(
    expect.arrayContaining(['MAIL FROM:<suporte@example.com>', 'RCPT TO:<ana@example.com>', 'To: ana@example.com']),
  );
  mail.onApplicationShutdown();
  await new Promise((done) => server.close(done));
});
