import { type Localized, t } from '../../../core/i18n.js';
import { defineMenuSection, defineResource } from '../../../core/resource/define-resource.js';
import { readOnlyColumn } from '../../../core/resource/field-meta.js';
import { CompanyInput } from './companies.dto.js';
import { notSaved } from './companies.errors.js';
import { Company } from './company.entity.js';

defineMenuSection('super', 50, t('Administração', 'Administration', 'Administración'));

/** A column for the use of one limit of the plan (`LimitUse`); the module `usage` provides its value. */
const limitUse = (name: string, label: Localized) => readOnlyColumn({ name, label, widget: 'text', sortable: false });

export const companies = defineResource({
  name: 'companies',
  entity: Company,
  input: CompanyInput,
  scope: 'platform',
  singular: 'company',
  label: { one: t('Empresa', 'Company', 'Empresa'), many: t('Empresas', 'Companies', 'Empresas'), feminine: true },
  empty: t(
    'Crie a primeira, com o plano e o gestor dela.',
    'Create the first one, with its plan and its manager.',
    'Cree la primera, con su plan y su gestor.',
  ),
  list: ['name', 'planId', 'dueDate', 'users', 'connections', 'queues'],
  columns: [
    limitUse('users', t('Usuários', 'Users', 'Usuarios')),
    limitUse('connections', t('Conexões', 'Connections', 'Conexiones')),
    limitUse('queues', t('Departamentos', 'Departments', 'Departamentos')),
  ],
  search: ['name', 'email'],
  sort: ['name', 'asc'],
  filters: ['planId', 'status'],
  access: { read: 'super', write: 'super' },
  options: [{ path: 'list', summary: 'All companies', orderBy: 'name' }],
  except: ['get'],
  screen: 'admin/companies',
  menu: { section: 'super', order: 20, icon: 'Business' },
  audit: { kind: 'platform', nameField: 'name' },
  removalConfirmedBy: 'name',
  removalWarning: t(
    'Usuários, conversas, mensagens e arquivos da empresa são excluídos para sempre.',
    'Users, conversations, messages and files of the company are deleted for ever.',
    'Los usuarios, conversaciones, mensajes y archivos de la empresa se eliminan para siempre.',
  ),
  notSavedMessage: notSaved,
  unique: [{ constraint: 'companies_name_unique', field: 'name', message: notSaved }],
});
