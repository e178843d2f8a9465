import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../../../core/config/config.js';
import { Db } from '../../../../core/database/db.js';
import { interpolate, t } from '../../../../core/i18n.js';
import { defineJob, JobHandler, type JobRun } from '../../../../core/jobs/job.js';
import { Mail, redactEmailAddresses } from '../../../../core/mail/mail.js';
import { shownUrl } from '../endpoints/shown-url.js';
import { noticeRecipient } from './webhooks.queries.js';

export class SendWebhookNotice extends defineJob<{ endpointId: number; userId: number }>('send-webhook-notice') {}

const subject = t('Um webhook foi desativado', 'A webhook was disabled', 'Se desactivó un webhook');

const body = t(
  `Olá, {{name}}!

O webhook {{url}} falhou durante 3 dias e foi desativado. Ele não recebe mais eventos.

Veja o registro das entregas e ative-o de novo aqui:
{{address}}
`,
  `Hello, {{name}}!

The webhook {{url}} failed for 3 days and was disabled. It receives no more events.

See the log of its deliveries and activate it again here:
{{address}}
`,
  `¡Hola, {{name}}!

El webhook {{url}} falló durante 3 días y fue desactivado. Ya no recibe eventos.

Vea el registro de las entregas y actívelo de nuevo aquí:
{{address}}
`,
);

@Injectable()
export class SendWebhookNoticeHandler {
  constructor(
    private readonly db: Db,
    private readonly mail: Mail,
    private readonly config: AppConfig,
  ) {}

  @JobHandler(SendWebhookNotice, { transactional: false })
  async perform({ endpointId, userId }: SendWebhookNotice['payload'], { companyId = 0 }: JobRun): Promise<void> {
    const recipient = await this.db.runAs(companyId, () => this.db.row(noticeRecipient(companyId, endpointId, userId)));
    if (!recipient) return;
    const { email, name, language, url } = recipient;
    const address = `${this.config.publicUrl.replace(/\/+$/, '')}/api-docs/webhooks`;
    try {
      await this.mail.send({
        to: email,
        subject: subject[language],
        text: interpolate(body[language], { name, url: shownUrl(url), address }),
      });
    } catch (error) {
      throw redactEmailAddresses(error);
    }
  }
}
