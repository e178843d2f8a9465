import { IntegrationsService } from '../../src/modules/automation/integrations/replies/integrations.service.js';
import { TicketLifecycleService } from '../../src/modules/conversations/tickets/lifecycle/ticket-lifecycle.service.js';
import { TicketLocksService } from '../../src/modules/conversations/tickets/lifecycle/ticket-locks.service.js';
import type { TestApp } from './app.js';
import { bodyOf } from './client.js';
import { type Customer, type MessageRow, type TicketRow, type World, world } from './world.js';

/** A company whose connection is answered by an integration. */
export interface IntegratedCompany extends World {
  readonly integrationId: number;
  /** What a customer sees of ours, without the mark of automatic texts. */
  receivedBy(customer: Customer): Promise<string[]>;
  /** Writes, and waits until the integration has answered. */
  says(customer: Customer, ...message: Parameters<Customer['says']>): Promise<TicketRow>;
  /** Hands the last message of a conversation to the integration, without waiting. @returns whether it can answer */
  hand(ticketId: number): Promise<boolean>;
}

/** Makes the integration of these fields and sets it for the connection. */
export async function integratedCompany(app: TestApp, fields: object): Promise<IntegratedCompany> {
  const w = await world(app);
  const { id: integrationId } = bodyOf(
    await w.admin.post<{ id: number }>('/queueIntegration', { name: 'Fluxo', ...fields }),
    201,
  );
  bodyOf(await w.admin.put(`/whatsapp/${w.connection.id}`, { integrationId }));
  const hand = async (ticketId: number): Promise<boolean> => {
    const { messages } = bodyOf(await w.admin.get<{ messages: MessageRow[] }>(`/messages/${ticketId}?peek=true`));
    const last = messages.filter(({ fromMe }) => !fromMe).at(-1);
    return app.as(w.companyId, async () => {
      const ticket = await app.nest.get(TicketLocksService).lock(ticketId);
      await app.nest.get(TicketLifecycleService).setResponder(ticket, { integrationId });
      return app.nest.get(IntegrationsService).answer(ticket, last?.id ?? 0, integrationId);
    });
  };
  return {
    ...w,
    integrationId,
    hand,
    receivedBy: async (customer) =>
      (await customer.sees()).filter(({ fromCustomer }) => !fromCustomer).map(({ body }) => body.replace('\u200e', '')),
    says: (customer, ...message) => customer.says(...message),
  };
}
