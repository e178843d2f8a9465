import type { Message } from './types';

/** With this the server marks the texts it sends by itself. */
const BOT_MARK = '\u200e';

/** Greetings, completion messages, questions with choices: nobody wrote it. */
export function isAutomatic({
  fromMe,
  user,
  body,
  mediaType,
}: Pick<Message, 'fromMe' | 'body' | 'mediaType'> & Pick<Partial<Message>, 'user'>): boolean {
  return fromMe && !user && (body.startsWith(BOT_MARK) || mediaType === 'interactive');
}

/** It begins with the name of its writer. */
export function isSigned({ body, user }: Pick<Message, 'body' | 'user'>): boolean {
  return user !== null && body.startsWith(`*${user.name}:*`);
}
