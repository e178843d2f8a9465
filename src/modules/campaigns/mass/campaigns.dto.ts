import { ApiProperty, PartialType } from '@nestjs/swagger';
import { plainToInstance, Transform } from 'class-transformer';
import { t } from '../../../core/i18n.js';
import { parseJson } from '../../../core/requests/body-limits.js';
import {
  Choice,
  Choices,
  DateTime,
  Decimal,
  Flag,
  Int,
  Item,
  Items,
  Multiline,
  Phone,
  Reference,
  Text,
} from '../../../core/resource/fields.js';
import { TemplateInput } from '../../channels/templates/templates.dto.js';
import { type Weekday, weekdays } from '../../platform/companies/working-hours/working-hours.dto.js';
import type { TagScope } from './campaign.entity.js';
import type { MessagePrice } from './campaign-settings.entity.js';

/** Leaves space for the mark before the text within the 4096 characters that providers accept. */
const maxMessage = 4000;

const Message = (n: number) =>
  Multiline({ label: t(`Mensagem ${n}`, `Message ${n}`, `Mensaje ${n}`), max: maxMessage, default: '' });

const ConfirmationMessage = (n: number) =>
  Multiline({
    label: t(`Mensagem de confirmação ${n}`, `Confirmation message ${n}`, `Mensaje de confirmación ${n}`),
    max: maxMessage,
    default: '',
    when: { field: 'confirmation', is: [true] },
  });

const time = /^([01]\d|2[0-3]):[0-5]\d$/;
const timeMessages = { pattern: t('Informe HH:MM', 'Enter HH:MM', 'Indique HH:MM') };

const asInSettings = t('Vazio: como nas configurações', 'Empty: as in the settings', 'Vacío: como en la configuración');
const intervalLabels = {
  messageInterval: t('Intervalo entre mensagens (segundos)', 'Seconds between messages', 'Segundos entre mensajes'),
  longerIntervalAfter: t(
    'Intervalo maior após (mensagens)',
    'Greater interval after (messages)',
    'Intervalo mayor después de (mensajes)',
  ),
  greaterInterval: t('Intervalo maior (segundos)', 'Greater interval (seconds)', 'Intervalo mayor (segundos)'),
};
/** An interval lasts at most a day, in seconds. */
const maxInterval = 86_400;

/** Texts may contain `{nome}`, `{email}`, `{numero}`, columns of the list and variables of the settings. */
export class CampaignInput {
  @Text({ label: t('Nome', 'Name', 'Nombre') })
  name!: string;

  @Reference({ resource: 'whatsapp', label: t('Conexão', 'Connection', 'Conexión'), optional: true })
  whatsappId!: number | null;

  @Reference({
    resource: 'contact-lists',
    label: t('Lista de contatos', 'Contact list', 'Lista de contactos'),
    optional: true,
  })
  contactListId!: number | null;

  @Reference({
    resource: 'tags',
    label: t('Contatos com a tag', 'Contacts with the tag', 'Contactos con la etiqueta'),
    optional: true,
  })
  tagListId!: number | null;

  @Choice({
    label: t('Quem tem a tag', 'Who has the tag', 'Quién tiene la etiqueta'),
    values: [
      { value: 'contacts', label: t('Contatos com a tag', 'Contacts with the tag', 'Contactos con la etiqueta') },
      {
        value: 'all',
        label: t(
          'Também os contatos de conversas com a tag',
          'Contacts of conversations with the tag, too',
          'También los contactos de conversaciones con la etiqueta',
        ),
      },
    ],
    default: 'contacts',
  })
  tagScope!: TagScope;

  @Reference({
    resource: 'campaigns',
    label: t(
      'Quem não respondeu à campanha',
      'Those who did not reply to the campaign',
      'Quien no respondió a la campaña',
    ),
    help: t(
      'Um acompanhamento: começa sozinho, os dias informados depois do fim dessa campanha',
      'A follow-up: it begins by itself, the given days after the end of that campaign',
      'Un seguimiento: comienza solo, los días indicados después del fin de esa campaña',
    ),
    optional: true,
  })
  followsId!: number | null;

