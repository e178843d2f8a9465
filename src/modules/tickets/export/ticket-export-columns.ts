import { type RawBuilder, sql } from 'kysely';
import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile';
import { type Locale, type Localized, t } from '../../../core/i18n.js';
import { channelExportName } from '../../connections/channels/channels.service.js';
import type { TicketStatus } from '../ticket.entity.js';

/** A conversation as it goes into a table; moments are already text, spans are seconds. */
export interface ExportedTicket {
  readonly id: number;
  readonly code: number;
  readonly status: TicketStatus;
  readonly contact: string;
  readonly number: string;
  readonly isGroup: boolean;
  readonly channel: string;
  readonly connection: string;
  readonly queue: string | null;
  readonly user: string | null;
  readonly tags: string | null;
  readonly cycles: number | null;
  readonly createdAt: string;
  readonly queuedAt: string | null;
  readonly startedAt: string | null;
  readonly firstResponseAt: string | null;
  readonly finishedAt: string | null;
  readonly waited: number | null;
  readonly responded: number | null;
  readonly lasted: number | null;
  readonly rating: number | null;
  readonly received: number;
  readonly sent: number;
  readonly lastMessage: string;
  readonly lastAt: string | null;
}

interface Column {
  readonly heading: Localized;
  readonly value: (row: ExportedTicket, locale: Locale) => string | number | null;
}

const moment = (column: string): RawBuilder<unknown> =>
  sql`to_char(${sql.ref(column)} at time zone z.zone, 'DD/MM/YYYY HH24:MI:SS')`;
