import { type Localized, t } from '../../../../core/i18n.js';

/** Kinds of notices; a tab has a sound for each of them. */
export const pushKinds = ['message', 'waiting', 'assigned', 'mention', 'chat'] as const;
export type PushKind = (typeof pushKinds)[number];

export const pushTexts: Readonly<Record<PushKind, Localized>> = {
  message: t('Nova mensagem', 'New message', 'Nuevo mensaje'),
  waiting: t('Nova conversa aguardando', 'New conversation waiting', 'Nueva conversación en espera'),
  assigned: t('Conversa transferida para você', 'Conversation transferred to you', 'Conversación transferida a usted'),
  mention: t('Você foi mencionado', 'You were mentioned', 'Lo mencionaron'),
  chat: t('Nova mensagem no chat interno', 'New message in the internal chat', 'Nuevo mensaje en el chat interno'),
};
