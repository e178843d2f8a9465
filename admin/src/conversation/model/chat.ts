import type { Schemas } from '../../providers/api-types';
import type { MediaType, Message, Named, QuotedMessage } from './types';

export type Chat = Schemas['ChatRow'];
export type ChatMessage = Schemas['ChatMessageRow'];

/** The author shown for messages of a removed user. */
const NOBODY = '-';

const authorOf = (sender: Named | null, fromMe: boolean) => ({
  contact: fromMe ? null : { id: null, name: sender?.name ?? NOBODY, number: '', profilePicUrl: null },
  user: fromMe ? sender : null,
});

type Quoted = NonNullable<ChatMessage['quoted']>;

function quotedOf({ id, message, mediaType, isDeleted, sender }: Quoted, viewerId: number | null): QuotedMessage {
  const fromMe = sender !== null && sender.id === viewerId;
  const type = mediaType as MediaType;
  return { id, body: message, isDeleted, mediaType: type, mediaUrl: null, fromMe, ...authorOf(sender, fromMe) };
}

/** A chat message in the form of the kit; messages of colleagues appear on the contact's side. */
export function toMessage(message: ChatMessage, viewerId: number | null): Message {
  const { id, chatId, senderId, sender, quoted, data, mentions, reactions } = message;
  const fromMe = senderId !== null && senderId === viewerId;
  return {
    id,
    ticketId: chatId,
    body: message.message,
    fromMe,
    read: true,
    mediaUrl: message.mediaPath,
    thumbUrl: null,
    mediaName: message.mediaName,
    mediaMime: message.mediaMime,
    mediaSize: message.mediaSize,
    mediaType: message.mediaType as MediaType,
    quotedMsg: quoted && quotedOf(quoted, viewerId),
    isDeleted: message.isDeleted,
    isEdited: message.isEdited,
    isForwarded: false,
    preview: null,
    ack: 1,
    status: 'sent',
    errorCode: null,
    errorText: null,
    clientMessageId: message.clientMessageId,
    participant: null,
    ...authorOf(sender, fromMe),
    reactions: reactions.map(({ emoji, userId, name }) => ({ emoji, fromMe: userId === viewerId, from: name })),
    data: { ...data, mentions },
    createdAt: message.createdAt,
  };
}

export const memberOf = ({ users }: Chat, userId: number | null) => users.find((member) => member.userId === userId);

/** The number of messages from others that the user has not read. */
export const unreadsOf = (chat: Chat, userId: number | null): number => memberOf(chat, userId)?.unreads ?? 0;

export const withUnreads = (chat: Chat, userId: number | null, unreads: number): Chat => ({
  ...chat,
  users: chat.users.map((member) => (member.userId === userId ? { ...member, unreads } : member)),
});

/**
 * Applies the chat of an event. Events of large chats contain no members or only some, so the known members stay, and
 * a message from somebody else raises the unread count.
 */
export function updateChat(known: Chat | undefined, next: Chat, userId: number | null, written: boolean): Chat {
  if (!known || next.users.length >= Math.min(known.users.length, next.usersCount)) return next;
  const own = memberOf(next, userId);
  const unreads = own ? own.unreads : unreadsOf(known, userId) + (written ? 1 : 0);
  return withUnreads({ ...next, users: known.users }, userId, unreads);
}

/** Sorts chats by their last message, newest first. */
export const byLastMessage = (a: Chat, b: Chat) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt) || b.id - a.id;
