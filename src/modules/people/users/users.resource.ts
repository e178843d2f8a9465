import { definePermission } from '../../../core/access/permissions.js';
import { t } from '../../../core/i18n.js';
import { defineResource } from '../../../core/resource/define-resource.js';
import { readOnlyColumn } from '../../../core/resource/field-meta.js';
import { User } from './user.entity.js';
import { UserChanges, UserInput } from './users.dto.js';
import { emailTaken, userErrors } from './users.errors.js';

definePermission('user-modal:editProfile', 'admin');
definePermission('user-modal:editQueues', 'admin');

export const users = defineResource({
  name: 'users',
  entity: User,
  input: UserInput,
  updateInput: UserChanges,
  label: { one: t('Usuário', 'User', 'Usuario'), many: t('Usuários', 'Users', 'Usuarios') },
  empty: t(
    'Adicione quem atende com você e escolha os departamentos de cada pessoa.',
    'Add the people you work with and choose the departments of each.',
    'Añada a quienes atienden con usted y elija los departamentos de cada persona.',
  ),
  list: ['name', 'email', 'profile', 'state', 'lastSeenAt'],
  columns: [
    readOnlyColumn({
      name: 'state',
      label: t('Situação', 'Status', 'Estado'),
      widget: 'choice',
      options: [
        { value: 'active', label: t('Ativo', 'Active', 'Activo') },
        { value: 'invited', label: t('Convidado', 'Invited', 'Invitado') },
        { value: 'inactive', label: t('Inativo', 'Inactive', 'Inactivo') },
      ],
      sortable: false,
    }),
    readOnlyColumn({
      name: 'lastSeenAt',
      label: t('Visto por último', 'Last seen', 'Visto por última vez'),
      widget: 'datetime',
    }),
  ],
  search: ['name', 'email'],
  filters: ['profile', 'active'],
  tokenScope: 'users',
  access: { read: 'user', write: 'admin', update: 'user' },
  // users.listener.ts sends colleagues the fields that they may see
  live: { to: 'admins' },
  options: [
    { path: 'list', summary: 'Names of all users of the company', fields: ['id', 'name', 'active'], orderBy: 'name' },
  ],
  menu: { section: 'management', order: 40, icon: 'Group' },
  audit: { kind: 'team', nameField: 'name' },
  planLimit: 'users',
  keepsName: true,
  unique: [{ constraint: 'users_email_unique', field: 'email', text: emailTaken }],
  notFound: userErrors.ERR_NO_USER_FOUND,
});
