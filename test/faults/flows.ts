import { setTimeout as delay } from 'node:timers/promises';
import type { Checks } from '../support/checks.js';
import { bodyOf } from '../support/client.js';
import type { CloudTenant } from '../support/cloud-tenant.js';
import { HttpServer } from '../support/http-server.js';
import { TypebotSimulator, textBubble, textInput } from '../support/typebot-simulator.js';
import type { Named } from '../support/world.js';
import { Walkers } from './menus.js';

/** Long enough that many kills come between a call and the storing of its answer. */
const longestThoughtMs = 300;
/** Of each customer: different ones, because a customer who repeats a text is taken for a robot. */
const texts = ['Bom dia', 'Quero reservar uma mesa', 'Para duas pessoas', 'Sexta à noite', 'Obrigada'];
const slug = 'fluxo';

abstract class Flow extends Walkers {
  private serial = 0;

  protected thought = (): number => this.setting.random.between([0, longestThoughtMs]);

  protected next(): string {
    this.serial += 1;
    return `Resposta ${this.serial} de ${this.name}`;
  }

  protected async integrate({ w, connection }: CloudTenant, fields: object): Promise<void> {
    const form = { name: `Fluxo ${this.name}`, type: this.name, ...fields };
    const { id: integrationId } = bodyOf(await w.admin.post<Named>('/queueIntegration', form), 201);
    bodyOf(await w.admin.put(`/whatsapp/${connection.id}`, { integrationId }));
  }

  protected stepsOf(number: string): readonly (readonly [string, string])[] {
    return texts.map((text) => [`${text}, ${number}`, 'Resposta ']);
  }

  override async check(checks: Checks): Promise<void> {
    await super.check(checks);
    const { deployment, tenant } = this.setting;
    const stored = await deployment.postgres.rows<{ body: string }>(
      'select m.body from messages m join tickets t on t.id = m.ticket_id where m.from_me and t.connection_id = $1',
      [tenant.connection.id],
    );
    checks.none(`${this.name}: answers said twice`, repeated(stored.map(({ body }) => body)));
  }
}

/** Customers of a flow of typebot, which hears none of their texts twice. */
export class TypebotFlow extends Flow {
  readonly name = 'typebot';
  private readonly typebot = new TypebotSimulator();

  async start(): Promise<string[]> {
    await this.typebot.start();
    return [this.typebot.server.host];
  }

  stop(): Promise<void> {
    return this.typebot.stop();
  }

  protected async setUp(tenant: CloudTenant): Promise<void> {
    const { typebot } = this;
    typebot.thinkingMs = this.thought;
    typebot.flows.set(slug, () => ({ messages: [textBubble(this.next())], input: textInput }));
    const fields = { urlN8N: typebot.url, typebotSlug: slug, typebotDelayMessage: 0, typebotExpires: 0 };
    await this.integrate(tenant, fields);
  }

  override async check(checks: Checks): Promise<void> {
    await super.check(checks);
    const { received, started } = this.typebot;
    checks.none('typebot: texts that it received twice', repeated(received.filter((text) => text !== null)));
    checks.figure('typebot: flows that began anew', started - this.walked.length);
  }
}

/** Customers of a flow of n8n. */
export class N8nFlow extends Flow {
  readonly name = 'n8n';
  private readonly server = new HttpServer();

  async start(): Promise<string[]> {
    await this.server.start();
    this.server.answer = async (_request, response) => {
      await delay(this.thought());
      response.writeHead(200).end(JSON.stringify({ messages: [{ body: this.next() }] }));
    };
    return [this.server.host];
  }

  stop(): Promise<void> {
    return this.server.stop();
  }

  protected setUp(tenant: CloudTenant): Promise<void> {
    return this.integrate(tenant, { urlN8N: this.server.url });
  }
}

const repeated = (all: readonly string[]): string[] => all.filter((text, index) => all.indexOf(text) !== index);
