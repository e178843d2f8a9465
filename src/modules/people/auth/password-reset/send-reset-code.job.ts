import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../../../core/config/config.js';
import { SecretCipher } from '../../../../core/crypto/secret-cipher.js';
import { Db } from '../../../../core/database/db.js';
import { interpolate, type Localized, t } from '../../../../core/i18n.js';
import { defineJob, JobHandler } from '../../../../core/jobs/job.js';
import { Mail, type MailMessage, redactEmailAddresses } from '../../../../core/mail/mail.js';
import { resetCodeContext } from '../auth.database.js';
import { type Recipient, recipientOf } from '../sessions/auth.queries.js';
import { validResetCode } from './reset-codes.queries.js';

export const resetMinutes = 15;

/** Why the code is sent: a forgotten password, or the first password of an invited user. */
export type CodePurpose = 'reset' | 'invitation';

const subjects: Readonly<Record<CodePurpose, Localized>> = {
  reset: t('Redefinição de senha', 'Password reset', 'Restablecimiento de contraseña'),
  invitation: t('Seu convite para o Atende', 'Your invitation to Atende', 'Su invitación a Atende'),
};

const resetText = t(
  `Olá, {{name}}!

Seu código para redefinir a senha:

{{code}}

Ele vale por {{minutes}} minutos e só pode ser usado uma vez. Não passe este código a ninguém.
Se você não pediu a redefinição, ignore esta mensagem: a sua senha continua a mesma.
`,
  `Hello, {{name}}!

Your code to reset the password:

{{code}}

It is good for {{minutes}} minutes and can be used once. Do not give this code to anybody.
If you did not ask for it, ignore this message: your password stays as it is.
`,
  `¡Hola, {{name}}!

Su código para restablecer la contraseña:

{{code}}

Vale por {{minutes}} minutos y solo puede usarse una vez. No comparta este código con nadie.
Si usted no lo pidió, ignore este mensaje: su contraseña sigue siendo la misma.
`,
);

const invitationText = t(
  `Olá, {{name}}!

Você foi convidado para atender com a equipe de {{company}}. Abra o endereço abaixo e escolha a sua senha:

{{link}}

O convite vale por 7 dias e só pode ser usado uma vez. Não passe este endereço a ninguém.
`,
  `Hello, {{name}}!

You have been invited to work with the team of {{company}}. Open the address below and choose your password:

{{link}}

The invitation is good for 7 days and can be used once. Do not give this address to anybody.
`,
  `¡Hola, {{name}}!

Le han invitado a atender con el equipo de {{company}}. Abra la dirección de abajo y elija su contraseña:

{{link}}

La invitación vale por 7 días y solo puede usarse una vez. No comparta esta dirección con nadie.
`,
);

const texts: Readonly<Record<CodePurpose, Localized>> = { reset: resetText, invitation: invitationText };

/** The code is encrypted: somebody who can read the outbox must not be able to take over an account. */
export class SendResetCode extends defineJob<{
  companyId: number;
  userId: number;
  purpose: CodePurpose;
  sealedCode: string;
}>('send-reset-code') {}

/** Retries for a day; a code that has expired by then is not sent. */
const backoff = [1, 5, 15, 60, 300, 900, 3600, ...Array.from({ length: 6 }, () => 14_400)];

export const codeHash = (secretCipher: SecretCipher, userId: number, code: string): string =>
  secretCipher.lookupHash(`password-reset|${userId}|${code}`);

@Injectable()
export class SendResetCodeHandler {
  constructor(
    private readonly db: Db,
    private readonly secretCipher: SecretCipher,
    private readonly mail: Mail,
    private readonly config: AppConfig,
  ) {}

  /** Not transactional: for a new company the job belongs to the platform. */
  @JobHandler(SendResetCode, { transactional: false, backoff })
  async perform({ companyId, userId, purpose, sealedCode }: SendResetCode['payload']): Promise<void> {
    const code = this.secretCipher.decrypt(sealedCode, resetCodeContext(companyId, userId));
    const recipient = await this.db.runAs(companyId, () => this.recipient(userId, code));
    if (!recipient) return;
    try {
      await this.mail.send(this.mailTo(recipient, purpose, code));
    } catch (error) {
      throw redactEmailAddresses(error);
    }
  }

  /** The mail in the user's language. The code follows the # of the address, which is not sent to any server. */
  private mailTo({ email, name, language, company }: Recipient, purpose: CodePurpose, code: string): MailMessage {
    const address = `${this.config.publicUrl.replace(/\/+$/, '')}/forget-pass`;
    const link = `${address}#${new URLSearchParams({ email, code })}`;
    return {
      to: email,
      subject: subjects[purpose][language],
      text: interpolate(texts[purpose][language], { name, company, code, link, minutes: resetMinutes }),
    };
  }

  /** undefined if the code was replaced or used or has expired, or the user was removed. */
  private async recipient(userId: number, code: string): Promise<Recipient | undefined> {
    const valid = await this.db.row(validResetCode(userId, codeHash(this.secretCipher, userId, code)));
    return valid && this.db.row(recipientOf(userId));
  }
}
