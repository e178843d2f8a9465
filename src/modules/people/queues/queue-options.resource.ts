import { t } from '../../../core/i18n.js';
import { defineResource } from '../../../core/resource/define-resource.js';
import { QueueOption } from './queue-option.entity.js';
import { QueueOptionInput } from './queue-options.dto.js';

export const queueOptions = defineResource({
  name: 'queue-options',
  entity: QueueOption,
  input: QueueOptionInput,
  label: {
    one: t('Opção do menu', 'Menu option', 'Opción del menú'),
    many: t('Opções do menu', 'Menu options', 'Opciones del menú'),
    feminine: true,
  },
  empty: t(
    'Sem opções, quem escolhe o departamento espera por uma pessoa.',
    'Without options, whoever chooses the department waits for a person.',
    'Sin opciones, quien elige el departamento espera por una persona.',
  ),
  tokenScope: 'queues',
  access: { read: 'user', write: 'admin' },
  except: ['list'],
  live: { to: 'company' },
  audit: { kind: 'team', nameField: 'title' },
  removalWarning: t(
    'As opções abaixo dela também são excluídas.',
    'The options below it are deleted, too.',
    'Las opciones debajo de ella también se eliminan.',
  ),
});
