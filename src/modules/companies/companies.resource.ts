import { t } from '../../core/i18n.js';
import { defineMenuSection, defineResource } from '../../core/resource/define-resource.js';
import { CompanyInput } from './companies.dto.js';
import { notSaved } from './companies.errors.js';
import { Company } from './company.entity.js';

defineMenuSection('super', 50, t('Administração', 'Administration', 'Administración'));

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
  list: ['name', 'email', 'phone', 'planId', 'status', 'dueDate', 'recurrence'],
  search: ['name', 'email'],
  sort: ['name', 'asc'],
  filters: ['planId', 'status'],
  access: { read: 'super', write: 'super' },
  options: [{ path: 'list', summary: 'All companies', orderBy: 'name' }],
  except: ['get'],
  screen: 'admin/companies',
  menu: { section: 'super', order: 20, icon: 'Business' },
  audit: { kind: 'platform', nameField: 'name' },
  unique: [{ constraint: 'companies_name_unique', field: 'name', message: notSaved }],
});
