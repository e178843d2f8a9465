import { ApiProperty } from '@nestjs/swagger';
import { t } from '../../../core/i18n.js';
import { Int, Items, Multiline, Text } from '../../../core/resource/fields.js';

/** Most files of a list. */
export const maxOptions = 100;

export class FileOptionInput {
  @Int({ label: t('Arquivo', 'File', 'Archivo'), optional: true, min: 1, max: Number.MAX_SAFE_INTEGER })
  id?: number | null;

  @Text({ label: t('Legenda', 'Caption', 'Leyenda'), default: '' })
  name!: string;
}

export class FileListInput {
  @Text({
    label: t('Nome', 'Name', 'Nombre'),
    min: 3,
    max: 100,
    messages: { min: t('nome muito curto', 'name too short', 'nombre demasiado corto') },
  })
  name!: string;

  @Multiline({ label: t('Mensagem', 'Message', 'Mensaje') })
  message!: string;

  /** Files in the order in which they are sent; stored files that are not in the list are removed. */
  @Items(() => FileOptionInput, { label: t('Arquivos', 'Files', 'Archivos'), default: [] })
  options!: FileOptionInput[];
}

const perFile = { required: false, description: 'Repeated: one value for each file' };

/** Fields of the upload form beside the files; each has one value, or one for each file. */
export class FileListUploadInput {
  @ApiProperty({ type: 'array', items: { type: 'string', format: 'binary' } })
  files?: unknown;

  @ApiProperty({ ...perFile, type: String, description: 'Id of the file in its list; without it, by name' })
  id?: unknown;

  @ApiProperty({ ...perFile, type: String })
  name?: unknown;
}
