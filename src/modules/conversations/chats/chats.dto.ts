import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsUUID, ValidateIf } from 'class-validator';
import { t } from '../../../core/i18n.js';
import { parseJson } from '../../../core/requests/body-limits.js';
import { Flag, Multiline, Reference, References, Text } from '../../../core/resource/fields.js';
import { invalid } from '../../../core/resource/json-field.js';
import { chatTexts } from './chats.errors.js';

/** Most members of a chat, including its owner. */
export const maxMembers = 1000;
export const maxChatMessage = 4096;

/** Existing clients send whole users, or members of a chat as the API returned them, instead of ids. */
const idsOf = (value: unknown): unknown => (Array.isArray(value) ? value.map(idOf) : value);
function idOf(item: unknown): unknown {
  if (typeof item !== 'object' || item === null) return item;
  if ('userId' in item) return item.userId;
  return 'id' in item ? item.id : item;
}

/** In a multipart form, lists arrive as JSON and booleans as text. */
function fromForm(value: unknown): unknown {
  if (value === 'true' || value === 'false') return value === 'true';
  if (typeof value !== 'string' || !value.startsWith('[')) return value;
  try {
    return parseJson(value);
  } catch {
    return value;
  }
}
const FromForm = () => Transform(({ value }: { value: unknown }) => fromForm(value));

const users = t('Usuários', 'Users', 'Usuarios');

export class ChatInput {
  @Text({ label: t('Assunto', 'Subject', 'Asunto'), max: 100, messages: { required: chatTexts.noTitle } })
  title!: string;

  @Transform(({ value }: { value: unknown }) => idsOf(value))
  @References({ resource: 'users', label: users, max: maxMembers, messages: { required: chatTexts.noMembers } })
  users!: number[];
}

export class DirectChatInput {
  @Reference({ resource: 'users', label: users })
  userId!: number;
}

export class ChatMessageInput {
  @Multiline({ label: t('Mensagem', 'Message', 'Mensaje'), max: maxChatMessage, default: '' })
  message!: string;

  @Reference({ resource: 'chats', label: t('Mensagem citada', 'Quoted message', 'Mensaje citado'), optional: true })
  quotedId!: number | null;

  @FromForm()
  @References({ resource: 'users', label: t('Menções', 'Mentions', 'Menciones'), max: 20, default: [] })
  mentions!: number[];

  @FromForm()
  @Flag({ label: t('Gravação', 'Recording', 'Grabación'), default: false })
  voice!: boolean;

  @ApiProperty({
    format: 'uuid',
    required: false,
    description: 'Made by the client; a repeated request is the same message',
  })
  @ValidateIf((_object, value) => value !== undefined && value !== null)
  @IsUUID(undefined, invalid)
  clientMessageId?: string;
}

export class ChatMessageEdit {
  @Multiline({ label: t('Mensagem', 'Message', 'Mensaje'), max: maxChatMessage })
  message!: string;
}
