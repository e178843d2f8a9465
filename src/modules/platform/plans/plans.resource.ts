import { t } from '../../../core/i18n.js';
import { defineResource } from '../../../core/resource/define-resource.js';
import { Plan } from './plan.entity.js';
import { PlanInput } from './plans.dto.js';

const notSaved = t(
  'Não foi possível realizar a operação. Verifique se já existe uma plano com o mesmo nome ou se os campos foram preenchidos corretamente',
  'The operation could not be completed. Check whether a plan with the same name already exists or whether the fields are filled in correctly',
  'No fue posible realizar la operación. Verifique si ya existe un plan con el mismo nombre o si los campos fueron llenados correctamente',
);

export const plans = defineResource({
  name: 'plans',
  entity: Plan,
  input: PlanInput,
  scope: 'platform',
  label: { one: t('Plano', 'Plan', 'Plan'), many: t('Planos', 'Plans', 'Planes') },
  empty: t(
    'Um plano diz o que cada empresa pode usar e quanto paga.',
    'A plan says what a company may use and what it pays.',
    'Un plan dice qué puede usar cada empresa y cuánto paga.',
  ),
  list: ['name', 'users', 'connections', 'queues', 'value'],
  search: ['name'],
  sort: ['name', 'asc'],
  access: { read: 'super', write: 'super' },
  options: [{ path: 'all', summary: 'All plans', orderBy: 'name' }],
  screen: 'admin/plans',
  menu: { section: 'super', order: 10, icon: 'Sell' },
  audit: { kind: 'platform', nameField: 'name' },
  notSavedMessage: notSaved,
  unique: [{ constraint: 'plans_name_unique', field: 'name', message: notSaved }],
});
