import { t } from '../../../../core/i18n.js';
import { defineResource } from '../../../../core/resource/define-resource.js';
import { SmsGateway } from './sms-gateway.entity.js';
import { SmsGatewayInput } from './sms-gateways.dto.js';

export const smsGateways = defineResource({
  name: 'sms-gateways',
  entity: SmsGateway,
  input: SmsGatewayInput,
  label: {
    one: t('Serviço de SMS', 'SMS gateway', 'Servicio de SMS'),
    many: t('Serviços de SMS', 'SMS gateways', 'Servicios de SMS'),
  },
  empty: t(
    'Informe a conta pela qual os SMS são enviados.',
    'Enter the account by which SMS are sent.',
    'Informe la cuenta por la que se envían los SMS.',
  ),
  list: ['name', 'url', 'login'],
  sort: ['name', 'asc'],
  access: { read: 'admin', write: 'admin' },
  feature: 'useLeads',
  live: { to: 'admins' },
  unique: [{ field: 'name', constraint: 'sms_gateways_company_id_name_unique' }],
  menu: { section: 'sms', order: 30, icon: 'Cable', feature: 'useSms', tabOf: '/smscampaigns' },
  audit: { kind: 'settings', nameField: 'name' },
});
