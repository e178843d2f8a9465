import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../../../core/config/config.js';
import { Db } from '../../../../core/database/db.js';
import { interpolate, t } from '../../../../core/i18n.js';
import { defineJob, JobHandler, type JobRun } from '../../../../core/jobs/job.js';
import { Mail, redactEmailAddresses } from '../../../../core/mail/mail.js';
import { noticeReader } from './assistant-usage.queries.js';

export class SendCeilingNotice extends defineJob<{ userId: number }>('send-ceiling-notice') {}

const subject = t(
  'O limite de tokens de IA foi atingido',
  'The limit of AI tokens is reached',
  'Se alcanzó el límite de tokens de IA',
);

const body = t(
  `Olá, {{name}}!

Os assistentes de IA atingiram o limite de tokens deste mês e não respondem mais: as conversas seguem com o menu do departamento.

O limite está nas configurações, e o consumo em Plano e uso:
{{address}}
`,
  `Hello, {{name}}!

The AI assistants have reached this month's limit of tokens and answer no more: conversations go on with the department menu.

The limit is in the settings, and what was used in Plan and usage:
{{address}}
`,
  `¡Hola, {{name}}!

Los asistentes de IA alcanzaron el límite de tokens de este mes y ya no responden: las conversaciones siguen con el menú del departamento.

El límite está en la configuración, y el consumo en Plan y uso:
{{address}}
`,
);

@Injectable()
export class SendCeilingNoticeHandler {
  constructor(
    private readonly db: Db,
    private readonly mail: Mail,
    private readonly config: AppConfig,
  ) {}

  @JobHandler(SendCeilingNotice, { transactional: false })
  async perform({ userId }: SendCeilingNotice['payload'], { companyId = 0 }: JobRun): Promise<void> {
    const reader = await this.db.runAs(companyId, () => this.db.row(noticeReader(companyId, userId)));
    if (!reader) return;
    const { email, name, language } = reader;
    const address = `${this.config.publicUrl.replace(/\/+$/, '')}/settings`;
    try {
      await this.mail.send({
        to: email,
        subject: subject[language],
        text: interpolate(body[language], { name, address }),
      });
    } catch (error) {
      throw redactEmailAddresses(error);
    }
  }
}
