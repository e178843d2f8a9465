import { t } from '../../../core/i18n.js';
import { defineResource } from '../../../core/resource/define-resource.js';
import { readOnlyColumn } from '../../../core/resource/field-meta.js';
import { QuickMessage } from './quick-message.entity.js';
import { QuickMessageInput } from './quick-messages.dto.js';

export const quickMessages = defineResource({
  name: 'quick-messages',
  envelope: 'records',
  entity: QuickMessage,
  input: QuickMessageInput,
  singular: 'record',
  label: {
    one: t('Resposta rápida', 'Quick message', 'Respuesta rápida'),
    many: t('Respostas rápidas', 'Quick messages', 'Respuestas rápidas'),
    feminine: true,
  },
  empty: t(
    'Guarde os textos que mais usa e escreva / na conversa para inseri-los.',
    'Save the texts you use most and type / in a conversation to insert them.',
    'Guarde los textos que más usa y escriba / en la conversación para insertarlos.',
  ),
  list: ['shortcode', 'message', 'mediaName', 'geral', 'status'],
  columns: [readOnlyColumn({ name: 'mediaName', label: t('Arquivo', 'File', 'Archivo'), widget: 'text' })],
  search: ['shortcode', 'message'],
  sort: ['shortcode', 'asc'],
  filters: ['geral', 'status'],
  access: { read: 'user', write: 'user' },
  // quick-messages.listener.ts emits to the users who see it
  live: { event: 'quickemessage', to: 'module' },
  options: [
    {
      path: 'list',
      summary: 'What the composer suggests: active ones of the caller and the company, by shortcode',
      where: { status: true },
      orderBy: 'shortcode',
      // more than the composer's list needs; all of them are on the page of quick messages
      limit: 1000,
    },
  ],
  menu: { section: 'main', order: 50, icon: 'FlashOn' },
  audit: { noun: 'quickMessage', kind: 'settings', nameField: 'shortcode' },
  notFound: 'ERR_NO_QUICK_MESSAGE_FOUND',
});
