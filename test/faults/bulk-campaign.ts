import { setTimeout as delay } from 'node:timers/promises';
import type { Checks } from '../support/checks.js';
import { bodyOf } from '../support/client.js';
import type { CloudTenant } from '../support/cloud-tenant.js';
import type { Deployment } from '../support/deployment.js';
import { callAs } from '../support/retrying-client.js';
import type { Named } from '../support/world.js';
import type { FaultLoad, LoadSetting } from './under-kills.js';

const template = {
  name: 'aviso',
  language: 'pt_BR',
  category: 'MARKETING',
  components: [{ type: 'BODY', text: 'Olá {{1}}, temos novidades.', example: { body_text: [['Rui']] } }],
};
const patienceMs = 900_000;

/** A campaign to numbers that count up. It waits to be started by `POST /campaigns/:id/restart`. */
export async function createCampaign(
  deployment: Deployment,
  { w, connection }: CloudTenant,
  { recipients, perSecond }: { readonly recipients: number; readonly perSecond: number },
): Promise<Named> {
  const { graph, postgres } = deployment;
  graph.addTemplate(template);
  bodyOf(await w.admin.post(`/whatsapp/${connection.id}/templates/sync`), 202);
  await deployment.settled();
  await postgres.rows('update connections set messages_per_second = $1 where id = $2', [perSecond, connection.id]);
  const list = bodyOf(await w.admin.post<Named>('/contact-lists', { name: 'Todos' }), 201);
  await postgres.rows(
    `with added as (insert into contact_list_items (company_id, contact_list_id, name, number, variables)
       select company_id, id, 'Cliente ' || n, (5511900000000 + n)::text, '[]' from contact_lists, generate_series(1, $1::int) n
       where id = $2 returning 1)
     update contact_lists set contacts_count = $1 where id = $2`,
    [recipients, list.id],
  );
  const { name, language } = template;
  const input = {
    name: 'Novidades',
    whatsappId: connection.id,
    contactListId: list.id,
    template: { name, language, params: { body: ['{nome}'] } },
  };
  return bodyOf(await w.admin.post<Named>('/campaigns', input), 201);
}

export const isOver = async ({ postgres }: Deployment, { id }: Named): Promise<boolean> =>
  (await postgres.count(`campaigns where id = ${id} and status = 'EM_ANDAMENTO'`)) === 0;

/** The same as waiting ten minutes for a status. @param seconds how long it was waited for at least */
export async function expireUncertain({ postgres }: Deployment, seconds: number): Promise<void> {
  await postgres.rows(
    `update campaign_shipments set updated_at = now() - interval '11 minutes'
     where status = 'uncertain' and updated_at < now() - make_interval(secs => $1)`,
    [seconds],
  );
}

/** Each recipient got it once, or is shown as uncertain. @returns what the provider accepted */
export async function checkCampaign(
  { postgres, graph }: Deployment,
  { id }: Named,
  recipients: number,
  checks: Checks,
): Promise<{ readonly at: number }[]> {
  const shipments = await postgres.rows<{ number: string; status: string; code: string | null }>(
    'select number, status, error_code as code from campaign_shipments where campaign_id = $1',
    [id],
  );
  const numbers = new Set(shipments.map(({ number }) => number));
  const shipped = graph.log.accepted.filter(({ type, to }) => type === 'template' && numbers.has(to));
  const accepted = new Set(shipped.map(({ to }) => to));
  const isShownAsSent = ({ status }: { status: string }): boolean => ['sent', 'delivered', 'read'].includes(status);
  const undecided = shipments.filter(({ number, code }) => code === 'UNCERTAIN' && !accepted.has(number));
  checks.equal('shipments', shipments.length, recipients);
  checks.equal('shipments accepted by the provider', shipped.length, accepted.size);
  // those that the provider does not have are the ones that managers are told of
  checks.equal('shipments lost', recipients - accepted.size - undecided.length, 0);
  checks.none(
    'shipments accepted and not shown as sent',
    shipments.filter((each) => accepted.has(each.number) && !isShownAsSent(each)),
  );
  checks.none(
    'shipments never accepted, though shown as sent',
    shipments.filter((each) => !accepted.has(each.number) && isShownAsSent(each)),
  );
  checks.figure('shipments uncertain for good, shown to managers', undecided.length);
  return shipped;
}

/** A campaign that is sent while servers are killed. */
export class BulkCampaign implements FaultLoad {
  readonly name = 'campaign';
  readonly longestPauseMs = 150;
  private setting!: LoadSetting;
  private campaign!: Named;

  constructor(private readonly size: { readonly recipients: number; readonly perSecond: number }) {}

  async prepare(setting: LoadSetting): Promise<void> {
    const { deployment, tenant } = setting;
    this.setting = setting;
    this.campaign = await createCampaign(deployment, tenant, this.size);
  }

  async run(killing: () => boolean): Promise<void> {
    const { deployment, tenant, client } = this.setting;
    const { postgres, graph } = deployment;
    await client.send(callAs(tenant.w.admin, 'POST', `/campaigns/${this.campaign.id}/restart`));
    const end = Date.now() + patienceMs;
    for (; !(await isOver(deployment, this.campaign)); await delay(500)) {
      if (Date.now() > end) throw new Error('The campaign does not end');
      if (killing() || (await postgres.count("campaign_shipments where status in ('queued', 'sending')")) > 0) continue;
      await graph.settled(patienceMs);
      await deployment.settled();
      await expireUncertain(deployment, 0);
    }
  }

  /** A shipment is at the provider. */
  async moment(): Promise<void> {
    while (!(await isOver(this.setting.deployment, this.campaign)) && (await this.interrupted()) === 0) await delay(2);
  }

  interrupted(): Promise<number> {
    return this.setting.deployment.postgres.count(
      "campaign_shipments where status = 'sending' and leased_until > now()",
    );
  }

  async check(checks: Checks): Promise<void> {
    await checkCampaign(this.setting.deployment, this.campaign, this.size.recipients, checks);
  }
}