  @Int({
    label: t('Dias sem resposta', 'Days without a reply', 'Días sin respuesta'),
    min: 1,
    max: 30,
    default: 3,
  })
  followDays!: number;

  @Message(1) message1!: string;
  @Message(2) message2!: string;
  @Message(3) message3!: string;
  @Message(4) message4!: string;
  @Message(5) message5!: string;

  @Flag({
    label: t('Pedir confirmação', 'Ask for a confirmation', 'Pedir confirmación'),
    help: t(
      'A primeira mensagem pergunta; qualquer resposta confirma, e a mensagem é enviada.',
      'The first message asks; any reply confirms, and the message follows.',
      'El primer mensaje pregunta; cualquier respuesta confirma, y se envía el mensaje.',
    ),
    default: false,
  })
  confirmation!: boolean;

  @ConfirmationMessage(1) confirmationMessage1!: string;
  @ConfirmationMessage(2) confirmationMessage2!: string;
  @ConfirmationMessage(3) confirmationMessage3!: string;
  @ConfirmationMessage(4) confirmationMessage4!: string;
  @ConfirmationMessage(5) confirmationMessage5!: string;

  /** Replaces the messages; its values may contain the same variables as texts. */
  @Item(() => TemplateInput, { label: t('Modelo', 'Template', 'Plantilla'), optional: true })
  template!: TemplateInput | null;

  @Reference({
    resource: 'files',
    label: t('Lista de arquivos', 'File list', 'Lista de archivos'),
    help: t('Enviada antes do texto', 'Sent before the text', 'Se envía antes del texto'),
    optional: true,
  })
  fileListId!: number | null;

  @Reference({
    resource: 'queue',
    label: t('Departamento', 'Department', 'Departamento'),
    help: t(
      'Das conversas abertas pelas respostas',
      'Of the conversations that replies open',
      'De las conversaciones que abren las respuestas',
    ),
    optional: true,
  })
  queueId!: number | null;

  @Reference({
    resource: 'tags',
    label: t('Tag das respostas', 'Tag of replies', 'Etiqueta de las respuestas'),
    optional: true,
  })
  tagId!: number | null;

  /** Without a time the campaign waits until somebody starts it. */
  @DateTime({ label: t('Agendamento', 'Start', 'Inicio'), optional: true })
  scheduledAt!: string | null;

  @Text({
    label: t('Enviar a partir das', 'Send from', 'Enviar desde las'),
    max: 5,
    pattern: time,
    messages: timeMessages,
    optional: true,
  })
  sendFrom!: string | null;

  @Text({
    label: t('Enviar até as', 'Send until', 'Enviar hasta las'),
    max: 5,
    pattern: time,
    messages: timeMessages,
    optional: true,
  })
  sendUntil!: string | null;

  @Choices({
    label: t('Dias da semana', 'Weekdays', 'Días de la semana'),
    help: t('Vazio: todos os dias', 'Empty: every day', 'Vacío: todos los días'),
    values: (Object.keys(weekdays) as Weekday[]).map((value) => ({ value, label: weekdays[value] })),
    optional: true,
  })
  weekdays!: Weekday[] | null;

  @Flag({
    label: t(
      'No horário do destinatário, quando o número o diz',
      'By the recipient’s clock, where the number tells it',
      'En el horario del destinatario, cuando el número lo dice',
    ),
    help: t(
      'Pelo DDD ou país; nos outros números vale o horário da empresa',
      'By its area code or country; for other numbers the company’s clock counts',
      'Por su código de área o país; en los demás números vale el horario de la empresa',
    ),
    default: false,
  })
  recipientHours!: boolean;

  @Int({
    label: t(
      'No máximo uma campanha por contato a cada (dias)',
      'At most one campaign for a contact every (days)',
      'Como máximo una campaña por contacto cada (días)',
    ),
    help: t(
      'Quem recebeu outra campanha nesse tempo, em massa, com IA ou por SMS, fica de fora; vazio: sem limite',
      'Who got another campaign within that time, in bulk, with AI or by SMS, is left out; empty: no limit',
      'Quien recibió otra campaña en ese tiempo, masiva, con IA o por SMS, queda fuera; vacío: sin límite',
    ),
    min: 1,
    max: 365,
    optional: true,
  })
  frequencyDays!: number | null;

