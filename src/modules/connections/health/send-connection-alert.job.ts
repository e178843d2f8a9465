import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { AppConfig } from '../../../core/config/config.js';
import { Db } from '../../../core/database/db.js';
import { interpolate, type Locale, type Localized, t } from '../../../core/i18n.js';
import { defineJob, JobHandler, type JobRun } from '../../../core/jobs/job.js';
import { Mail } from '../../../core/mail/mail.js';
import { redactEmailAddresses } from '../../../core/mail/redact-addresses.js';

/** Tells one administrator by mail that a connection stopped. */
export class SendConnectionAlert extends defineJob<{
  connectionId: number;
  userId: number;
  code: string;
  text: Localized;
}>('send-connection-alert') {}

interface Recipient {
  email: string;
  name: string;
  language: Locale;
  connection: string;
}

const subject = t(
  'A conexão {{connection}} parou de enviar',
  'The connection {{connection}} stopped sending',
  'La conexión {{connection}} dejó de enviar',
);

const body = t(
  `Olá, {{name}}!

A conexão "{{connection}}" foi desconectada e não envia mensagens até que alguém a reconecte.

Motivo: {{reason}} (código {{code}})

As mensagens dos clientes continuam chegando. Atualize a conexão aqui:
{{address}}
`,
  `Hello, {{name}}!

The connection "{{connection}}" was disconnected and sends nothing until somebody reconnects it.

Reason: {{reason}} (code {{code}})

What customers write still arrives. Update the connection here:
{{address}}
`,
  `¡Hola, {{name}}!

La conexión "{{connection}}" fue desconectada y no envía mensajes hasta que alguien la reconecte.

Motivo: {{reason}} (código {{code}})

Los mensajes de los clientes siguen llegando. Actualice la conexión aquí:
{{address}}
`,
);

@Injectable()
export class SendConnectionAlertHandler {
  constructor(
    private readonly db: Db,
    private readonly mail: Mail,
    private readonly config: AppConfig,
  ) {}

  @JobHandler(SendConnectionAlert, { transactional: false })
  async perform(
    { connectionId, userId, code, text }: SendConnectionAlert['payload'],
    { companyId = 0 }: JobRun,
  ): Promise<void> {
    const recipient = await this.db.runAs(companyId, () => this.recipient(companyId, connectionId, userId));
    if (!recipient) return;
    const { email, name, language, connection } = recipient;
    const address = `${this.config.publicUrl.replace(/\/+$/, '')}/connections`;
    try {
      await this.mail.send({
        to: email,
        subject: interpolate(subject[language], { connection }),
        text: interpolate(body[language], { name, connection, code, address, reason: text[language] }),
      });
    } catch (error) {
      throw redactEmailAddresses(error);
    }
  }

  /** Nobody when the connection works again, or either is gone. */
  private recipient(companyId: number, connectionId: number, userId: number): Promise<Recipient | undefined> {
    return this.db.row<Recipient>(
      sql`select u.email, u.name, u.language, c.name as connection from users u
       join connections c on c.company_id = u.company_id and c.id = ${connectionId} and c.deleted_at is null
         and c.status = 'DISCONNECTED'
       where u.company_id = ${companyId} and u.id = ${userId}`,
    );
  }
}
