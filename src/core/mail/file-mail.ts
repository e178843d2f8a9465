import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { createTransport } from 'nodemailer';
import type { AppConfig } from '../config/config.js';
import { Mail, type MailMessage } from './mail.js';

/** Without SMTP_URL every mail is a file in DATA_DIR/outbox. */
export class FileMail extends Mail {
  private readonly logger = new Logger('Mail');
  private readonly composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  private readonly dir: string;

  constructor(private readonly config: AppConfig) {
    super();
    this.dir = join(config.dataDir, 'outbox');
  }

  override async send(message: MailMessage): Promise<void> {
    const { message: composed } = await this.composer.sendMail({ from: this.config.mailFrom, ...message });
    if (!Buffer.isBuffer(composed)) throw new Error('The mail was not composed');
    const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}.eml`;
    const file = join(this.dir, name);
    await mkdir(this.dir, { recursive: true });
    await writeFile(`${file}.part`, composed, { mode: 0o600 });
    await rename(`${file}.part`, file);
    this.logger.log(`No SMTP_URL: the mail was written to ${file}`);
  }
}
