import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import { createTransport, type Transporter } from 'nodemailer';
import type { AppConfig } from '../config/config.js';

export interface MailMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
}

/** Sends mail; resolves when the mail server (or the outbox folder) has accepted it. */
export abstract class Mail {
  abstract send(message: MailMessage): Promise<void>;
}

/** Used without SMTP_URL: writes every mail to a file in DATA_DIR/outbox. */
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

/** Sends mail through the server of SMTP_URL. The operator sets it, so private addresses are allowed. */
export class SmtpMail extends Mail implements OnApplicationShutdown {
  private readonly transport: Transporter;

  constructor(
    url: string,
    private readonly config: AppConfig,
  ) {
    super();
    this.transport = createTransport({
      url,
      pool: true,
      connectionTimeout: 5_000,
      greetingTimeout: 5_000,
      socketTimeout: 15_000,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  override async send(message: MailMessage): Promise<void> {
    await this.transport.sendMail({ from: this.config.mailFrom, ...message });
  }

  onApplicationShutdown(): void {
    this.transport.close();
  }
}

/** Removes the addresses from an error of the mail server, because errors are logged and stored. */
export function redactEmailAddresses(error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error);
  return new Error(reason.replace(/[^\s<>"'@]+@[^\s<>"'@]+/g, '[…]'));
}
