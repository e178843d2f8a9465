import { t } from '../../core/i18n.js';
import { Email, Text } from '../../core/resource/fields.js';

export class LoginInput {
  @Email({ label: t('E-mail', 'E-mail', 'Correo electrónico') })
  email!: string;

  @Text({ label: t('Senha', 'Password', 'Contraseña'), max: 200 })
  password!: string;
}
