import { ApiProperty } from '@nestjs/swagger';
import { IsIn, ValidateIf } from 'class-validator';
import { t } from '../../../core/i18n.js';
import { Flag, Multiline, Text } from '../../../core/resource/fields.js';
import { customerVariables } from '../../people/queues/text-variables.dto.js';

export class QuickMessageInput {
  @Text({
    label: t('Atalho', 'Shortcut', 'Atajo'),
    max: 50,
    help: t(
      'Na conversa, digite / e o atalho',
      'In the conversation, type / and the shortcut',
      'En la conversación, escriba / y el atajo',
    ),
  })
  shortcode!: string;

  @Multiline({ label: t('Mensagem', 'Message', 'Mensaje'), variables: customerVariables, default: '' })
  message!: string;

  @Flag({
    label: t('Ativa', 'Active', 'Activa'),
    help: t(
      'Desligada, não é sugerida a ninguém',
      'Switched off, it is suggested to nobody',
      'Desactivada, no se sugiere a nadie',
    ),
    default: true,
  })
  status!: boolean;

  @Flag({
    label: t('Geral', 'General', 'General'),
    help: t('Da empresa toda, não só sua', "The whole company's, not only yours", 'De toda la empresa, no solo suya'),
    level: 'admin',
    default: false,
  })
  geral!: boolean;

  @Flag({
    label: t('Todos podem ver', 'Everybody may see it', 'Todos pueden verla'),
    help: t('Desligada, só gestores a veem', 'Switched off, only managers see it', 'Desactivada, solo la ven gestores'),
    level: 'admin',
    default: true,
  })
  allowView!: boolean;

  @Flag({
    label: t('Todos podem editar', 'Everybody may edit it', 'Todos pueden editarla'),
    help: t('O texto e o arquivo', 'Its text and its file', 'El texto y el archivo'),
    level: 'admin',
    default: false,
  })
  allowEdit!: boolean;
}

/** Fields of the upload form beside the file. */
export class QuickMessageMediaInput {
  @ApiProperty({ enum: ['quickMessage'], required: false })
  @ValidateIf((_object, value) => value !== undefined)
  @IsIn(['quickMessage'], { context: { text: t('Valor inválido', 'Invalid value', 'Valor inválido') } })
  typeArch?: 'quickMessage';

  @ApiProperty({ type: 'string', format: 'binary' })
  file?: unknown;
}
