import { t } from '../../../core/i18n.js';
import { defineResource } from '../../../core/resource/define-resource.js';
import { readOnlyColumn } from '../../../core/resource/field-meta.js';
import { Schedule } from './schedule.entity.js';
import { ScheduleInput } from './schedules.dto.js';

export const schedules = defineResource({
  name: 'schedules',
  entity: Schedule,
  input: ScheduleInput,
  label: {
    one: t('Agendamento', 'Schedule', 'Programación'),
    many: t('Agendamentos', 'Schedules', 'Programaciones'),
  },
  empty: t(
    'Agende uma mensagem aqui ou em uma conversa; ela é enviada na hora marcada.',
    'Schedule a message here or in a conversation; it is sent at its time.',
    'Programe un mensaje aquí o en una conversación; se envía a la hora indicada.',
  ),
  list: ['contactId', 'body', 'sendAt', 'status', 'repetition', 'userId'],
  columns: [
    readOnlyColumn({
      name: 'status',
      label: t('Situação', 'Status', 'Estado'),
      widget: 'choice',
      options: [
        { value: 'PENDENTE', label: t('Pendente', 'Pending', 'Pendiente') },
        { value: 'ENVIADA', label: t('Enviada', 'Sent', 'Enviada') },
        { value: 'ERRO', label: t('Erro de envio', 'Not sent', 'Error de envío') },
      ],
    }),
    readOnlyColumn({
      name: 'userId',
      label: t('Atendente', 'Attendant', 'Agente'),
      widget: 'reference',
      reference: { resource: 'users', label: 'name' },
      sortable: false,
    }),
  ],
  search: ['body'],
  sort: ['sendAt', 'desc'],
  filters: ['status', 'contactId', 'userId'],
  dated: {
    from: t('Envio a partir de', 'Sent from', 'Envío desde'),
    until: t('Envio até', 'Sent until', 'Envío hasta'),
  },
  access: { read: 'user', write: 'user' },
  feature: 'useSchedules',
  // schedules.listener.ts emits to the users who see it
  live: { to: 'module' },
  menu: { section: 'main', order: 55, icon: 'Event' },
  audit: { kind: 'conversations' },
});
