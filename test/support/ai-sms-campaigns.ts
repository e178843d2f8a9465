import type { TestApp } from './app.js';
import type { ChatEndpoint } from './chat-endpoint.js';
import { type Answer, bodyOf, type Client, type Refusal } from './client.js';
import { form } from './files.js';
import { connectionToken } from './programs.js';
import { createPrompt } from './prompts.js';
import { SmsSimulator } from './sms-simulator.js';
import type { Customer, World } from './world.js';

export interface Campaign {
  id: number;
  name: string;
  status: number;
  company_id: number;
  connection_id: number;
  atende_token: string | null;
  instance_id: number;
  service_identifier: string;
  message: string;
  scheduled_at: string | null;
  interval_in_seconds: number;
  rows: number;
  sent: number;
  failed: number;
  begun: boolean;
  last_error: string | null;
}
export interface Imported {
  filename: string;
  imported: number;
  refused: { line: number; message: string }[];
}
interface Row {
  campaign_id: number;
  name: string;
  phone: string;
  time: string;
  is_sent: number;
  status: string;
  error: string | null;
  field_1: string;
  field_5: string;
}

/** As axios posts `URLSearchParams`. */
export const post = <T>(client: Client, method: 'POST' | 'PUT', path: string, fields: Record<string, unknown>) =>
  client.request<T>(method, `/campaign-service/${path}`, {
    body: new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

export const csv = (text: string | Buffer, name = 'lista.csv', mime = 'text/csv') => ({
  name,
  mime,
  bytes: Buffer.from(text),
});

/** A file with a row for each customer. */
export const rowsOf = (...customers: readonly Customer[]): string =>
  [
    'nome;telefone;campo1;campo2',
    ...customers.map(({ name, number }, at) => `${name};+${number};bolo ${at + 1};ok`),
  ].join('\n');

/** The account of a company at a gateway. */
export const account = (simulator: SmsSimulator) => ({
  name: simulator.dialect,
  url: simulator.url,
  login: simulator.login,
  token: simulator.token,
});

/** Gateways of a spec file, as new ones before each test. */
export async function startGateways(): Promise<{
  readonly gateway: SmsSimulator;
  readonly bullk: SmsSimulator;
}> {
  const gateway = await new SmsSimulator('SendSms').start();
  const bullk = await new SmsSimulator('BullkSms').start();
  beforeEach(() => {
    for (const each of [gateway, bullk]) {
      each.sent.length = 0;
      each.left = 100;
      each.invalid.clear();
      each.delivered.clear();
      each.fault = undefined;
      each.outage = undefined;
    }
  });
  afterAll(() => Promise.all([gateway.stop(), bullk.stop()]));
  return { gateway, bullk };
}

/** Campaigns with AI and by SMS of the company of a test, by the routes of spec 001. */
export function campaignsIn(
  app: TestApp,
  w: () => World,
  { endpoint, gateway }: { readonly endpoint: ChatEndpoint; readonly gateway: SmsSimulator },
) {
  const upload = (kind: 'ai' | 'sms', id: number, file: ReturnType<typeof csv>): Promise<Answer<Imported & Refusal>> =>
    w().admin.post(`/campaign-service/${kind}/import`, form({ campaign_id: String(id) }, [file], 'file'));
  const list = async (kind: 'ai' | 'sms'): Promise<Campaign[]> =>
    bodyOf(await w().admin.get<Campaign[]>(`/campaign-service/${kind}/campaigns/filter?company_id=${w().companyId}`));
  const current = async (kind: 'ai' | 'sms', id: number): Promise<Campaign> => {
    const found = (await list(kind)).find((each) => each.id === id);
    if (!found) throw new Error(`There is no campaign ${id}`);
    return found;
  };
  const report = async (kind: 'ai' | 'sms', id: number): Promise<Row[]> =>
    bodyOf(await w().admin.get<Row[]>(`/campaign-service/${kind}/relatories/${id}`));

  /** The intervals between rows are over: so many rows are sent. */
  async function rowsDue(times: number): Promise<void> {
    for (let time = 0; time < times; time += 1) {
      await app.database.query(
        "update outbox_jobs set run_at = now() - interval '1 second' where name = 'send-service-campaign' and leased_until is null",
      );
      await app.settled();
    }
  }

  async function aiCampaign(more: Record<string, unknown> = {}): Promise<Campaign> {
    const prompt = await createPrompt(w(), endpoint);
    const fields = {
      name: 'Reativação',
      instance_id: prompt.id,
      connection_id: w().connection.id,
      company_id: w().companyId,
    };
    return bodyOf(await post<Campaign>(w().admin, 'POST', 'ai/campaigns', { ...fields, ...more }), 201);
  }

  async function smsCampaign(more: Record<string, unknown> = {}, simulator = gateway): Promise<Campaign> {
    bodyOf(await w().admin.post('/sms-gateways', account(simulator)), 201);
    const token = await connectionToken(w(), w().connection.id);
    const fields = {
      name: 'Promoção',
      padaria_token: token,
      company_id: w().companyId,
      service_identifier: simulator.dialect,
    };
    const message = 'Oi {nome}, o seu cupom é {campo1}.';
    return bodyOf(await post<Campaign>(w().admin, 'POST', 'sms/campaigns', { ...fields, message, ...more }), 201);
  }

  const activate = async (kind: 'ai' | 'sms', { id }: Campaign): Promise<Campaign> =>
    bodyOf(await post<Campaign>(w().admin, 'PUT', `${kind}/campaigns/status/${id}`, { status: 1, campaign_id: id }));

  return { upload, list, current, report, rowsDue, aiCampaign, smsCampaign, activate };
}
