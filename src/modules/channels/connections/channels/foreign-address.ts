import { t } from '../../../../core/i18n.js';
import type { SendOutcome } from './channel.js';

/** The contact's address belongs to another channel. */
export const foreignAddress: Extract<SendOutcome, { ok: false }> = {
  ok: false,
  kind: 'permanent',
  code: 'foreign_address',
  text: t(
    'Este contato não é deste canal e não pode receber mensagens por esta conexão.',
    'This contact is not of this channel and cannot get messages by this connection.',
    'Este contacto no es de este canal y no puede recibir mensajes por esta conexión.',
  ),
};
