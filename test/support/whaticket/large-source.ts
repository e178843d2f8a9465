import type { SourceServer } from './databases.js';
import { createTables, oldSchema } from './schema.js';

/**
 * A company with so many messages in a PostgreSQL database of an old version: twenty of a conversation, ten conversations of
 * a customer, one in six quotes the message before it.
 */
export async function largeSource(source: SourceServer, messages: number): Promise<void> {
  const tickets = Math.ceil(messages / 20);
  const contacts = Math.ceil(tickets / 10);
  await createTables(source, oldSchema, {
    Users: Array.from({ length: 20 }, (_, index) => ({
      id: index + 1,
      name: `Pessoa ${index + 1}`,
      email: `pessoa${index + 1}@grande.test`,
      passwordHash: '',
      profile: 'user',
    })),
    Queues: [{ id: 1, name: 'Vendas', color: '#123456' }],
    Whatsapps: [{ id: 1, name: 'Principal', isDefault: true }],
  });
  await source.run(`
    insert into "Contacts" (id, name, number, "isGroup", "createdAt", "updatedAt")
      select n, 'Cliente ' || n, '55419' || (80000000 + n), false, t, t
      from generate_series(1, ${contacts}) n, lateral (select timestamptz '2024-01-01' + n * interval '1 minute' as t) x;
    insert into "Tickets" (id, status, "unreadMessages", "isGroup", "contactId", "userId", "whatsappId", "queueId", "createdAt", "updatedAt")
      select n, case when n > ${tickets - contacts} then 'pending' else 'closed' end, 1, false, (n - 1) % ${contacts} + 1,
        case when n > ${tickets - contacts} then null else n % 20 + 1 end, 1, 1, t, t + interval '2 hours'
      from generate_series(1, ${tickets}) n, lateral (select timestamptz '2024-02-01' + n * interval '1 minute' as t) x;
    insert into "Messages" (id, body, ack, read, "mediaType", "fromMe", "isDeleted", "ticketId", "contactId", "quotedMsgId", "createdAt", "updatedAt")
      select 'WA' || n, 'Mensagem ' || n || ' sobre o pedido ' || n % 977 || ': ' || case n % 4 when 0 then 'qual é o prazo de entrega para Curitiba?'
          when 1 then 'segue o orçamento com desconto, confira os valores.' when 2 then 'obrigado, vou conferir com o financeiro hoje.'
          else 'pode enviar a segunda via do boleto, por favor?' end,
        case when n % 2 = 0 then 3 else 0 end, n % 20 <> 19, 'chat', n % 2 = 0, false, (n - 1) / 20 + 1,
        case when n % 2 = 1 then ((n - 1) / 20) % ${contacts} + 1 end, case when n % 6 = 0 then 'WA' || n - 1 end, t, t
      from generate_series(1, ${messages}) n,
        lateral (select timestamptz '2024-02-01' + ((n - 1) / 20) * interval '1 minute' + ((n - 1) % 20) * interval '3 minutes' as t) x;
    analyze;`);
}
