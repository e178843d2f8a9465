import { Matches } from 'class-validator';
import { invalidValue } from '../../../core/errors/core-errors.js';
import { t } from '../../../core/i18n.js';
import { DateTime, Flag, Reference, Text } from '../../../core/resource/fields.js';

export class HolidayInput {
  @Text({ label: t('Nome', 'Name', 'Nombre'), max: 100 })
  name!: string;

  /** If a time is sent too, only its day counts. */
  @DateTime({ label: t('Data', 'Date', 'Fecha'), day: true })
  @Matches(/^(19|20|21)\d\d-\d\d-\d\d/, { message: 'type', context: { text: invalidValue } })
  date!: string;

  @Flag({
    label: t('Todos os anos', 'Every year', 'Todos los años'),
    help: t(
      'Desligado, vale só na data informada.',
      'When off, only on the date given.',
      'Desactivado, solo en la fecha indicada.',
    ),
    default: false,
  })
  yearly!: boolean;

  @Reference({
    label: t('Departamento', 'Department', 'Departamento'),
    resource: 'queue',
    help: t('Vazio: toda a empresa', 'Empty: the whole company', 'Vacío: toda la empresa'),
    optional: true,
  })
  queueId!: number | null;
}
