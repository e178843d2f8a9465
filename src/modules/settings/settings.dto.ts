import { Transform } from 'class-transformer';
import { t } from '../../core/i18n.js';
import { Text } from '../../core/resource/fields.js';

const asText = ({ value }: { value: unknown }): unknown => (typeof value === 'number' ? String(value) : value);

export class SettingInput {
  @Text({ label: t('Valor', 'Value', 'Valor'), max: 4096, default: '' })
  @Transform(asText)
  value!: string;
}
