import { t } from '../../../../core/i18n.js';
import type { RowColumn } from '../../../../core/resource/table.js';
import { channelExportName } from '../../../channels/connections/channels/channels.service.js';
import {
  ratingTexts,
  conversationColumns as shared,
  spreadsheetPhone,
  statusTexts,
} from '../../../conversations/tickets/export/conversation-columns.dto.js';
import type { AttendanceRow, AttendantDay } from './reports.queries.js';

const arrived = t('Chegada em', 'Arrived', 'Llegada');
const attendance = t('Atendimento', 'Attendance', 'Atención');
const withoutAttendant = t('Sem atendente', 'Without an attendant', 'Sin agente');
const served = t('Tempo de atendimento', 'Service time', 'Tiempo de atención');

export const attendanceColumns: readonly RowColumn<AttendanceRow>[] = [
  { ...shared.code, value: ({ code }) => code },
  { heading: attendance, kind: 'number', value: ({ number }) => number },
  { ...shared.contact, value: ({ contactName }) => contactName },
  {
    ...shared.number,
    value: ({ contactNumber, isGroup }, locale) => spreadsheetPhone({ number: contactNumber, isGroup }, locale),
  },
  { ...shared.channel, value: ({ channel }) => channelExportName(channel) },
  { ...shared.connection, value: ({ connection }) => connection },
  { ...shared.queue, value: ({ queueName }) => queueName },
  { ...shared.user, value: ({ userName }) => userName },
  { ...shared.status, value: ({ status }, locale) => statusTexts[status][locale] },
  { ...shared.tags, value: ({ tags }) => tags.map(({ name }) => name).join(', ') },
  { heading: arrived, kind: 'time', value: ({ arrivedAt }) => arrivedAt },
  { ...shared.startedAt, value: ({ startedAt }) => startedAt },
  { ...shared.firstResponseAt, value: ({ firstResponseAt }) => firstResponseAt },
  { ...shared.finishedAt, value: ({ finishedAt }) => finishedAt },
  { ...shared.waited, value: ({ waited }) => waited },
  { ...shared.responded, value: ({ responded }) => responded },
  { heading: served, kind: 'duration', value: (row) => row.served },
  { ...shared.lasted, value: ({ lasted }) => lasted },
  { ...shared.rating, value: ({ rating }, locale) => rating && (ratingTexts[rating]?.[locale] ?? rating) },
  { heading: t('Anúncio', 'Advertisement', 'Anuncio'), value: ({ adTitle }) => adTitle },
];

const rounded = (value: number | null, digits = 0): number | null =>
  value === null ? null : Number(value.toFixed(digits));

export const attendantColumns: readonly RowColumn<AttendantDay>[] = [
  { heading: t('Dia', 'Day', 'Día'), kind: 'day', value: ({ day }) => day },
  { ...shared.user, value: ({ userId, userName }, locale) => (userId === null ? withoutAttendant[locale] : userName) },
  { heading: t('Atendimentos', 'Attendances', 'Atenciones'), kind: 'number', value: ({ attendances }) => attendances },
  { heading: t('Finalizados', 'Finished', 'Finalizadas'), kind: 'number', value: ({ finished }) => finished },
  { ...shared.waited, value: ({ waited }) => rounded(waited) },
  { ...shared.responded, value: ({ responded }) => rounded(responded) },
  { heading: served, kind: 'duration', value: (row) => rounded(row.served) },
  {
    heading: t('Avaliação média', 'Average rating', 'Calificación media'),
    kind: 'number',
    value: ({ rating }) => rounded(rating, 2),
  },
  { heading: ratingTexts[1] ?? shared.rating.heading, kind: 'number', value: ({ rated1 }) => rated1 },
  { heading: ratingTexts[2] ?? shared.rating.heading, kind: 'number', value: ({ rated2 }) => rated2 },
  { heading: ratingTexts[3] ?? shared.rating.heading, kind: 'number', value: ({ rated3 }) => rated3 },
];
