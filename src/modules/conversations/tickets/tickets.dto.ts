import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsIn, IsInt, Max, Min, ValidateIf } from 'class-validator';
import { t } from '../../../core/i18n.js';
import { Phone, Reference, Text } from '../../../core/resource/fields.js';
import { invalid } from '../../../core/resource/json-field.js';
import { type TicketStatus, ticketStatuses } from './ticket.entity.js';

const label = {
  contact: t('Contato', 'Contact', 'Contacto'),
  number: t('Número', 'Number', 'Número'),
  name: t('Nome', 'Name', 'Nombre'),
  queue: t('Departamento', 'Department', 'Departamento'),
  connection: t('Conexão', 'Connection', 'Conexión'),
  user: t('Atendente', 'Attendant', 'Agente'),
  prompt: t('Prompt', 'Prompt', 'Prompt'),
  integration: t('Integração', 'Integration', 'Integración'),
  ticket: t('Conversa', 'Conversation', 'Conversación'),
};

const QueueId = () => Reference({ resource: 'queue', label: label.queue, optional: true });
const ConnectionId = () => Reference({ resource: 'whatsapp', label: label.connection, optional: true });
const UserId = () => Reference({ resource: 'users', label: label.user, optional: true });

export class CreateTicketInput {
  /** Unless there is a `number`. */
  @ApiProperty({ required: false })
  @ValidateIf(({ number }: CreateTicketInput) => !number)
  @Reference({ resource: 'contacts', label: label.contact })
  contactId!: number;

  /** Instead of `contactId`: the contact with this number, as people write it; a new one if there is none. */
  @Phone({ label: label.number, max: 50, optional: true })
  number?: string | null;

  /** Of a new contact; without one it is called by its number. */
  @Text({ label: label.name, max: 50, optional: true })
  name?: string | null;

  @QueueId()
  queueId?: number | null;

  @ConnectionId()
  whatsappId?: number | null;

  @UserId()
  userId?: number | null;

  @ApiProperty({ enum: ['open'], required: false })
  @ValidateIf((_object, value) => value !== undefined)
  @IsIn(['open'], invalid)
  status?: 'open';
}

export class UpdateTicketInput {
  @ApiProperty({ enum: ticketStatuses, required: false })
  @ValidateIf((_object, value) => value !== undefined)
  @IsIn([...ticketStatuses], invalid)
  status?: TicketStatus;

  @UserId()
  userId?: number | null;

  @QueueId()
  queueId?: number | null;

  @ConnectionId()
  whatsappId?: number | null;

  @ApiProperty({ type: Boolean, required: false })
  @ValidateIf((_object, value) => value !== undefined && value !== null)
  @IsIn([true, false], invalid)
  useIntegration?: boolean;

  @Reference({ resource: 'prompt', label: label.prompt, optional: true })
  promptId?: number | null;

  @Reference({ resource: 'queueIntegration', label: label.integration, optional: true })
  integrationId?: number | null;
}

const maxTags = 100;

/** Removes duplicates; the spec's screens send whole tags, others ids. Validation rejects everything else. */
function idsOfTags(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const idOf = (item: unknown): unknown => (typeof item === 'object' && item !== null && 'id' in item ? item.id : item);
  return [...new Set(value.map(idOf))];
}

export class SyncTagsInput {
  @Reference({ resource: 'tickets', label: label.ticket })
  ticketId!: number;

  @ApiProperty({
    type: 'array',
    items: { type: 'integer', minimum: 1 },
    maxItems: maxTags,
    description: 'Ids of tags, or tags as { id }',
  })
  @Transform(({ value }: { value: unknown }) => idsOfTags(value))
  @IsArray(invalid)
  @ArrayMaxSize(maxTags, invalid)
  @IsInt({ ...invalid, each: true })
  @Min(1, { ...invalid, each: true })
  @Max(Number.MAX_SAFE_INTEGER, { ...invalid, each: true })
  tags!: number[];
}
