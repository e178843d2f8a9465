import { t } from '../../../core/i18n.js';
import { randomColor } from '../../../core/resource/colors.js';
import { Bit, Color, References, Text } from '../../../core/resource/fields.js';

/** The maximum of lanes on a kanban board. */
export const maxLanes = 100;

export class TagInput {
  @Text({
    label: t('Nome', 'Name', 'Nombre'),
    min: 3,
    max: 100,
    messages: { min: t('Mensagem muito curta', 'Message too short', 'Mensaje demasiado corto') },
  })
  name!: string;

  @Color({ label: t('Cor', 'Color', 'Color'), generate: randomColor })
  color!: string;

  @Bit({ label: t('Kanban', 'Kanban', 'Kanban'), level: 'supervisor', default: 0 })
  kanban!: number;
}

export class LaneOrderInput {
  @References({ resource: 'tags', label: t('Colunas', 'Lanes', 'Columnas'), max: maxLanes })
  tagIds!: number[];
}
