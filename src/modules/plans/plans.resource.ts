import { t } from '../../core/i18n.js';
import { defineResource } from '../../core/resource/define-resource.js';
import { Plan } from './plan.entity.js';
import { PlanInput } from './plans.dto.js';
import { notSaved, planErrors } from './plans.errors.js';

export const plans = defineResource({
  name: 'plans',
  entity: Plan,
  input: PlanInput,
  scope: 'platform',
  singular: 'plan',
  label: { one: t('Plano', 'Plan', 'Plan'), many: t('Planos', 'Plans', 'Planes') },
  empty: {
    title: t('Nenhum plano ainda', 'No plans yet', 'Todavía no hay planes'),
    message: t(
      'Um plano diz o que cada empresa pode usar e quanto paga.',
      'A plan says what a company may use and what it pays.',
      'Un plan dice qué puede usar cada empresa y cuánto paga.',
    ),
  },
  list: ['name', 'users', 'connections', 'queues', 'value'],
  search: ['name'],
  sort: ['name', 'asc'],
  access: { read: 'super', write: 'super' },
  screen: 'admin/plans',
  menu: { section: 'super', order: 10, icon: 'Sell' },
  audit: { noun: 'plan', kind: 'platform', nameField: 'name' },
  unique: [{ constraint: 'plans_name_unique', field: 'name', message: notSaved }],
  notFound: planErrors.ERR_NO_PLAN_FOUND,
});
