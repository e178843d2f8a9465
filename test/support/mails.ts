import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestApp } from './app.js';

/** The texts of the mails to an address, oldest first. */
export async function mailsTo(app: Pick<TestApp, 'settled' | 'config'>, email: string): Promise<string[]> {
  await app.settled();
  const dir = join(app.config.dataDir, 'outbox');
  const mails: string[] = [];
  for (const name of (await readdir(dir).catch(() => [])).toSorted()) {
    const raw = await readFile(join(dir, name), 'utf8');
    const [head = '', ...paragraphs] = raw.split('\n\n');
    if (!head.includes(`To: ${email}`)) continue;
    const body = paragraphs.join('\n\n');
    const bytes = /base64/i.test(head)
      ? Buffer.from(body, 'base64')
      : Buffer.from(
          body
            .replace(/=\n/g, '')
            .replace(/=([0-9A-F]{2})/g, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
          'latin1',
        );
    mails.push(bytes.toString('utf8'));
  }
  return mails;
}
