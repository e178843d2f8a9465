import { defineErrors } from '../../../core/errors/app-error.js';
import { t } from '../../../core/i18n.js';

export const bulkErrors = defineErrors({
  ERR_TICKET_NOT_WAITING: {
    status: 409,
    text: t('A conversa não está pendente.', 'The conversation is not waiting.', 'La conversación no está pendiente.'),
  },
  ERR_TICKET_NOT_ATTENDED: {
    status: 409,
    text: t('A conversa não está aberta.', 'The conversation is not open.', 'La conversación no está abierta.'),
  },
  ERR_TICKET_NOT_CLOSED: {
    status: 409,
    text: t('A conversa não está resolvida.', 'The conversation is not resolved.', 'La conversación no está resuelta.'),
  },
  ERR_NOT_RESPONSIBLE: {
    status: 409,
    text: t(
      'Só o atendente responsável marca a conversa como lida.',
      'Only the responsible attendant marks the conversation as read.',
      'Solo el agente responsable marca la conversación como leída.',
    ),
  },
  ERR_UNDO_OVER: {
    status: 409,
    text: t('Já não é possível desfazer.', 'This can no longer be undone.', 'Ya no es posible deshacer.'),
  },
});
