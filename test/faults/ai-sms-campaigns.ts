import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ChatEndpoint } from '../support/chat-endpoint.js';
import type { Checks } from '../support/checks.js';
import { bodyOf } from '../support/client.js';
import { form } from '../support/files.js';
import { createPrompt } from '../support/prompts.js';
import { SmsSimulator } from '../support/sms-simulator.js';
import type { FaultLoad, LoadSetting } from './under-kills.js';

const rowsOfFile = 50;
const template = {
  name: 'volte',
  language: 'pt_BR',
  category: 'MARKETING',
  components: [{ type: 'BODY', text: 'Olá {{1}}, volte!', example: { body_text: [['Rui']] } }],
};
/** Of the gateway, so that kills fall between what is sent and what is recorded. */
const thinkingMs = 20;
/** Between two rows while servers are killed. */
const pauseMs = 500;
const patienceMs = 120_000;

interface Stored {
  readonly id: number;
  readonly kind: 'ai' | 'sms';
  readonly number: string;
  readonly status: string;
}

/** An AI campaign, which opens by a template, and one by SMS: each row is sent once, or shown as uncertain. */
export class AiSmsCampaigns implements FaultLoad {
  readonly name = 'campaigns with AI and by SMS';
  readonly longestPauseMs = 2 * thinkingMs;
  private setting!: LoadSetting;
  private readonly endpoint = new ChatEndpoint();
  private readonly gateway = new SmsSimulator();

  /** @param rows of each kind */
  constructor(private readonly rows: number) {}

  async start(): Promise<string[]> {
    const { endpoint, gateway } = this;
    await Promise.all([endpoint.start(), gateway.start()]);
    gateway.delayMs = thinkingMs;
    gateway.left = this.rows * 2;
    return [endpoint.host, gateway.server.host];
  }

  async stop(): Promise<void> {
    await Promise.all([this.endpoint.stop(), this.gateway.stop()]);
  }

  async prepare(setting: LoadSetting): Promise<void> {
    this.setting = setting;
    const { deployment, tenant } = setting;
    const { w, connection } = tenant;
    deployment.graph.addTemplate(template);
    bodyOf(await w.admin.post(`/whatsapp/${connection.id}/templates/sync`), 202);
    await deployment.settled();
    const prompt = await createPrompt(w, this.endpoint);
    const { url, login, token, dialect: name } = this.gateway;
    bodyOf(await w.admin.post('/sms-gateways', { name, url, login, token }), 201);
    const opening = { name: template.name, language: template.language, params: { body: ['{nome}'] } };
    await this.begin('ai', { instance_id: prompt.id, interval: 3, template: opening });
    await this.begin('sms', { message: 'Oi {nome}', service_identifier: name });
  }

  private async begin(kind: Stored['kind'], own: object): Promise<void> {
    const { w, connection } = this.setting.tenant;
    const route = `/campaign-service/${kind}`;
    const fields = { name: 'Volte', company_id: w.companyId, connection_id: connection.id, ...own };
    const { id } = bodyOf(await w.admin.post<{ id: number }>(`${route}/campaigns`, fields), 201);
    const first = 5_511_910_000_000 + randomInt(10_000_000);
    for (let from = 0; from < this.rows; from += rowsOfFile) {
      const length = Math.min(rowsOfFile, this.rows - from);
      const numbers = Array.from({ length }, (_, at) => `Ana;${first + from + at}`);
      const bytes = Buffer.from(['nome;telefone', ...numbers].join('\n'));
      const file = { name: 'lista.csv', mime: 'text/csv', bytes };
      bodyOf(await w.admin.post(`${route}/import`, form({ campaign_id: String(id) }, [file], 'file')));
    }
    bodyOf(await w.admin.put(`${route}/campaigns/status/${id}`, { status: 1 }));
  }

  /** Without the intervals between rows. */
  async run(killing: () => boolean): Promise<void> {
    const { postgres } = this.setting.deployment;
    let newest = { left: await this.waiting(), at: Date.now() };
    while (newest.left > 0) {
      await postgres.rows(
        "update outbox_jobs set run_at = now() where name = 'send-service-campaign' and leased_until is null and run_at > now()",
      );
      await delay(killing() ? pauseMs : 10);
      const left = await this.waiting();
      if (left < newest.left) newest = { left, at: Date.now() };
      if (Date.now() - newest.at > patienceMs) throw new Error(`${left} rows wait`);
    }
  }

  /** A row is being sent. */
  async moment(): Promise<void> {
    while ((await this.waiting()) > 0 && (await this.interrupted()) === 0) await delay(2);
  }

  interrupted(): Promise<number> {
    return this.setting.deployment.postgres.count(
      "service_recipients where status = 'sending' and leased_until > now()",
    );
  }

  private waiting(): Promise<number> {
    return this.setting.deployment.postgres.count("service_recipients where status in ('waiting', 'sending')");
  }

  async check(checks: Checks, kills: number): Promise<void> {
    const { postgres, graph } = this.setting.deployment;
    const rows = await postgres.rows<Stored>(
      'select r.id::int, c.kind, r.number, r.status from service_recipients r join service_campaigns c on c.id = r.campaign_id',
    );
    const sentTo = {
      ai: graph.log.accepted.map(({ to }) => to),
      sms: this.gateway.sent.map(({ to }) => to),
    };
    const times = ({ kind, number }: Stored): number => sentTo[kind].filter((to) => to === number).length;
    const isUncertain = ({ status }: Stored): boolean => status === 'uncertain';
    checks.equal('rows', rows.length, this.rows * 2);
    checks.none(
      'rows that were sent twice',
      rows.filter((row) => times(row) > 1),
    );
    checks.none(
      'rows that were lost',
      rows.filter((row) => times(row) === 0 && !isUncertain(row)),
    );
    for (const kind of ['ai', 'sms']) {
      const uncertain = rows.filter((row) => row.kind === kind && isUncertain(row));
      checks.none(`more uncertain rows than kills, ${kind}`, uncertain.length > kills ? uncertain : []);
    }
    checks.none(
      'rows in another status',
      rows.filter((row) => !['sent', 'delivered', 'read', 'uncertain'].includes(row.status)),
    );
    checks.figure('rows uncertain', rows.filter(isUncertain).length);
  }
}
