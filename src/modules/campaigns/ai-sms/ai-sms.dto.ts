import { ApiProperty, PartialType } from '@nestjs/swagger';
import { t } from '../../../core/i18n.js';
import { Bit, Choice, DateTime, Int, Reference, Text } from '../../../core/resource/fields.js';
import { JsonField } from '../../../core/resource/json-field.js';
import { TemplateInput } from '../../channels/templates/templates.dto.js';
import { instanceRequired, intervalRequired, nameRequired } from './ai-sms.errors.js';
import { type SmsGatewayName, smsGatewayNames } from './sms/sms-gateway.entity.js';

const maxId = Number.MAX_SAFE_INTEGER;
/** The spec allows 3 to 60 seconds between two rows. */
const interval = { min: 3, max: 60 };
export const maxSmsCharacters = 160;

/** Fields that the forms of both kinds share (spec 001 §7). */
class CampaignInput {
  @Text({ label: t('Nome', 'Name', 'Nombre'), max: 100, messages: { required: nameRequired } })
  name!: string;

  /** It must be the caller's company. */
  @Int({ label: t('Empresa', 'Company', 'Empresa'), min: 1, max: maxId, optional: true })
  company_id?: number | null;

  @Reference({
    resource: 'whatsapp',
    label: t('Número de disparo', 'Dispatch number', 'Número de envío'),
    optional: true,
  })
  connection_id?: number | null;

  /** The token of the dispatch number, instead of its id; accepted in any field whose name ends in `_token`. */
  @Text({
    label: t('Token do número de disparo', 'Token of the dispatch number', 'Token del número de envío'),
    optional: true,
  })
  atende_token?: string | null;

  /** Also accepted as `schedule_time`. Without an offset the company's time zone applies; empty: send at once. */
  @DateTime({ label: t('Data e hora', 'Date and time', 'Fecha y hora'), optional: true })
  scheduled_at?: string | null;

  /** `schedule` requires a time. */
  @Choice({
    label: t('Tipo de disparo', 'Dispatch', 'Tipo de envío'),
    values: [
      { value: 'now', label: t('Agora', 'Now', 'Ahora') },
      { value: 'schedule', label: t('Agendar', 'Schedule', 'Programar') },
    ],
    optional: true,
  })
  dispatch_type?: 'now' | 'schedule' | null;

  /** Clients repeat the id of the path here. */
  @Int({ label: t('Campanha', 'Campaign', 'Campaña'), min: 1, max: maxId, optional: true })
  campaign_id?: number | null;

  /** 1: the campaign is active and sends. */
  @Bit({ label: t('Ativa', 'Active', 'Activa'), optional: true })
  status?: 0 | 1 | null;
}

export class AiCampaignInput extends CampaignInput {
  @Reference({
    resource: 'prompt',
    label: t('Instância de IA', 'AI instance', 'Instancia de IA'),
    messages: { required: instanceRequired },
  })
  instance_id!: number;

  /** Also accepted as `interval`. */
  @Int({
    ...interval,
    label: t('Intervalo', 'Interval', 'Intervalo'),
    optional: true,
    messages: { required: intervalRequired },
  })
  interval_in_seconds?: number | null;

  /** Values may hold `{nome}`, `{telefone}` and `{campo1}` to `{campo5}`. */
  @JsonField(() => TemplateInput, {
    description: 'Required where conversations can only be opened by a template; the prompt answers the replies',
  })
  template?: TemplateInput | null;
}

/** A null value means that the field has no value, as in a whole form. */
const changes = { skipNullProperties: false };

export class AiCampaignChange extends PartialType(AiCampaignInput, changes) {}

export class SmsCampaignInput extends CampaignInput {
  @Choice({
    label: t('Identificador do serviço', 'Service identifier', 'Identificador del servicio'),
    values: smsGatewayNames.map((value) => ({ value, label: t(value, value, value) })),
    optional: true,
  })
  service_identifier?: SmsGatewayName | null;

  @Text({ label: t('Mensagem', 'Message', 'Mensaje'), max: maxSmsCharacters, optional: true })
  message?: string | null;
}

export class SmsCampaignChange extends PartialType(SmsCampaignInput, changes) {}

/** The body of `POST campaigns/:id/longest`. */
export class SmsTextInput {
  @Text({ label: t('Mensagem', 'Message', 'Mensaje'), max: maxSmsCharacters })
  message!: string;
}

/** The body of `PUT campaigns/status/:id`; without a status the current one is inverted. */
export class CampaignStatusInput {
  @Bit({ label: t('Ativa', 'Active', 'Activa'), optional: true })
  status?: 0 | 1 | null;

  @Int({ label: t('Campanha', 'Campaign', 'Campaña'), min: 1, max: maxId, optional: true })
  campaign_id?: number | null;
}

/** How many recipients are shown before the activation. */
export const sampledRows = 3;

/** The body of `POST campaigns/:id/samples`. */
export class AiSampleInput {
  /** Position among the recipients who come next, from 0. */
  @Int({ label: t('Linha', 'Row', 'Línea'), min: 0, max: sampledRows - 1, optional: true })
  row?: number | null;
}

/** The body of `POST import`. */
export class CampaignFileInput {
  @Int({ label: t('Campanha', 'Campaign', 'Campaña'), min: 1, max: maxId })
  campaign_id!: number;

  /** Of each column `nome`, `telefone`, `campo1` to `campo5` or `skip`, separated by commas; by default its heading. */
  @Text({ label: t('Colunas', 'Columns', 'Columnas'), max: 2000, optional: true })
  columns!: string | null;

  @ApiProperty({ type: 'string', format: 'binary' })
  file?: unknown;
}
