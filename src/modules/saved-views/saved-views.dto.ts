import { t } from '../../core/i18n.js';
import { Text } from '../../core/resource/fields.js';

export class SavedViewInput {
  @Text({ label: t('Nome', 'Name', 'Nombre'), max: 50 })
  name!: string;

  @Text({ label: t('Filtros', 'Filters', 'Filtros'), max: 2000, default: '' })
  query!: string;
}
