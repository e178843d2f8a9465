/** Each message contains its number: `Linha 120. …`. */
export interface LongConversation {
  readonly ticketId: number;
  readonly messages: number;
  /** Contained only in the message of that number. */
  readonly word?: { readonly at: number; readonly text: string };
}

type Query = (sql: string, params: readonly unknown[]) => Promise<unknown>;

/** A message of one to six lines every seven minutes, two of three by the customer, after the existing ones. */
const messagesSql = `
  insert into messages (company_id, ticket_id, contact_id, connection_id, body, from_me, read, status, ack, provider_id, sent_at, created_at, updated_at)
  select t.company_id, t.id, t.contact_id, t.connection_id,
    'Linha ' || n || '.' || case when n = $3 then ' ' || $4 else '' end || repeat(' Com mais algumas palavras.', n * 7 % 13),
    n % 3 = 0, true, case when n % 3 = 0 then 'read' else 'received' end, case when n % 3 = 0 then 3 else 0 end, 'longa.' || t.id || '.' || n, at, at, at
  from tickets t, generate_series(1, $2::int) n, lateral (select now() - ($2 - n + 1) * interval '7 minutes' as at) x
  where t.id = $1 order by n`;

const earlierSql = `
  update messages m set sent_at = at, created_at = at, updated_at = at
  from (select now() - ($2 + 1) * interval '7 minutes' as at) x
  where m.ticket_id = $1 and m.provider_id not like 'longa.%'`;

/** Fills a conversation in bulk, as after years of use. */
export async function fillConversation(
  query: Query,
  { ticketId, messages, word = { at: 0, text: '' } }: LongConversation,
): Promise<void> {
  await query(messagesSql, [ticketId, messages, word.at, word.text]);
  await query(earlierSql, [ticketId, messages]);
  await query(
    `update tickets set last_message = m.body, last_message_from_me = m.from_me, last_message_ack = m.ack, unread_messages = 0,
       last_message_at = m.created_at, last_arrival_at = m.created_at
     from (select * from messages where ticket_id = $1 order by id desc limit 1) m where tickets.id = $1`,
    [ticketId],
  );
}
