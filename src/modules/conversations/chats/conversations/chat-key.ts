import { Param, type PipeTransform } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { chatErrors } from '../chats.errors.js';

/** The id of a chat, or its uuid, which URLs of screens contain. */
export type ChatKey = number | string;

/** @throws 404 when the text is neither an id nor a uuid */
export function chatKey(text: string): ChatKey {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return text;
  throw chatErrors.ERR_NO_CHAT_FOUND();
}

class ChatKeyPipe implements PipeTransform<string, ChatKey> {
  transform(text: string): ChatKey {
    return chatKey(text);
  }
}

const schema = { oneOf: [{ type: 'integer' }, { type: 'string', format: 'uuid' }] };

/** The chat's key from the path. Declares the OpenAPI parameter itself, as TypeScript's type does not describe it. */
export const KeyParam = (): ParameterDecorator => (target, name, index) => {
  Param('id', ChatKeyPipe)(target, name, index);
  const method = name && Object.getOwnPropertyDescriptor(target, name);
  if (method) ApiParam({ name: 'id', schema })(target, name, method);
};
