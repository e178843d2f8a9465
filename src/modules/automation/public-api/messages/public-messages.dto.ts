import { ApiProperty, PickType } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, ValidateIf } from 'class-validator';
import { t } from '../../../../core/i18n.js';
import { Multiline, Phone, Reference, Text } from '../../../../core/resource/fields.js';
import { invalid } from '../../../../core/resource/json-field.js';
import { SendMessageInput } from '../../../conversations/messages/messages.dto.js';

/** A text, or with `medias` files. In a form every value is text. */
export class PublicMessageInput extends PickType(SendMessageInput, ['body', 'template'] as const) {
  @Phone({ label: t('Número', 'Number', 'Número'), max: 50 })
  number!: string;

  @Multiline({ label: t('Legenda', 'Caption', 'Leyenda'), optional: true })
  caption?: string;

  @Text({ label: t('Nome do contato', 'Name of the contact', 'Nombre del contacto'), max: 50, optional: true })
  name?: string | null;

  @Reference({ resource: 'queue', label: t('Departamento', 'Department', 'Departamento'), optional: true })
  queueId?: number | null;

  @Reference({ resource: 'users', label: t('Atendente', 'Attendant', 'Agente'), optional: true })
  userId?: number | null;

  @ApiProperty({ type: Boolean, required: false, description: 'Closes the conversation after the message' })
  @Transform(({ value }: { value: unknown }) => (value === 'true' ? true : value === 'false' ? false : value))
  @ValidateIf((_object, value) => value !== undefined && value !== null)
  @IsBoolean(invalid)
  closeTicket?: boolean;
}
