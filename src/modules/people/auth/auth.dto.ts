import { t } from '../../../core/i18n.js';
import { Email, Password, Text } from '../../../core/resource/fields.js';

export class LoginInput {
  @Email({ label: t('E-mail', 'E-mail', 'Correo electrónico') })
  email!: string;

  @Text({ label: t('Senha', 'Password', 'Contraseña'), max: 200 })
  password!: string;

  /** A code of the authenticator app or a recovery code; clients ask for it after ERR_TWO_FACTOR_REQUIRED. */
  @Text({ label: t('Código de verificação', 'Verification code', 'Código de verificación'), optional: true, max: 50 })
  code?: string | null;
}

/** The caller's password, which confirms a change of how they sign in. */
export class PasswordInput {
  @Text({ label: t('Senha', 'Password', 'Contraseña'), max: 50 })
  password!: string;
}

export class TwoFactorCodeInput {
  @Text({ label: t('Código de verificação', 'Verification code', 'Código de verificación'), max: 50 })
  code!: string;
}

const email = {
  label: t('E-mail', 'E-mail', 'Correo electrónico'),
  messages: { email: t('Invalid email', 'Invalid email', 'Correo electrónico inválido') },
};

const weak = t(
  'Sua senha precisa ter no mínimo 8 caracteres, sendo uma letra maiúscula, uma minúscula e um número.',
  'Your password needs at least 8 characters, with an upper-case letter, a lower-case letter and a number.',
  'Su contraseña debe tener al menos 8 caracteres, con una letra mayúscula, una minúscula y un número.',
);

export class ForgotPasswordInput {
  @Email(email)
  email!: string;
}

export class ResetPasswordInput {
  @Email(email)
  email!: string;

  @Text({ label: t('Código', 'Code', 'Código'), max: 50 })
  token!: string;

  @Password({
    label: t('Nova senha', 'New password', 'Nueva contraseña'),
    min: 8,
    max: 50,
    pattern: /^(?=.*\p{Ll})(?=.*\p{Lu})(?=.*\d)/u,
    messages: { min: weak, pattern: weak },
  })
  password!: string;
}
