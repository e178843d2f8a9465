import { type Localized, t } from '../../../../core/i18n.js';
import { Choice, Items, Text } from '../../../../core/resource/fields.js';

/** The days in the order of a week, with the names that the specification's screens show. */
export const weekdays = {
  monday: t('Segunda-feira', 'Monday', 'Lunes'),
  tuesday: t('Terça-feira', 'Tuesday', 'Martes'),
  wednesday: t('Quarta-feira', 'Wednesday', 'Miércoles'),
  thursday: t('Quinta-feira', 'Thursday', 'Jueves'),
  friday: t('Sexta-feira', 'Friday', 'Viernes'),
  saturday: t('Sábado', 'Saturday', 'Sábado'),
  sunday: t('Domingo', 'Sunday', 'Domingo'),
} as const satisfies Record<string, Localized>;
export type Weekday = keyof typeof weekdays;

/** When a day of the week begins and ends; equal times mean closed. */
export interface WorkingDay {
  readonly weekdayEn: Weekday;
  /** HH:mm in the company's time zone. */
  readonly startTime: string;
  readonly endTime: string;
}

/** A day with the hours of a company or a department: one shift or two. */
export interface OpeningDay extends WorkingDay {
  /** The second shift; absent if there is none. */
  readonly startTimeB?: string;
  readonly endTimeB?: string;
}

const day = (weekdayEn: Weekday, startTime: string, endTime: string): WorkingDay => ({ weekdayEn, startTime, endTime });

/** The default hours of spec 002 §4. */
export const defaultWorkingHours: readonly OpeningDay[] = [
  day('monday', '08:00', '18:00'),
  day('tuesday', '08:00', '18:00'),
  day('wednesday', '08:00', '18:00'),
  day('thursday', '08:00', '18:00'),
  day('friday', '08:00', '18:00'),
  day('saturday', '08:00', '12:00'),
  day('sunday', '00:00', '00:00'),
];

const time = /^([01]\d|2[0-3]):[0-5]\d$/;
const timeMessages = { pattern: t('Informe HH:MM', 'Enter HH:MM', 'Indique HH:MM') };

export class WorkingDayInput {
  @Choice({
    label: t('Dia da semana', 'Weekday', 'Día de la semana'),
    values: (Object.keys(weekdays) as Weekday[]).map((value) => ({ value, label: weekdays[value] })),
  })
  weekdayEn!: Weekday;

  @Text({ label: t('Início', 'Start', 'Inicio'), max: 5, pattern: time, messages: timeMessages })
  startTime!: string;

  @Text({ label: t('Fim', 'End', 'Fin'), max: 5, pattern: time, messages: timeMessages })
  endTime!: string;
}

export class OpeningDayInput extends WorkingDayInput {
  @Text({
    label: t('Início do segundo turno', 'Start of the second shift', 'Inicio del segundo turno'),
    max: 5,
    pattern: time,
    messages: timeMessages,
    optional: true,
  })
  startTimeB?: string | null;

  @Text({
    label: t('Fim do segundo turno', 'End of the second shift', 'Fin del segundo turno'),
    max: 5,
    pattern: time,
    messages: timeMessages,
    optional: true,
  })
  endTimeB?: string | null;
}

export class WorkingHoursInput {
  @Items(() => OpeningDayInput, { label: t('Horário de atendimento', 'Working hours', 'Horario de atención') })
  schedules!: OpeningDayInput[];

  @Text({
    label: t('Fuso horário', 'Time zone', 'Zona horaria'),
    max: 60,
    pattern: /^[A-Za-z0-9_+/-]+$/,
    optional: true,
  })
  timezone?: string | null;
}