const seconds = (until: string, from: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`round(extract(epoch from ${sql.ref(until)} - ${from}))::int`;

/** Reads one page of conversations, which `page` selects, in its order of ids, with times of the zone. */
export const exportSql = (page: RawBuilder<unknown>, zone: string): RawBuilder<ExportedTicket> => sql`
  select t.id, t.code, t.status, c.name as contact, c.number, c.is_group as "isGroup", t.channel, w.name as connection, q.name as queue, u.name as "user",
    (select string_agg(g.name, ', ' order by g.name) from ticket_tags tt join tags g on g.company_id = tt.company_id and g.id = tt.tag_id
      where tt.company_id = t.company_id and tt.ticket_id = t.id) as tags,
    y.number as cycles, ${moment('t.created_at')} as "createdAt", ${moment('y.queued_at')} as "queuedAt", ${moment('y.started_at')} as "startedAt",
    ${moment('y.first_response_at')} as "firstResponseAt", ${moment('y.finished_at')} as "finishedAt",
    ${seconds('y.started_at', sql`coalesce(least(y.queued_at, y.started_at), y.created_at)`)} as waited,
    ${seconds('y.first_response_at', sql`y.created_at`)} as responded, ${seconds('y.finished_at', sql`y.created_at`)} as lasted, y.rating,
    m.received, m.sent, left(t.last_message, 200) as "lastMessage", ${moment('m.last_at')} as "lastAt"
  from (select ${zone}::text as zone) z cross join (${page}) t
  join contacts c on c.company_id = t.company_id and c.id = t.contact_id
  join connections w on w.company_id = t.company_id and w.id = t.whatsapp_id
  left join users u on u.company_id = t.company_id and u.id = t.user_id
  left join queues q on q.company_id = t.company_id and q.id = t.queue_id
  left join lateral (select * from ticket_cycles x where x.company_id = t.company_id and x.ticket_id = t.id order by x.number desc limit 1) y on true
  cross join lateral (select count(*) filter (where not x.from_me) as received, count(*) filter (where x.from_me) as sent, max(x.sent_at) as last_at
    from messages x where x.company_id = t.company_id and x.ticket_id = t.id and x.status <> 'withdrawn') m
  order by t.id`;

const statuses: Readonly<Record<TicketStatus, Localized>> = {
  pending: t('Pendente', 'Waiting', 'Pendiente'),
  open: t('Aberta', 'Open', 'Abierta'),
  closed: t('Resolvida', 'Resolved', 'Resuelta'),
};
/** Spec 002 §9. */
const ratings: Readonly<Record<number, Localized>> = {
  1: t('Insatisfeito', 'Unsatisfied', 'Insatisfecho'),
  2: t('Satisfeito', 'Satisfied', 'Satisfecho'),
  3: t('Muito satisfeito', 'Very satisfied', 'Muy satisfecho'),
};
const group = t('Grupo', 'Group', 'Grupo');

const columns: readonly Column[] = [
  { heading: t('Protocolo', 'Protocol', 'Protocolo'), value: ({ code }) => code },
  { heading: t('Contato', 'Contact', 'Contacto'), value: ({ contact }) => contact },
  {
    heading: t('Número', 'Number', 'Número'),
    value: ({ number, isGroup }, locale) => (isGroup ? group[locale] : spreadsheetPhone(number)),
  },
  { heading: t('Canal', 'Channel', 'Canal'), value: ({ channel }) => channelExportName(channel) },
  { heading: t('Conexão', 'Connection', 'Conexión'), value: ({ connection }) => connection },
  { heading: t('Departamento', 'Department', 'Departamento'), value: ({ queue }) => queue },
  { heading: t('Atendente', 'Attendant', 'Agente'), value: ({ user }) => user },
  { heading: t('Status', 'Status', 'Estado'), value: ({ status }, locale) => statuses[status][locale] },
  { heading: t('Tags', 'Tags', 'Etiquetas'), value: ({ tags }) => tags },
  { heading: t('Criada em', 'Created', 'Creada'), value: ({ createdAt }) => createdAt },
  { heading: t('Na fila desde', 'Waiting since', 'En espera desde'), value: ({ queuedAt }) => queuedAt },
  { heading: t('Aceita em', 'Accepted', 'Aceptada'), value: ({ startedAt }) => startedAt },
  {
    heading: t('Primeira resposta em', 'First response', 'Primera respuesta'),
    value: ({ firstResponseAt }) => firstResponseAt,
  },
  { heading: t('Encerrada em', 'Closed', 'Cerrada'), value: ({ finishedAt }) => finishedAt },
  { heading: t('Tempo de espera', 'Waiting time', 'Tiempo de espera'), value: ({ waited }) => span(waited) },
  {
    heading: t('Tempo até a primeira resposta', 'Time to first response', 'Tiempo hasta la primera respuesta'),
    value: ({ responded }) => span(responded),
  },
  { heading: t('Duração', 'Duration', 'Duración'), value: ({ lasted }) => span(lasted) },
  {
    heading: t('Avaliação', 'Rating', 'Calificación'),
    value: ({ rating }, locale) => (rating === null ? null : (ratings[rating]?.[locale] ?? rating)),
  },
  { heading: t('Atendimentos', 'Attendances', 'Atenciones'), value: ({ cycles }) => cycles },
  { heading: t('Mensagens recebidas', 'Messages received', 'Mensajes recibidos'), value: ({ received }) => received },
  { heading: t('Mensagens enviadas', 'Messages sent', 'Mensajes enviados'), value: ({ sent }) => sent },
  {
    heading: t('Última mensagem', 'Last message', 'Último mensaje'),
    value: ({ lastMessage }) => lastMessage,
  },
  { heading: t('Última mensagem em', 'Last message at', 'Último mensaje en'), value: ({ lastAt }) => lastAt },
];

/** The columns of the table in one language. */
export const exportColumns = (
  locale: Locale,
): { readonly heading: string; readonly value: (row: ExportedTicket) => string }[] =>
  columns.map(({ heading, value }) => ({
    heading: heading[locale],
    value: (row) => String(value(row, locale) ?? ''),
  }));

const two = (value: number): string => String(value).padStart(2, '0');

/** hh:mm:ss, which spreadsheets add up; more than a day stays hours. */
function span(total: number | null): string | null {
  if (total === null) return null;
  const all = Math.max(0, total);
  return [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60].map(two).join(':');
}

/** With spaces: a spreadsheet takes bare digits for an amount and rounds them, and a leading plus for a formula. */
function spreadsheetPhone(number: string): string {
  const [, country, area, head, tail] = /^(55)(\d{2})(\d{4,5})(\d{4})$/.exec(number) ?? [];
  if (country) return `${country} (${area}) ${head}-${tail}`;
  return parsePhoneNumberFromString(`+${number}`)?.formatInternational().slice(1) ?? number;
}
