import { createHmac } from 'node:crypto';
import { bodyOf, type Client } from './client.js';
import { cloudInput } from './cloud-company.js';
import { concurrently } from './concurrently.js';
import type { Deployment } from './deployment.js';
import { defaultNumber } from './graph-simulator/graph-simulator.js';
import type { SimulatedNumber } from './graph-simulator/options.js';
import { type Call, callAs, type RetryingClient } from './retrying-client.js';
import { type Named, type World, type WorldOptions, world } from './world.js';

/** A text message of a customer, as the provider reports it. */
export interface InboundText {
  readonly from: string;
  /** Of the provider. */
  readonly id: string;
  readonly text: string;
}

export interface CustomerTicket {
  readonly id: number;
  /** Of the customer. */
  readonly number: string;
  readonly attendant: Client;
}

export interface CloudTenantOptions {
  readonly attendants?: number;
  readonly plan?: WorldOptions['plan'];
}

/** Unknown numbers; the same seed gives the same ones. */
export const customerNumber = (seed: number, index: number): string =>
  `55119${String(((seed % 900) + 100) * 100_000 + index).padStart(8, '0')}`;

/** The provider's signed POST of a message to a connection. */
export function signedWebhook(
  { id, phoneNumberId, appSecret }: { readonly id: number; readonly phoneNumberId: string; readonly appSecret: string },
  message: InboundText,
): Call {
  const { from, text } = message;
  const timestamp = String(Math.floor(Date.now() / 1000));
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: defaultNumber.displayPhoneNumber, phone_number_id: phoneNumberId },
    contacts: [{ profile: { name: `Cliente ${from.slice(-4)}` }, wa_id: from }],
    messages: [{ from, id: message.id, timestamp, type: 'text', text: { body: text } }],
  };
  const entry = [{ id: defaultNumber.wabaId, changes: [{ value, field: 'messages' }] }];
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry });
  const signature = createHmac('sha256', appSecret).update(body).digest('hex');
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` };
  return { method: 'POST', path: `/webhooks/cloudapi/${id}`, headers, body };
}

/** A company of a {@link Deployment} with a Cloud API connection to its simulated provider. */
export class CloudTenant {
  private constructor(
    readonly w: World<Deployment>,
    readonly attendants: readonly Client[],
    readonly connection: Named,
    private readonly number: SimulatedNumber = defaultNumber,
  ) {}

  static async create(
    deployment: Deployment,
    { attendants = 0, plan = {} }: CloudTenantOptions = {},
  ): Promise<CloudTenant> {
    const w = await world(deployment, { plan: { users: 500, connections: 100, ...plan } });
    const people: Client[] = [];
    for (let number = 1; number <= attendants; number += 1)
      people.push(await w.member({ name: `Atendente ${number}` }));
    const input = { ...cloudInput, queueIds: [w.sales.id] };
    const connection = bodyOf(await w.admin.post<Named>('/whatsapp', input), 201);
    deployment.graph.setCallbackUrl(`${deployment.urls[0]}/webhooks/cloudapi/${connection.id}`);
    return new CloudTenant(w, people, connection);
  }

  /** The same company with one more connection, of a number of its own. One callback serves all, as of one app. */
  async addNumber({ graph }: Deployment): Promise<CloudTenant> {
    const { length } = graph.numbers;
    const [phoneNumberId, displayPhoneNumber] = [defaultNumber.phoneNumberId, defaultNumber.displayPhoneNumber].map(
      (id) => String(Number(id) + length),
    ) as [string, string];
    const number = { ...defaultNumber, phoneNumberId, displayPhoneNumber };
    graph.addNumber(number);
    const { w, attendants } = this;
    const input = {
      ...cloudInput,
      name: `WhatsApp ${length + 1}`,
      facebookUserId: phoneNumberId,
      queueIds: [w.sales.id],
    };
    const connection = bodyOf(await w.admin.post<Named>('/whatsapp', input), 201);
    return new CloudTenant(w, attendants, connection, number);
  }

  webhook(message: InboundText): Call {
    const { phoneNumberId } = this.number;
    return signedWebhook({ id: this.connection.id, phoneNumberId, appSecret: cloudInput.appSecret }, message);
  }

  /** So many customers write; attendants accept their conversations, evenly. */
  async openTickets(client: RetryingClient, seed: number, count: number): Promise<CustomerTicket[]> {
    const { app } = this.w;
    const writes = Array.from({ length: count }, (_, index) => async () => {
      const from = customerNumber(seed, index);
      if (!(await client.send(this.webhook({ from, id: `wamid.${seed}.${index}`, text: 'Bom dia' }))))
        throw new Error(`${from} could not write`);
    });
    await concurrently(20, writes);
    await app.settled();
    const tickets = await app.postgres.rows<{ id: number; number: string }>(
      'select t.id::int, c.number from tickets t join contacts c on c.id = t.contact_id where t.connection_id = $1 order by t.id',
      [this.connection.id],
    );
    const accepts = tickets.map(({ id, number }, index) => async () => {
      const attendant = this.attendants[index % this.attendants.length];
      if (!attendant || !(await client.send(callAs(attendant, 'PUT', `/tickets/${id}`, { status: 'open' }))))
        throw new Error(`Conversation ${id} could not be accepted`);
      return { id, number, attendant };
    });
    return concurrently(8, accepts);
  }
}
