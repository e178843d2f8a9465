import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../../../core/config/config.js';
import { Db } from '../../../../core/database/db.js';
import { interpolate, type Localized, t } from '../../../../core/i18n.js';
import { defineJob, JobHandler, type JobRun } from '../../../../core/jobs/job.js';
import { Mail, redactEmailAddresses } from '../../../../core/mail/mail.js';
import { alertRecipient } from '../queries/connections.queries.js';

export class SendConnectionAlert extends defineJob<{
  connectionId: number;
  userId: number;
  code: string;
  text: Localized;
  /** The connection still sends. */
  isWarning?: boolean;
}>('send-connection-alert') {}

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

const warningSubject = t(
  'Aviso sobre a conexão {{connection}}',
  'A warning about the connection {{connection}}',
  'Aviso sobre la conexión {{connection}}',
);

const warningBody = t(
  `Olá, {{name}}!

Há um aviso sobre a conexão "{{connection}}":

{{reason}}

Veja a conexão aqui:
{{address}}
`,
  `Hello, {{name}}!

There is a warning about the connection "{{connection}}":

{{reason}}

See the connection here:
{{address}}
`,
  `¡Hola, {{name}}!

Hay un aviso sobre la conexión "{{connection}}":

{{reason}}

Vea la conexión aquí:
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
    { connectionId, userId, code, text, isWarning = false }: SendConnectionAlert['payload'],
    { companyId = 0 }: JobRun,
  ): Promise<void> {
    const recipient = await this.db.runAs(companyId, () =>
      this.db.row(alertRecipient(companyId, connectionId, userId)),
    );
    if (!recipient) return;
    const { email, name, language, connection } = recipient;
    const address = `${this.config.publicUrl.replace(/\/+$/, '')}/connections`;
    try {
      await this.mail.send({
        to: email,
        subject: interpolate((isWarning ? warningSubject : subject)[language], { connection }),
        text: interpolate((isWarning ? warningBody : body)[language], {
          name,
          connection,
          code,
          address,
          reason: text[language],
        }),
      });
    } catch (error) {
      throw redactEmailAddresses(error);
    }
  }
}
