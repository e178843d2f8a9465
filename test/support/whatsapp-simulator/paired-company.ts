import type { TestApp } from '../app.js';
import { bodyOf } from '../client.js';
import type { ConnectionRow } from '../cloud-company.js';
import { until } from '../until.js';
import { type MessageRow, type TicketRow, type World, world } from '../world.js';
import { phones, type SimulatedPhone } from './engine.js';

export const customer = '5511977770001';
export const customerJid = `${customer}@s.whatsapp.net`;

/** A company with a connection by QR code. */
export class QrCompany {
  private static last: QrCompany | undefined;

  private constructor(
    readonly w: World,
    readonly connection: ConnectionRow,
  ) {}

  /** The one before it is disconnected, unless it is removed: a phone that connects is that of the new one. */
  static async create(app: TestApp): Promise<QrCompany> {
    await QrCompany.last?.w.admin.delete(QrCompany.last.path);
    const w = await world(app);
    const input = { name: 'Celular', channel: 'whatsapp', queueIds: [w.sales.id] };
    const company = new QrCompany(w, bodyOf(await w.admin.post<ConnectionRow>('/whatsapp', input), 201));
    QrCompany.last = company;
    return company;
  }

  get path(): string {
    return `/whatsappsession/${this.connection.id}`;
  }

  async row(): Promise<ConnectionRow> {
    return bodyOf(await this.w.admin.get<ConnectionRow>(`/whatsapp/${this.connection.id}`));
  }

  has(status: string): Promise<unknown> {
    return until('expected state', async () => (await this.row()).status === status);
  }

  /** The phone of the socket that is opened by `act`. */
  async nextPhone(act: () => unknown): Promise<SimulatedPhone> {
    const before = phones.length;
    const done = act();
    await until('expected state', async () => phones.length > before);
    const phone = phones.at(-1);
    if (!phone) throw new Error('No socket was opened');
    void done;
    return phone;
  }

  /** From nothing to a connected phone. */
  async paired(): Promise<SimulatedPhone> {
    const answer = this.w.admin.put(this.path);
    const first = await this.nextPhone(() => answer);
    first.showsCode();
    bodyOf(await answer);
    const second = await this.nextPhone(() => first.scans());
    second.opens();
    await this.has('CONNECTED');
    return second;
  }

  /** The conversation that a message of the phone is in, once it is stored. */
  async ticket(number = customer): Promise<TicketRow> {
    let found: TicketRow | undefined;
    await until(`a conversation of ${number}`, async () => {
      await this.w.settled();
      const { tickets } = bodyOf(await this.w.admin.get<{ tickets: TicketRow[] }>('/tickets?showAll=true'));
      found = tickets.find(({ contact }) => contact.number === number);
      return found !== undefined;
    });
    if (!found) throw new Error(`No conversation of ${number}`);
    return found;
  }

  async messages(ticketId: number): Promise<MessageRow[]> {
    await this.w.settled();
    return bodyOf(await this.w.admin.get<{ messages: MessageRow[] }>(`/messages/${ticketId}?peek=true`)).messages;
  }

  async accept(ticketId: number): Promise<void> {
    bodyOf(await this.w.attendant.put(`/tickets/${ticketId}`, { status: 'open' }));
    await this.w.settled();
  }

  /** Writes as the attendant. */
  async writes(ticketId: number, body: object): Promise<MessageRow> {
    const stored = bodyOf(await this.w.attendant.post<MessageRow>(`/messages/${ticketId}`, body), 201);
    await this.w.settled();
    return stored;
  }
}
