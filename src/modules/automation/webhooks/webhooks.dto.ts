import { t } from '../../../core/i18n.js';
import { Choices, Flag, Text } from '../../../core/resource/fields.js';
import { webhookTypeLabels, webhookTypes } from './endpoints/webhook-types.js';

export class WebhookEndpointInput {
  @Text({
    label: t('Endereço', 'Address', 'Dirección'),
    max: 2048,
    pattern: /^https?:\/\/\S+$/,
    help: t(
      'Recebe os eventos por POST, assinados com o segredo',
      'Receives the events by POST, signed with the secret',
      'Recibe los eventos por POST, firmados con el secreto',
    ),
  })
  url!: string;

  @Text({ label: t('Descrição', 'Description', 'Descripción'), max: 200, default: '' })
  description!: string;

  @Choices({
    label: t('Eventos', 'Events', 'Eventos'),
    help: t(
      'De contatos importados não há eventos',
      'There are no events of imported contacts',
      'De contactos importados no hay eventos',
    ),
    values: webhookTypes.map((value) => ({ value, label: webhookTypeLabels[value] })),
  })
  events!: string[];

  @Flag({ label: t('Ativo', 'Active', 'Activo'), default: true })
  active!: boolean;
}
