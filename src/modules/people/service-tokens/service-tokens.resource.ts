import { t } from '../../../core/i18n.js';
import { defineResource } from '../../../core/resource/define-resource.js';
import { readOnlyColumn } from '../../../core/resource/field-meta.js';
import { ServiceToken } from './service-token.entity.js';
import { ServiceTokenInput } from './service-tokens.dto.js';

export const serviceTokens = defineResource({
  name: 'service-tokens',
  envelope: 'records',
  entity: ServiceToken,
  input: ServiceTokenInput,
  label: {
    one: t('Token de serviço', 'Service token', 'Token de servicio'),
    many: t('Tokens de serviço', 'Service tokens', 'Tokens de servicio'),
  },
  empty: t(
    'Um token de serviço deixa um programa usar toda a API, dentro das permissões que você escolher.',
    'A service token lets a program use the whole API, within the scopes you choose.',
    'Un token de servicio permite a un programa usar toda la API, dentro de los permisos que elija.',
  ),
  list: ['name', 'prefix', 'scopes', 'expiresAt', 'lastUsedAt', 'createdBy'],
  columns: [
    readOnlyColumn({ name: 'prefix', label: t('Começa com', 'Begins with', 'Comienza con'), widget: 'text' }),
    readOnlyColumn({ name: 'lastUsedAt', label: t('Último uso', 'Last used', 'Último uso'), widget: 'datetime' }),
    readOnlyColumn({ name: 'createdBy', label: t('Criado por', 'Created by', 'Creado por'), widget: 'text' }),
  ],
  search: ['name'],
  access: { read: 'admin', write: 'admin' },
  feature: 'useExternalApi',
  live: { to: 'admins' },
  screen: 'api-docs/tokens',
  audit: { kind: 'settings', nameField: 'name' },
  removalWarning: t(
    'O programa que usa este token deixa de ter acesso na próxima chamada.',
    'The program that uses this token loses access with its next call.',
    'El programa que usa este token pierde el acceso en su próxima llamada.',
  ),
});
