import { interpolate, type Locale, t } from '../../core/i18n.js';
import type { MailMessage } from '../../core/mail/mail.js';
import { resetMinutes } from './reset-codes.js';

const subject = t('Redefinição de senha', 'Password reset', 'Restablecimiento de contraseña');

const text = t(
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

/** The mail with the code, in the language of the user. */
export function resetMail(user: { email: string; name: string; language: Locale }, code: string): MailMessage {
  return {
    to: user.email,
    subject: subject[user.language],
    text: interpolate(text[user.language], { name: user.name, code, minutes: resetMinutes }),
  };
}
