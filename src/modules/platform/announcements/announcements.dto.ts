import { ApiProperty } from '@nestjs/swagger';
import { t } from '../../../core/i18n.js';
import { Choice, DateTime, Flag, Multiline, References, Text } from '../../../core/resource/fields.js';

const period = t('Período', 'Period', 'Período');

export class AnnouncementInput {
  @Text({ label: t('Título', 'Title', 'Título'), max: 100 })
  title!: string;

  @Multiline({
    label: t('Texto', 'Text', 'Texto'),
    help: t(
      '*negrito*, _itálico_, ~riscado~ e links, como no WhatsApp',
      '*bold*, _italic_, ~struck~ and links, as in WhatsApp',
      '*negrita*, _cursiva_, ~tachado~ y enlaces, como en WhatsApp',
    ),
  })
  text!: string;

  @Choice({
    label: t('Prioridade', 'Priority', 'Prioridad'),
    values: [
      { value: 1, label: t('Alta', 'High', 'Alta') },
      { value: 2, label: t('Média', 'Medium', 'Media') },
      { value: 3, label: t('Baixa', 'Low', 'Baja') },
    ],
    default: 3,
  })
  priority!: number;

  @Flag({
    label: t('Ativo', 'Active', 'Activo'),
    help: t('Desligado, ninguém o vê', 'When off, nobody sees it', 'Desactivado, nadie lo ve'),
    default: true,
  })
  status!: boolean;

  @DateTime({ label: t('Mostrar a partir de', 'Show from', 'Mostrar desde'), group: period, optional: true })
  showFrom!: string | null;

  @DateTime({ label: t('Mostrar até', 'Show until', 'Mostrar hasta'), group: period, optional: true })
  showUntil!: string | null;

  @References({
    label: t('Planos', 'Plans', 'Planes'),
    resource: 'plans',
    help: t('Nenhum: para todas as empresas', 'None: for all companies', 'Ninguno: para todas las empresas'),
    max: 100,
    default: [],
  })
  planIds!: number[];
}

/** The multipart form of an upload, for the API documentation. */
export class AnnouncementMediaInput {
  @ApiProperty({ type: 'string', format: 'binary' })
  file?: unknown;
}
