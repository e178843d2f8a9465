import { t } from '../../../core/i18n.js';
import { Flag, Item, Text } from '../../../core/resource/fields.js';
import type { PushKind } from './delivery/push-kinds.js';

class PushKeysInput {
  /** A public key: a point of the curve P-256. */
  @Text({ label: t('Chave pública', 'Public key', 'Clave pública'), pattern: /^[\w-]{87}=?$/ })
  p256dh!: string;

  /** The authentication secret of 16 bytes. */
  @Text({ label: t('Segredo', 'Secret', 'Secreto'), pattern: /^[\w-]{22}(==)?$/ })
  auth!: string;
}

/** A subscription in the format of the browser's `PushSubscription.toJSON()`. */
export class PushSubscriptionInput {
  @Text({ label: t('Endereço', 'Address', 'Dirección'), max: 2048, pattern: /^https:\/\/[^\s/?#@]+(\/\S*)?$/ })
  endpoint!: string;

  @Item(() => PushKeysInput, { label: t('Chaves', 'Keys', 'Claves') })
  keys!: PushKeysInput;
}

export class PushKindsInput implements Record<PushKind, boolean> {
  @Flag({ label: t('Mensagens para mim', 'Messages to me', 'Mensajes para mí') })
  message!: boolean;

  @Flag({ label: t('Conversas em espera', 'Waiting conversations', 'Conversaciones en espera') })
  waiting!: boolean;

  @Flag({ label: t('Transferências para mim', 'Transfers to me', 'Transferencias a mí') })
  assigned!: boolean;

  @Flag({ label: t('Menções a mim', 'Mentions of me', 'Menciones a mí') })
  mention!: boolean;

  @Flag({ label: t('Chat interno', 'Internal chat', 'Chat interno') })
  chat!: boolean;
}
