import { ApiProperty } from '@nestjs/swagger';
import { t } from '../../../../core/i18n.js';
import { Choice, Multiline, Reference, Text } from '../../../../core/resource/fields.js';

export const maxContentLength = 20_000;

export class KnowledgeInput {
  @Text({ label: t('Título', 'Title', 'Título'), max: 200 })
  title!: string;

  @Reference({
    label: t('Prompt', 'Prompt', 'Prompt'),
    help: t(
      'O assistente que responde com esta fonte.',
      'The assistant that answers from this source.',
      'El asistente que responde con esta fuente.',
    ),
    resource: 'prompt',
  })
  promptId!: number;

  @Choice({
    label: t('Tipo', 'Kind', 'Tipo'),
    values: [
      { value: 'text', label: t('Texto', 'Text', 'Texto') },
      { value: 'file', label: t('Arquivo', 'File', 'Archivo') },
      { value: 'page', label: t('Página da web', 'Web page', 'Página web') },
    ],
    default: 'text',
  })
  kind!: string;

  @Multiline({
    label: t('Texto', 'Text', 'Texto'),
    max: maxContentLength,
    optional: true,
    when: { field: 'kind', is: ['text'], required: true },
  })
  content!: string | null;

  @Text({
    label: t('Endereço da página', 'Address of the page', 'Dirección de la página'),
    max: 2048,
    pattern: /^https?:\/\/[^\s@]+$/,
    optional: true,
    when: { field: 'kind', is: ['page'], required: true },
  })
  url!: string | null;
}

export class KnowledgeFileInput {
  @ApiProperty({ type: 'string', format: 'binary' })
  file?: unknown;
}
