import type { TestApp } from './app.js';
import { bodyOf } from './client.js';
import { form } from './files.js';
import { until } from './until.js';
import { type Customer, type World, world } from './world.js';

/** A bulk campaign, as a manager reads it. */
export interface Campaign {
  readonly id: number;
  readonly status: string;
  readonly pauseReason: { readonly code: string; readonly text: string } | null;
  readonly refused: Readonly<Record<string, number>> | null;
  readonly mediaName: string | null;
  readonly mediaPath: string | null;
}

interface Report {
  readonly campaign: Campaign;
  readonly pace: {
    readonly perMinute: number;
    readonly secondsLeft: number | null;
    readonly resumesAt: string | null;
  } | null;
  readonly totals: Readonly<Record<string, number>>;
  readonly followUps: Readonly<Record<string, number>> | null;
  readonly failures: readonly { readonly code: string; readonly text: string; readonly count: number }[];
  readonly messages: readonly { readonly message: number; readonly sent: number; readonly replied: number }[];
  readonly hours: readonly { readonly sent: number }[];
}

interface Recipients {
  readonly records: readonly {
    readonly id: number;
    readonly number: string;
    readonly status: string;
    readonly message: number | null;
    readonly body: string | null;
  }[];
  readonly hasMore: boolean;
}

/** No time between two messages. */
export const quick = { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 };

/** A company whose customers all have its tag. */
export async function companyWith(
  app: TestApp,
  count: number,
): Promise<{ readonly w: World; readonly customers: readonly Customer[] }> {
  const w = await world(app);
  bodyOf(await w.admin.put('/campaigns/settings', { ...quick, variables: [{ key: 'loja', value: 'Centro' }] }));
  const customers = Array.from({ length: count }, (_, index) => w.customer(`Cliente ${index + 1}`));
  for (const { number, name } of customers) {
    bodyOf(await w.admin.post('/contacts', { name, number, tagIds: [w.tag.id] }), 201);
  }
  return { w, customers };
}

/** A campaign to everybody with the tag of the company. */
export const create = async (w: World, more: object = {}): Promise<Campaign> =>
  bodyOf(
    await w.admin.post<Campaign>('/campaigns', {
      name: 'Promoção',
      whatsappId: w.connection.id,
      tagListId: w.tag.id,
      message1: 'Olá {nome}, da loja {loja}',
      ...more,
    }),
    201,
  );

export const act = async (w: World, { id }: Campaign, verb: string): Promise<Campaign> =>
  bodyOf(await w.admin.post<Campaign>(`/campaigns/${id}/${verb}`));
export const reportOf = async (w: World, { id }: Campaign): Promise<Report> =>
  bodyOf(await w.admin.get<Report>(`/campaigns/${id}/report`));
export const recipientsOf = async (w: World, { id }: Campaign, query = ''): Promise<Recipients> =>
  bodyOf(await w.admin.get<Recipients>(`/campaigns/${id}/recipients${query}`));
export const finished = (w: World, campaign: Campaign): Promise<void> =>
  until('the campaign is over', async () => (await reportOf(w, campaign)).campaign.status === 'FINALIZADA');

/** A day goes by while no server runs. */
export async function timePasses({ app }: World, { id }: Campaign): Promise<void> {
  const [at] = await app.database.query<{ after: Date }>(
    `update campaigns set scheduled_at = scheduled_at - interval '1 day' where id = $1 returning scheduled_at as after`,
    [id],
  );
  await app.database.query(
    `update outbox_jobs set payload = jsonb_set(payload, '{at}', to_jsonb($2::text))
     where name = 'start-campaign' and (payload->>'id')::bigint = $1`,
    [id, at?.after.toISOString()],
  );
}

/** The interval of the company's numbers is over, and its campaigns take their next step. */
export async function nextStep({ app, companyId }: World): Promise<void> {
  await app.database.query('update send_slots set busy_until = now() where company_id = $1', [companyId]);
  await app.database.query(
    "update outbox_jobs set run_at = now() - interval '1 second' where company_id = $1 and name = 'send-shipments'",
    [companyId],
  );
  await app.settled();
}

/** A campaign of each kind of the campaign service, with a file; by the beginning of their routes. @param promptId null: none with AI */
export async function campaignsOf(
  { admin, companyId, connection }: World,
  promptId: number | null,
): Promise<Record<string, number | string>> {
  const common = { name: 'Volte', company_id: companyId, connection_id: connection.id };
  const ids: Record<string, number | string> = { filename: 'lista.csv' };
  for (const [kind, own] of [
    ['ai', { instance_id: promptId }],
    ['sms', { message: 'Oi' }],
  ] as const) {
    if (kind === 'ai' && promptId === null) continue;
    const route = `campaign-service/${kind}`;
    const made = await admin.post<{ id: number }>(`/${route}/campaigns`, { ...common, ...own });
    const { id } = bodyOf(made, 201);
    const list = { name: 'lista.csv', mime: 'text/csv', bytes: Buffer.from('nome;telefone\nAna;5541955552222') };
    bodyOf(await admin.post(`/${route}/import`, form({ campaign_id: String(id) }, [list], 'file')));
    ids[route] = id;
  }
  return ids;
}