  @Int({ label: intervalLabels.messageInterval, help: asInSettings, max: maxInterval, optional: true })
  messageInterval!: number | null;

  @Int({ label: intervalLabels.longerIntervalAfter, help: asInSettings, optional: true })
  longerIntervalAfter!: number | null;

  @Int({ label: intervalLabels.greaterInterval, help: asInSettings, max: maxInterval, optional: true })
  greaterInterval!: number | null;
}

export class CampaignVariableInput {
  @Text({ label: t('Atalho', 'Key', 'Clave'), max: 50, pattern: /^[^{}\s]+$/ })
  key!: string;

  @Multiline({ label: t('Conteúdo', 'Value', 'Valor'), max: 1000 })
  value!: string;
}

export class MessagePriceInput {
  @Text({ label: t('País (código)', 'Country (code)', 'País (código)'), max: 6, pattern: /^[1-9]\d*$/ })
  countryCode!: string;

  @Choice({
    label: t('Classe', 'Category', 'Clase'),
    values: [
      { value: 'MARKETING', label: t('Marketing', 'Marketing', 'Marketing') },
      { value: 'UTILITY', label: t('Utilidade', 'Utility', 'Utilidad') },
      { value: 'AUTHENTICATION', label: t('Autenticação', 'Authentication', 'Autenticación') },
    ],
  })
  category!: MessagePrice['category'];

  @Decimal({ label: t('Preço', 'Price', 'Precio'), decimals: 4, max: 1_000 })
  price!: number;
}

export class CampaignSettingsInput {
  @Int({ label: intervalLabels.messageInterval, max: maxInterval })
  messageInterval!: number;

  @Int({ label: intervalLabels.longerIntervalAfter })
  longerIntervalAfter!: number;

  @Int({ label: intervalLabels.greaterInterval, max: maxInterval })
  greaterInterval!: number;

  @Items(() => CampaignVariableInput, { label: t('Variáveis', 'Variables', 'Variables'), default: [] })
  variables!: CampaignVariableInput[];

  /** What messages of templates cost, for the estimate before a campaign. */
  @Items(() => MessagePriceInput, { label: t('Preços', 'Prices', 'Precios'), optional: true })
  prices?: MessagePriceInput[] | null;
}

function listIn(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    // it is not JSON, so the validation reports that it is no list
    return text;
  }
}

/** Existing clients send some of the settings, with others that do not exist here; variables also as a JSON text. */
export class SomeCampaignSettings extends PartialType(CampaignSettingsInput, { skipNullProperties: false }) {
  @Transform(({ value, obj }: { value: unknown; obj: { variables?: unknown } }) =>
    obj.variables && typeof obj.variables === 'string'
      ? plainToInstance(CampaignVariableInput, listIn(obj.variables))
      : value,
  )
  declare variables?: CampaignVariableInput[];
}

export class CampaignSettingsForm {
  @Item(() => SomeCampaignSettings, { label: t('Configurações', 'Settings', 'Configuraciones') })
  settings!: SomeCampaignSettings;
}

export class CampaignTestInput {
  @Phone({ label: t('Número', 'Number', 'Número'), min: 8, max: 50 })
  number!: string;
}

/** The body of `POST /campaigns/:id/restart`. */
export class CampaignStartInput {
  /** Starts although the scheduled time has passed before the campaign began. */
  @Flag({ label: t('Iniciar agora', 'Start now', 'Iniciar ahora'), default: false })
  startNow?: boolean;
}

export class CampaignListInput {
  @Reference({ resource: 'contact-lists', label: t('Lista de contatos', 'Contact list', 'Lista de contactos') })
  contactListId!: number;
}

export class CampaignTagInput {
  @Reference({ resource: 'tags', label: t('Tag', 'Tag', 'Etiqueta') })
  tagId!: number;
}

/** The form of a file upload. */
export class CampaignMediaInput {
  @ApiProperty({ type: 'string', format: 'binary' })
  file?: unknown;
}
