import { t } from '../../../core/i18n.js';
import { defineResource } from '../../../core/resource/define-resource.js';
import { Holiday } from './holiday.entity.js';
import { HolidayInput } from './holidays.dto.js';

export const holidays = defineResource({
  name: 'holidays',
  entity: Holiday,
  input: HolidayInput,
  label: { one: t('Feriado', 'Holiday', 'Feriado'), many: t('Feriados', 'Holidays', 'Feriados') },
  empty: t(
    'Nestes dias ninguém atende. Importe os nacionais e acrescente os da sua cidade.',
    'Nobody answers on these days. Import the national ones and add those of your city.',
    'En estos días nadie atiende. Importe los nacionales y añada los de su ciudad.',
  ),
  list: ['date', 'name', 'yearly', 'queueId'],
  search: ['name'],
  filters: ['queueId', 'yearly'],
  sort: ['date', 'asc'],
  access: { read: 'user', write: 'admin' },
  tokenScope: 'queues',
  live: { to: 'company' },
  menu: { section: 'management', order: 35, icon: 'EventBusy', level: 'admin', tabOf: '/queues' },
  audit: { kind: 'settings', nameField: 'name' },
  unique: [
    {
      constraint: 'holidays_date_unique',
      field: 'date',
      text: t(
        'Já existe um feriado nesta data',
        'There is already a holiday on this date',
        'Ya existe un feriado en esta fecha',
      ),
    },
  ],
});
