import { t } from '../../core/i18n.js';
import { Color, Int, Multiline, Text } from '../../core/resource/fields.js';

export class QueueInput {
  @Text({ label: t('Nome', 'Name', 'Nombre'), min: 2, max: 50 })
  name!: string;

  @Color({ label: t('Cor', 'Color', 'Color') })
  color!: string;

  @Multiline({ label: t('Mensagem de saudação', 'Greeting message', 'Mensaje de saludo'), optional: true })
  greetingMessage!: string | null;

  @Multiline({
    label: t('Mensagem fora de expediente', 'Out-of-hours message', 'Mensaje fuera de horario'),
    optional: true,
  })
  outOfHoursMessage!: string | null;

  @Int({ label: t('Ordem', 'Order', 'Orden'), optional: true })
  orderQueue!: number | null;
}
