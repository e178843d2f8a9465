import { sql } from 'kysely';
import type { Statement } from '../../../../core/database/statements.js';
import { botMayAnswer } from '../../../conversations/tickets/bot.policy.js';
import { mayWorkSql } from '../../../platform/companies/company.entity.js';

/** A prompt that may answer: the plan flag is on, and the company is active and paid. */
export const usablePrompt = (companyId: number, promptId: number): Statement<{ id: number }> => sql`
  select p.id from prompts p join companies c on c.id = p.company_id join plans f on f.id = c.plan_id
  where p.company_id = ${companyId} and p.id = ${promptId} and f.use_ai_active
    and ${mayWorkSql}`;

/** The time of the company with the alias `co`, like `segunda-feira, 23/11/2026 08:30`. */
const clock = sql<string>`(array['domingo', 'segunda-feira', 'terça-feira', 'quarta-feira', 'quinta-feira', 'sexta-feira', 'sábado'])
    [extract(dow from now() at time zone co.timezone)::int + 1]
  || to_char(now() at time zone co.timezone, ', DD/MM/YYYY HH24:MI')`;

/** The company for which a prompt writes, and its local time. */
export const companyNow = (companyId: number): Statement<Pick<WaitingConversation, 'company' | 'now'>> =>
  sql`select co.name as company, ${clock} as now from companies co where co.id = ${companyId}`;

/** A conversation that waits for an answer, with the data that the assistant may use. */
export interface WaitingConversation {
  readonly contactId: number;
  readonly queueId: number | null;
  readonly contact: string;
  readonly company: string;
  /** The company's local time, like `segunda-feira, 23/11/2026 08:30`. */
  readonly now: string;
  /** The newest message of the customer; null when there is none. */
  readonly newestId: number | null;
  /** Whether a prompt has answered the message. */
  readonly answered: boolean;
}

/** No row when no bot may answer the conversation, or another prompt or integration answers it. */
export const waitingConversation = (
  companyId: number,
  ticketId: number,
  promptId: number,
  messageId: number,
): Statement<WaitingConversation> => sql`
  select t.contact_id as "contactId", t.queue_id as "queueId", c.name as contact, co.name as company,
    ${clock} as now,
    (select m.id from messages m where m.company_id = t.company_id and m.ticket_id = t.id and not m.from_me
      and not m.is_deleted order by m.id desc limit 1) as "newestId",
    exists (select from messages m where m.company_id = t.company_id and m.ticket_id = t.id and m.from_me
      and m.id > ${messageId} and (m.data->>'answersUpTo')::bigint >= ${messageId}) as answered
  from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id
  join companies co on co.id = t.company_id
  where t.company_id = ${companyId} and t.id = ${ticketId} and ${botMayAnswer} and t.prompt_id = ${promptId}`;

export interface ConversationLine {
  readonly id: number;
  readonly fromMe: boolean;
  readonly body: string;
  readonly mediaType: string;
  /** The transcript of audio, once it exists. */
  readonly transcript: string | null;
  /** The advertisement that the customer came from, and the product that the message asks about. */
  readonly ad: string | null;
  readonly product: string | null;
  readonly mediaKey: string | null;
  readonly mediaName: string | null;
  readonly mediaMime: string | null;
  readonly mediaSize: number | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** Names and numbers of shared contacts. */
  readonly contacts: string | null;
}

/** The last messages of a conversation, oldest first. */
export const lastLines = (companyId: number, ticketId: number, limit: number): Statement<ConversationLine> => sql`
  select * from (select m.id, m.from_me as "fromMe", left(m.body, 4000) as body, m.media_type as "mediaType",
      left(m.data->>'transcript', 4000) as transcript, m.media_key as "mediaKey", m.media_name as "mediaName",
      m.media_mime as "mediaMime", m.media_size as "mediaSize", m.data->'latitude' as latitude, m.data->'longitude' as longitude,
      (select string_agg(left(concat_ws(' ', c->>'name', c->>'number'), 200), ', ')
        from jsonb_path_query(m.data, '$.contacts[0 to 9]') c) as contacts,
      left(coalesce(m.data->'ad'->>'headline', m.data->'ad'->>'text'), 200) as ad,
      left(m.data->'product'->>'product_retailer_id', 200) as product
    from messages m where m.company_id = ${companyId} and m.ticket_id = ${ticketId} and not m.is_deleted
      and m.status <> 'withdrawn' order by m.id desc limit ${limit}) l
  order by l.id`;

export interface Choice {
  readonly id: number;
  readonly name: string;
}

const maxChoices = 100;

/** Departments to which a conversation may be transferred: those of its connection, or all if that has none. */
export const offeredDepartments = (companyId: number, ticketId: number): Statement<Choice> => sql`
  with own as (select cq.queue_id from tickets t join connection_queues cq on cq.company_id = t.company_id
    and cq.connection_id = t.connection_id where t.company_id = ${companyId} and t.id = ${ticketId})
  select q.id, q.name from queues q where q.company_id = ${companyId}
    and (q.id in (select queue_id from own) or not exists (select from own))
  order by q.order_queue, q.name limit ${sql.lit(maxChoices)}`;

/** Tags that are not kanban lanes. */
export const offeredTags = (companyId: number): Statement<Choice> => sql`
  select id, name from tags where company_id = ${companyId} and kanban = 0 order by name limit ${sql.lit(maxChoices)}`;
