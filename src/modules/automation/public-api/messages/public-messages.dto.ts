import { applyDecorators } from '@nestjs/common';
import { ApiProperty, PickType } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, ValidateIf } from 'class-validator';
import { t } from '../../../../core/i18n.js';
import { Multiline, Phone, Reference, Text } from '../../../../core/resource/fields.js';
import { invalid } from '../../../../core/resource/json-field.js';
import { SendMessageInput } from '../../../conversations/messages/messages.dto.js';

/** A switch that a multipart form sends as text. */
const FormFlag = (description: string) =>
  applyDecorators(
    ApiProperty({ type: Boolean, required: false, description }),
    Transform(({ value }: { value: unknown }) => (value === 'true' ? true : value === 'false' ? false : value)),
    ValidateIf((_object, value) => value !== undefined && value !== null),
    IsBoolean(invalid),
  );

/** A text, or files in `medias` with an optional text. All values of a multipart form are strings. */
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

  @FormFlag('Closes the conversation after the message')
  closeTicket?: boolean;

  @FormFlag(
    "The customer's answer goes to the bot (menu, assistant, integration). Without it a person answers, as after every message of ours",
  )
  bot?: boolean;
}

// examples of requests and responses for the OpenAPI document
const number = '5511988887777';

export const sendExamples = {
  text: { summary: 'A text', value: { number, body: 'Seu pedido saiu para entrega.' } },
  assigned: {
    summary: 'To a department, and the conversation is closed',
    value: { number, name: 'Ana Lima', body: 'Pagamento recebido, obrigado!', queueId: 3, closeTicket: true },
  },
  template: {
    summary: 'A template, the only message outside of the 24-hour window',
    value: {
      number,
      template: { name: 'pedido_enviado', language: 'pt_BR', params: { body: { numero: '77', cliente: 'Ana' } } },
    },
  },
};

export const sentExample = { id: 4711, status: 'queued', ticketId: 305, messages: [{ id: 4711, status: 'queued' }] };

export const messageExample = {
  id: 4711,
  ticketId: 305,
  number,
  status: 'delivered',
  ack: 2,
  errorCode: null,
  errorText: null,
  createdAt: '2026-01-05T14:03:11.204Z',
};

export const contactExample = {
  number,
  name: 'Ana Lima',
  email: 'ana@cliente.com.br',
  extraInfo: [{ name: 'Cidade', value: 'Curitiba' }],
};
