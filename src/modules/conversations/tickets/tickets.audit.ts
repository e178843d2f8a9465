import { defineAuditActions, defineAuditKind, defineAuditSubject } from '../../../core/audit/audit-actions.js';
import { t } from '../../../core/i18n.js';

defineAuditKind('conversations', 20, t('Conversas', 'Conversations', 'Conversaciones'));
defineAuditSubject('ticketId', 'ticket');

defineAuditActions('conversations', {
  'ticket.created': t('Iniciou conversa', 'Started a conversation', 'Inició conversación'),
  'ticket.accepted': t('Aceitou conversa', 'Accepted a conversation', 'Aceptó conversación'),
  'ticket.reopened': t('Reabriu conversa', 'Reopened a conversation', 'Reabrió conversación'),
  'ticket.closed': t('Resolveu conversa', 'Resolved a conversation', 'Resolvió conversación'),
  'ticket.transferred': t(
    'Transferiu conversa para {{to}}',
    'Transferred a conversation to {{to}}',
    'Transfirió conversación a {{to}}',
  ),
  'ticket.restored': t(
    'Desfez o que fez com a conversa',
    'Undid an act on a conversation',
    'Deshizo lo que hizo con la conversación',
  ),
  'ticket.deleted': t('Excluiu conversa', 'Deleted a conversation', 'Eliminó conversación'),
  'note.deleted': t('Excluiu observação', 'Deleted a note', 'Eliminó nota'),
});

defineAuditActions('exports', {
  'conversations.exported': t('Exportou conversas', 'Exported conversations', 'Exportó conversaciones'),
});
