import { t } from '../../../core/i18n.js';
import { defineResource } from '../../../core/resource/define-resource.js';
import { readOnlyColumn } from '../../../core/resource/field-meta.js';
import { Prompt } from './prompt.entity.js';
import { PromptInput } from './prompts.dto.js';

export const prompts = defineResource({
  name: 'prompt',
  envelope: 'prompts',
  entity: Prompt,
  input: PromptInput,
  label: { one: t('Prompt', 'Prompt', 'Prompt'), many: t('Prompts', 'Prompts', 'Prompts') },
  empty: t(
    'Diga como o assistente de IA responde aos clientes e escolha-o em uma conexão ou em um departamento.',
    'Say how the AI assistant answers customers, and choose it in a connection or a department.',
    'Diga cómo responde el asistente de IA a los clientes y elíjalo en una conexión o en un departamento.',
  ),
  list: ['name', 'queueId', 'model', 'lastError'],
  columns: [
    readOnlyColumn({
      name: 'lastError',
      label: t('Última falha', 'Last failure', 'Última falla'),
      widget: 'text',
      sortable: false,
    }),
  ],
  search: ['name'],
  sort: ['name', 'asc'],
  access: { read: 'admin', write: 'admin' },
  feature: 'useAiActive',
  live: { to: 'admins' },
  screen: 'prompts',
  menu: { section: 'management', order: 32, icon: 'AutoAwesome' },
  unique: [{ field: 'name', constraint: 'prompts_company_id_name_unique' }],
  audit: { kind: 'settings', nameField: 'name' },
  removalWarning: t(
    'As suas fontes também são excluídas; as conversas que ele responde seguem com o menu do departamento.',
    'Its sources are deleted as well; the conversations it answers go on with the department menu.',
    'Sus fuentes también se eliminan; las conversaciones que responde siguen con el menú del departamento.',
  ),
});
