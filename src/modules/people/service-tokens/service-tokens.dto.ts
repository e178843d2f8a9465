import { t } from '../../../core/i18n.js';
import { Choices, DateTime, Text } from '../../../core/resource/fields.js';
import { tokenScopes } from './crud/scopes.js';

export class ServiceTokenInput {
  @Text({
    label: t('Nome', 'Name', 'Nombre'),
    min: 2,
    max: 100,
    help: t('O programa que vai usar o token', 'The program that will use the token', 'El programa que usará el token'),
  })
  name!: string;

  @Choices({ label: t('Permissões', 'Scopes', 'Permisos'), values: tokenScopes })
  scopes!: string[];

  @DateTime({
    label: t('Vale até', 'Expires', 'Vence'),
    optional: true,
    help: t('Vazio: até ser revogado', 'Empty: until it is revoked', 'Vacío: hasta que se revoque'),
  })
  expiresAt!: string | null;
}
