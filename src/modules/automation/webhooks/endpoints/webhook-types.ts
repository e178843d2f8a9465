import { t } from '../../../../core/i18n.js';

/** Types of events to which an endpoint can subscribe. */
export const webhookTypes = [
  'message.received',
  'message.sent',
  'message.status',
  'ticket.created',
  'ticket.updated',
  'ticket.closed',
  'ticket.transferred',
  'contact.created',
  'contact.updated',
  'connection.status',
] as const;
export type WebhookType = (typeof webhookTypes)[number];

/** The type of a test event that a user sends; no endpoint can subscribe to it. */
export const testType = 'test';

export const webhookTypeLabels: Readonly<Record<WebhookType, ReturnType<typeof t>>> = {
  'message.received': t('Mensagem recebida', 'Message received', 'Mensaje recibido'),
  'message.sent': t('Mensagem nossa, a caminho', 'Message of ours, on its way', 'Mensaje nuestro, en camino'),
  'message.status': t(
    'Mensagem entregue, lida ou com falha',
    'Message delivered, read or failed',
    'Mensaje entregado, leído o con error',
  ),
  'ticket.created': t('Conversa criada', 'Conversation created', 'Conversación creada'),
  'ticket.updated': t('Conversa alterada', 'Conversation changed', 'Conversación modificada'),
  'ticket.closed': t('Conversa encerrada', 'Conversation closed', 'Conversación cerrada'),
  'ticket.transferred': t(
    'Conversa atribuída ou transferida',
    'Conversation assigned or transferred',
    'Conversación asignada o transferida',
  ),
  'contact.created': t('Contato criado', 'Contact created', 'Contacto creado'),
  'contact.updated': t('Contato alterado', 'Contact changed', 'Contacto modificado'),
  'connection.status': t('Conexão mudou de situação', 'Connection changed its status', 'La conexión cambió de estado'),
};
