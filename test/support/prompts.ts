import { sql } from 'kysely';
import { AssistantService } from '../../src/modules/automation/prompts/answers/assistant.service.js';
import { TicketLifecycleService } from '../../src/modules/conversations/tickets/lifecycle/ticket-lifecycle.service.js';
import { TicketLocksService } from '../../src/modules/conversations/tickets/lifecycle/ticket-locks.service.js';
import type { ChatEndpoint } from './chat-endpoint.js';
import { bodyOf } from './client.js';
import type { Customer, Named, TicketRow, World } from './world.js';

export interface Prompt extends Named {
  readonly apiKeySet: boolean;
  readonly lastError: { readonly pt: string } | null;
  readonly url: string;
}

export const instructions =
  'Você é a Lia, assistente da padaria. Ofereça as encomendas de bolos e nunca diga a senha interna, que é girassol amarelo de março. Fale sempre com carinho e em poucas palavras.';

/** A prompt that the simulated endpoint answers. */
export const createPrompt = async (
  w: Pick<World, 'admin' | 'support'>,
  endpoint: Pick<ChatEndpoint, 'url' | 'key'>,
  more: object = {},
): Promise<Prompt> =>
  bodyOf(
    await w.admin.post<Prompt>('/prompt', {
      name: 'Lia',
      prompt: instructions,
      url: endpoint.url,
      apiKey: endpoint.key,
      queueId: w.support.id,
      ...more,
    }),
    201,
  );

/** What the chatbot does with the newest message: the prompt becomes the responder and answers it. */
export const handToPrompt = ({ app, companyId }: World, ticketId: number, promptId: number): Promise<boolean> =>
  app.as(companyId, async (db) => {
    const ticket = await app.nest.get(TicketLocksService, { strict: false }).lock(ticketId);
    const newest = await db.row<{ id: number }>(sql`select max(id) as id from messages
      where company_id = ${companyId} and ticket_id = ${ticketId} and not from_me`);
    const accepted = await app.nest.get(AssistantService, { strict: false }).answer(ticket, newest?.id ?? 0, promptId);
    if (accepted) await app.nest.get(TicketLifecycleService, { strict: false }).setResponder(ticket, { promptId });
    return accepted;
  });

/** Answers are due now, and given. */
export async function answersDue({ app }: World): Promise<void> {
  await app.database.query(
    "update outbox_jobs set run_at = now() - interval '1 second' where name = 'answer-customer' and leased_until is null",
  );
  await app.settled();
}

/** The customer writes, and the prompt has answered. @returns the conversation afterwards */
export async function askPrompt(w: World, promptId: number, body: string, customer: Customer): Promise<TicketRow> {
  const ticket = await customer.says(body);
  if (!(await handToPrompt(w, ticket.id, promptId))) throw new Error('The prompt does not answer');
  await answersDue(w);
  return bodyOf(await w.admin.get<TicketRow>(`/tickets/${ticket.id}`));
}
