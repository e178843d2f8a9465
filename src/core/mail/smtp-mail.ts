import type { OnApplicationShutdown } from '@nestjs/common';
import { createTransport, type Transporter } from 'nodemailer';
import type { AppConfig } from '../config/config.js';
import { Mail, type MailMessage } from './mail.js';

/** Mail through the server of SMTP_URL. The operator names it, so the SSRF guard does not apply. */
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
