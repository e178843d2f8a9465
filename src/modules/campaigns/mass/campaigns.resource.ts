import { t } from '../../../core/i18n.js';
import { defineResource } from '../../../core/resource/define-resource.js';
import { readOnlyColumn } from '../../../core/resource/field-meta.js';
import { Campaign } from './campaign.entity.js';
import { CampaignInput } from './campaigns.dto.js';

/** Counted for each page ({@link CampaignsService.list}). */
const figures = Object.entries({
  progress: t('Progresso', 'Progress', 'Progreso'),
  sent: t('Enviadas', 'Sent', 'Enviadas'),
  delivered: t('Entregues', 'Delivered', 'Entregadas'),
  read: t('Lidas', 'Read', 'Leídas'),
  replied: t('Respostas', 'Replies', 'Respuestas'),
  failed: t('Falhas', 'Failures', 'Fallos'),
  unsubscribed: t('Descadastros', 'Opt-outs', 'Bajas'),
}).map(([name, label]) => readOnlyColumn({ name, label, widget: 'number', sortable: name !== 'progress' }));

export const campaigns = defineResource({
  name: 'campaigns',
  entity: Campaign,
  input: CampaignInput,
  label: {
    one: t('Campanha', 'Campaign', 'Campaña'),
    many: t('Campanhas', 'Campaigns', 'Campañas'),
    feminine: true,
  },
  empty: t(
    'Envie a mesma mensagem a uma lista de contatos, no ritmo da conexão, e acompanhe as respostas.',
    'Send the same message to a list of contacts, at the pace of the connection, and follow the replies.',
    'Envíe el mismo mensaje a una lista de contactos, al ritmo de la conexión, y siga las respuestas.',
  ),
  list: ['name', 'status', ...figures.map(({ name }) => name), 'scheduledAt', 'completedAt'],
  columns: [
    readOnlyColumn({
      name: 'status',
      label: t('Situação', 'Status', 'Estado'),
      widget: 'choice',
      options: [
        { value: 'INATIVA', label: t('Inativa', 'Inactive', 'Inactiva') },
        { value: 'PROGRAMADA', label: t('Programada', 'Scheduled', 'Programada') },
        { value: 'EM_ANDAMENTO', label: t('Em andamento', 'Running', 'En curso') },
        { value: 'PAUSADA', label: t('Pausada', 'Paused', 'Pausada') },
        { value: 'FINALIZADA', label: t('Finalizada', 'Finished', 'Finalizada') },
        { value: 'CANCELADA', label: t('Cancelada', 'Cancelled', 'Cancelada') },
      ],
    }),
    ...figures,
    readOnlyColumn({ name: 'completedAt', label: t('Concluída', 'Completed', 'Completada'), widget: 'datetime' }),
  ],
  search: ['name'],
  filters: ['status', 'whatsappId', 'contactListId', 'tagListId'],
  envelope: 'records',
  access: { read: 'admin', write: 'admin' },
  feature: 'useCampaigns',
  live: { to: 'admins', recordEvent: 'campaign' },
  // existing clients send back the complete single record
  updateLimits: [4 * 1024 * 1024, { keys: 150_000, nodes: 200_000, depth: 50 }],
  except: ['get'],
  menu: { section: 'main', order: 84, icon: 'Campaign' },
  audit: { kind: 'conversations', nameField: 'name' },
});
