import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile';
import { type Localized, t } from '../../../../core/i18n.js';
import type { RowColumn } from '../../../../core/resource/table.js';
import type { TicketStatus } from '../ticket.entity.js';

type Heading = Omit<RowColumn<never>, 'value'>;

/** Columns that exports of conversations and of cycles have in common. */
export const conversationColumns = {
  code: { heading: t('Protocolo', 'Protocol', 'Protocolo'), kind: 'number' },
  contact: { heading: t('Contato', 'Contact', 'Contacto') },
  number: { heading: t('Número', 'Number', 'Número') },
  channel: { heading: t('Canal', 'Channel', 'Canal') },
  connection: { heading: t('Conexão', 'Connection', 'Conexión') },
  queue: { heading: t('Departamento', 'Department', 'Departamento') },
  user: { heading: t('Atendente', 'Attendant', 'Agente') },
  status: { heading: t('Status', 'Status', 'Estado') },
  tags: { heading: t('Tags', 'Tags', 'Etiquetas') },
  createdAt: { heading: t('Criada em', 'Created', 'Creada'), kind: 'time' },
  queuedAt: { heading: t('Na fila desde', 'Waiting since', 'En espera desde'), kind: 'time' },
  startedAt: { heading: t('Aceita em', 'Accepted', 'Aceptada'), kind: 'time' },
  firstResponseAt: { heading: t('Primeira resposta em', 'First response', 'Primera respuesta'), kind: 'time' },
  finishedAt: { heading: t('Encerrada em', 'Closed', 'Cerrada'), kind: 'time' },
  waited: { heading: t('Tempo de espera', 'Waiting time', 'Tiempo de espera'), kind: 'duration' },
  responded: {
    heading: t('Tempo até a primeira resposta', 'Time to first response', 'Tiempo hasta la primera respuesta'),
    kind: 'duration',
  },
  lasted: { heading: t('Duração', 'Duration', 'Duración'), kind: 'duration' },
  rating: { heading: t('Avaliação', 'Rating', 'Calificación') },
} as const satisfies Readonly<Record<string, Heading>>;

export const statusTexts: Readonly<Record<TicketStatus, Localized>> = {
  pending: t('Pendente', 'Waiting', 'Pendiente'),
  open: t('Aberta', 'Open', 'Abierta'),
  closed: t('Resolvida', 'Resolved', 'Resuelta'),
};
/** Texts of spec 002 §9. */
export const ratingTexts: Readonly<Record<number, Localized>> = {
  1: t('Insatisfeito', 'Unsatisfied', 'Insatisfecho'),
  2: t('Satisfeito', 'Satisfied', 'Satisfecho'),
  3: t('Muito satisfeito', 'Very satisfied', 'Muy satisfecho'),
};
const group = t('Grupo', 'Group', 'Grupo');

/** Formats the number with spaces: spreadsheets round bare digits and take a leading plus for a formula. */
export function spreadsheetPhone(
  { number, isGroup }: { number: string; isGroup: boolean },
  locale: keyof Localized,
): string {
  if (isGroup) return group[locale];
  const [, country, area, head, tail] = /^(55)(\d{2})(\d{4,5})(\d{4})$/.exec(number) ?? [];
  if (country) return `${country} (${area}) ${head}-${tail}`;
  return parsePhoneNumberFromString(`+${number}`)?.formatInternational().slice(1) ?? number;
}
