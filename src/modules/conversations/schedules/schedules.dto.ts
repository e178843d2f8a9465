import { ApiProperty } from '@nestjs/swagger';
import { t } from '../../../core/i18n.js';
import { Choice, DateTime, Flag, Item, Multiline, Reference } from '../../../core/resource/fields.js';
import { TemplateInput } from '../../channels/templates/templates.dto.js';
import { customerVariables } from '../../people/queues/text-variables.dto.js';
import type { Repetition } from './schedule.entity.js';

export class ScheduleInput {
  @Reference({ resource: 'contacts', label: t('Contato', 'Contact', 'Contacto') })
  contactId!: number;

  /** With a template, the server replaces it by the template's filled text. */
  @Multiline({
    label: t('Mensagem', 'Message', 'Mensaje'),
    variables: customerVariables,
    min: 5,
    messages: { min: t('Mensagem muito curta', 'Message too short', 'Mensaje demasiado corto') },
  })
  body!: string;

  /** A time without an offset is in the company's time zone. */
  @DateTime({ label: t('Data e hora', 'Date and time', 'Fecha y hora') })
  sendAt!: string;

  @Choice({
    label: t('Repetir', 'Repeat', 'Repetir'),
    values: [
      { value: 'none', label: t('Não repetir', 'Does not repeat', 'No repetir') },
      { value: 'daily', label: t('Todo dia', 'Every day', 'Todos los días') },
      { value: 'weekly', label: t('Toda semana', 'Every week', 'Todas las semanas') },
      { value: 'monthly', label: t('Todo mês', 'Every month', 'Todos los meses') },
    ],
    default: 'none',
  })
  repetition!: Repetition;

  @DateTime({
    label: t('Repetir até', 'Repeat until', 'Repetir hasta'),
    help: t('Vazio: sem fim', 'Empty: without end', 'Vacío: sin fin'),
    day: true,
    optional: true,
    when: { field: 'repetition', is: ['daily', 'weekly', 'monthly'] },
  })
  repeatUntil!: string | null;

  @Reference({
    resource: 'whatsapp',
    label: t('Conexão', 'Connection', 'Conexión'),
    help: t(
      'Vazio: a última usada com o contato, ou a padrão',
      'Empty: the last one used with the contact, or the default one',
      'Vacío: la última usada con el contacto, o la predeterminada',
    ),
    optional: true,
  })
  whatsappId!: number | null;

  @Reference({
    resource: 'queue',
    label: t('Departamento', 'Department', 'Departamento'),
    help: t(
      'Da conversa que for aberta para o envio',
      'Of the conversation that is opened for it',
      'De la conversación que se abra para el envío',
    ),
    optional: true,
  })
  queueId!: number | null;

  @Flag({
    label: t('É publicidade', 'It is advertising', 'Es publicidad'),
    help: t(
      'Quem pediu para não receber campanhas não a recebe.',
      'Contacts who opted out of campaigns do not get it.',
      'Quien pidió no recibir campañas no la recibe.',
    ),
    default: false,
  })
  marketing!: boolean;

  @Reference({
    resource: 'files',
    label: t('Lista de arquivos', 'File list', 'Lista de archivos'),
    help: t('Enviada depois da mensagem', 'Sent after the message', 'Se envía después del mensaje'),
    optional: true,
  })
  fileListId!: number | null;

  /** Sent instead of the text; outside of the customer service window only templates may be sent. */
  @Item(() => TemplateInput, { label: t('Modelo', 'Template', 'Plantilla'), optional: true })
  template!: TemplateInput | null;
}

/** Fields of the upload form. */
export class ScheduleMediaInput {
  @ApiProperty({ type: 'string', format: 'binary' })
  file?: unknown;
}
