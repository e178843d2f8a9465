import { Transform } from 'class-transformer';
import { t } from '../../../core/i18n.js';
import { Multiline, Text } from '../../../core/resource/fields.js';
import { videoCode } from './video/video-code.js';

export class HelpInput {
  @Text({ label: t('Título', 'Title', 'Título'), max: 100 })
  title!: string;

  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? videoCode(value) : value))
  @Text({
    label: t('Código do vídeo', 'Video code', 'Código del video'),
    help: t(
      'O código ou o endereço de um vídeo do YouTube',
      'The code or the address of a YouTube video',
      'El código o la dirección de un video de YouTube',
    ),
    pattern: /^[\w-]{11}$/,
    messages: {
      pattern: t(
        'Use o código ou o endereço de um vídeo do YouTube',
        'Use the code or the address of a YouTube video',
        'Use el código o la dirección de un video de YouTube',
      ),
    },
  })
  video!: string;

  @Multiline({ label: t('Descrição', 'Description', 'Descripción'), default: '' })
  description!: string;
}
