import { type Localized, t } from '../../../core/i18n.js';

/** Texts that lists show for a message without text, by the type of the message. */
export const kindWords: Readonly<Record<string, Localized>> = {
  chat: t('Mensagem sem texto', 'Message without text', 'Mensaje sin texto'),
  image: t('Foto', 'Photo', 'Foto'),
  audio: t('Mensagem de voz', 'Voice message', 'Mensaje de voz'),
  video: t('Vídeo', 'Video', 'Video'),
  application: t('Documento', 'Document', 'Documento'),
  sticker: t('Figurinha', 'Sticker', 'Sticker'),
  locationMessage: t('Localização', 'Location', 'Ubicación'),
  contactMessage: t('Contato', 'Contact', 'Contacto'),
  vcard: t('Contato', 'Contact', 'Contacto'),
  multi_vcard: t('Contatos', 'Contacts', 'Contactos'),
  call_log: t('Chamada perdida', 'Missed call', 'Llamada perdida'),
  interactive: t('Mensagem interativa', 'Interactive message', 'Mensaje interactivo'),
  template: t('Modelo de mensagem', 'Message template', 'Plantilla de mensaje'),
  deleted: t('Mensagem apagada', 'Deleted message', 'Mensaje eliminado'),
};

const unknown = t('tipo desconhecido', 'unknown kind', 'tipo desconocido');

/** Kinds of messages that a channel cannot convert, by the providers' names without `Message` and version. */
const kinds: Readonly<Record<string, Localized>> = {
  system: t('aviso do WhatsApp', 'notice of WhatsApp', 'aviso de WhatsApp'),
  album: t('álbum', 'album', 'álbum'),
  appointment_booking: t('agendamento', 'appointment', 'cita'),
  biz_conversation: t('conversa com a empresa', 'business conversation', 'conversación con la empresa'),
  bot_invoke: t('pergunta a um robô', 'question to a bot', 'pregunta a un bot'),
  buttons: t('mensagem com botões', 'message with buttons', 'mensaje con botones'),
  button: t('botão', 'button', 'botón'),
  call: t('ligação', 'call', 'llamada'),
  cancel_payment_request: t('cobrança cancelada', 'cancelled payment request', 'solicitud de pago cancelada'),
  comment: t('comentário', 'comment', 'comentario'),
  contacts: t('contato vazio', 'empty contact', 'contacto vacío'),
  decline_payment_request: t('cobrança recusada', 'declined payment request', 'solicitud de pago rechazada'),
  document: t('documento', 'document', 'documento'),
  edit: t('edição', 'edit', 'edición'),
  ephemeral: t('mensagem temporária', 'disappearing message', 'mensaje temporal'),
  event: t('evento', 'event', 'evento'),
  event_invite: t('convite para evento', 'event invitation', 'invitación a un evento'),
  gif: t('GIF', 'GIF', 'GIF'),
  group_invite: t('convite para grupo', 'group invitation', 'invitación a un grupo'),
  hsm: t('modelo de mensagem', 'message template', 'plantilla de mensaje'),
  image: t('foto', 'photo', 'foto'),
  audio: t('áudio', 'audio', 'audio'),
  video: t('vídeo', 'video', 'video'),
  sticker: t('figurinha', 'sticker', 'sticker'),
  interactive: t('mensagem interativa', 'interactive message', 'mensaje interactivo'),
  invoice: t('fatura', 'invoice', 'factura'),
  keep_in_chat: t('mensagem mantida na conversa', 'message kept in the chat', 'mensaje conservado en el chat'),
  link_preview: t('prévia de link', 'link preview', 'vista previa de enlace'),
  list: t('mensagem com lista', 'message with a list', 'mensaje con lista'),
  location: t('localização', 'location', 'ubicación'),
  lottie_sticker: t('figurinha animada', 'animated sticker', 'sticker animado'),
  media_placeholder: t('arquivo ainda não disponível', 'file not available yet', 'archivo aún no disponible'),
  newsletter_admin_invite: t('convite para canal', 'channel invitation', 'invitación a un canal'),
  order: t('pedido', 'order', 'pedido'),
  payment_invite: t('convite para pagamentos', 'payments invitation', 'invitación a pagos'),
  pin: t('mensagem fixada', 'pinned message', 'mensaje fijado'),
  pin_in_chat: t('mensagem fixada', 'pinned message', 'mensaje fijado'),
  placeholder: t(
    'visualização única, aberta só no celular',
    'view once, opened on the phone only',
    'ver una vez, solo en el teléfono',
  ),
  poll: t('enquete', 'poll', 'encuesta'),
  poll_vote: t('voto em enquete', 'vote in a poll', 'voto en una encuesta'),
  poll_creation: t('enquete', 'poll', 'encuesta'),
  poll_result_snapshot: t('resultado de enquete', 'poll result', 'resultado de encuesta'),
  poll_update: t('voto em enquete', 'vote in a poll', 'voto en una encuesta'),
  product: t('produto', 'product', 'producto'),
  reaction: t('reação', 'reaction', 'reacción'),
  request_payment: t('cobrança', 'payment request', 'solicitud de pago'),
  request_phone_number: t('pedido de telefone', 'request for a phone number', 'solicitud de teléfono'),
  scheduled_call_creation: t('ligação agendada', 'scheduled call', 'llamada programada'),
  send_payment: t('pagamento', 'payment', 'pago'),
  share: t('publicação', 'post', 'publicación'),
  sticker_pack: t('pacote de figurinhas', 'sticker pack', 'paquete de stickers'),
  story_mention: t('menção em story', 'story mention', 'mención en historia'),
  template: t('mensagem com botões', 'message with buttons', 'mensaje con botones'),
  text: t('texto vazio', 'empty text', 'texto vacío'),
  unavailable: t(
    'indisponível no momento, peça para enviar de novo',
    'not available now, ask to send it again',
    'no disponible ahora, pida que la envíen de nuevo',
  ),
  video_note: t('vídeo instantâneo', 'video note', 'video mensaje'),
};

/** The names `groupInviteMessage` and `pollCreationMessageV3` become `group_invite` and `poll_creation`. */
const plainKind = (kind: string): string =>
  kind
    .replace(/(Message)?(V\d+)?(Extension)?$/, '')
    .replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`)
    .toLowerCase();

/** The known kind that a provider's name means, else `unknown`. */
export function unsupportedKind(kind: unknown): string {
  const name = typeof kind === 'string' ? plainKind(kind.slice(0, 60)) : '';
  return Object.hasOwn(kinds, name) ? name : 'unknown';
}

/** The text shown for a message that cannot be shown. @param kind the provider's name of it */
export function unsupportedWords(kind: unknown): Localized {
  const { pt, en, es } = kinds[unsupportedKind(kind)] ?? unknown;
  return t(`Mensagem não suportada: ${pt}`, `Unsupported message: ${en}`, `Mensaje no compatible: ${es}`);
}

/** The text shown instead of an empty one: the message's kind. @param kind the provider's name, if unsupported */
export const wordsInstead = (type: string, kind?: unknown): Localized =>
  (Object.hasOwn(kindWords, type) ? kindWords[type] : undefined) ?? unsupportedWords(kind);

/** The line about the newest message in lists of conversations. */
export const previewWords = (
  row: { readonly lastMessage: string; readonly lastMessageType: string; readonly isEmpty?: boolean },
  locale: keyof Localized,
): string => {
  if (row.lastMessage.trim() !== '' || row.isEmpty) return row.lastMessage;
  return wordsInstead(row.lastMessageType)[locale];
};
