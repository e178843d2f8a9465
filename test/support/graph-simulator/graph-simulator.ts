import { setTimeout as wait } from 'node:timers/promises';
import type { CustomerContent } from './customer.js';
import type { Refusal, SendFault } from './faults.js';
import { statusError } from './graph-errors.js';
import { GraphServer } from './graph-server.js';
import type { SimulatorLog } from './log.js';
import {
  type GraphSimulatorOptions,
  type GraphSimulatorOverrides,
  optionsOf,
  type SimulatedNumber,
} from './options.js';
import { PagePlatform } from './pages.js';
import { PlatformState } from './platform-state.js';
import type { StatusWord } from './statuses.js';
import type { SimulatedTemplate } from './templates.js';

export { type CustomerContent, sends } from './customer.js';
export type { Refusal, SendFault } from './faults.js';
export { defaultNumber, type GraphSimulatorOverrides, type SimulatedNumber } from './options.js';

/** Sender and envelope of a message. */
export interface CustomerMessage {
  /** Digits, without plus. */
  from: string;
  name?: string;
  /** Business number; by default the first one. */
  phoneNumberId?: string;
  /** Provider id of the quoted message. */
  quoted?: string;
  forwarded?: boolean;
  groupId?: string;
  /** The advertisement the customer came from. */
  referral?: Record<string, unknown>;
  /** Milliseconds since the epoch. */
  at?: number;
  /** A fixed id, to send the same message again. */
  id?: string;
}

/** The Cloud API as documented, on this machine: accepts messages and files, and posts webhooks of customers. */
export class GraphSimulator {
  readonly options: GraphSimulatorOptions;
  private readonly world: PlatformState;
  private readonly server: GraphServer;
  /** Pages and the Instagram accounts linked to them. */
  readonly pages: PagePlatform;

  constructor(overrides: GraphSimulatorOverrides = {}) {
    this.options = optionsOf(overrides);
    this.world = new PlatformState(this.options);
    this.pages = new PagePlatform(this.world);
    this.server = new GraphServer(this.world, this.pages);
  }

  /** What the platform received and sent. */
  get log(): SimulatorLog {
    return this.world.log;
  }

  /** Base address with version, for GRAPH_API_URL. */
  get url(): string {
    return `http://${this.server.host}/v24.0`;
  }

  /** Listens on that port, or on a free one. @returns the base address */
  async start(port = 0): Promise<string> {
    await this.server.start(port);
    return this.url;
  }

  async stop(): Promise<void> {
    this.world.stop();
    await this.server.stop();
  }

  /** Sets the address of the webhooks; those that waited for one are sent. */
  setCallbackUrl(callbackUrl: string): void {
    this.options.callbackUrl = callbackUrl;
    this.world.webhooks.flush();
  }

  /** Verifies a webhook address, as the app dashboard does. */
  async verify(callbackUrl: string, verifyToken: string): Promise<boolean> {
    const challenge = String(Math.floor(this.world.random.next() * 1e9));
    const query = new URLSearchParams({
      'hub.mode': 'subscribe',
      'hub.verify_token': verifyToken,
      'hub.challenge': challenge,
    });
    const answer = await fetch(`${callbackUrl}?${query.toString()}`);
    return answer.status === 200 && (await answer.text()) === challenge;
  }

  get numbers(): readonly SimulatedNumber[] {
    return this.options.numbers;
  }

  addNumber(number: SimulatedNumber): void {
    this.options.numbers.push(number);
  }

  /** A template of the business account of a number, approved by default. */
  addTemplate(template: SimulatedTemplate, phoneNumberId?: string): void {
    this.world.templates.add(this.numberOf(phoneNumberId).wabaId, template);
  }

  removeTemplate(name: string, phoneNumberId?: string): void {
    this.world.templates.remove(this.numberOf(phoneNumberId).wabaId, name);
  }

  /** Sets the page size of the template list. */
  pageTemplates(size: number): void {
    this.world.templates.pageSize = size;
  }

  /** Changes quality and limits of a number and posts the webhook, which names the new limit only. */
  changeNumber(change: Pick<SimulatedNumber, 'quality' | 'messagingLimit'>, phoneNumberId?: string): void {
    const number = this.numberOf(phoneNumberId);
    Object.assign(number, change);
    const value = {
      display_phone_number: number.displayPhoneNumber,
      event: 'ONBOARDING',
      current_limit: number.messagingLimit ?? 'TIER_2K',
      max_daily_conversations_per_business: number.messagingLimit ?? 'TIER_2K',
    };
    const changes = [{ field: 'phone_number_quality_update', value }];
    const entry = [{ id: number.wabaId, time: Math.floor(this.options.now() / 1000), changes }];
    this.postWebhook({ object: 'whatsapp_business_account', entry });
  }

  /** Changes the status of a template and posts the webhook. */
  setTemplateStatus(name: string, status: string, reason = 'NONE', phoneNumberId?: string): void {
    const { wabaId } = this.numberOf(phoneNumberId);
    const template = this.world.templates.of(wabaId).find((each) => each.name === name);
    if (!template) throw new Error(`The simulator has no template ${name}`);
    template.status = status;
    const value = {
      event: status,
      message_template_id: 594425479261596,
      message_template_name: name,
      message_template_language: template.language,
      reason,
    };
    this.postTemplateChange(wabaId, { field: 'message_template_status_update', value });
  }

  /** Rates a template anew and posts the webhook. */
  setTemplateQuality(name: string, score: 'GREEN' | 'YELLOW' | 'RED'): void {
    const { wabaId } = this.numberOf();
    const template = this.world.templates.of(wabaId).find((each) => each.name === name);
    if (!template) throw new Error(`The simulator has no template ${name}`);
    const value = {
      previous_quality_score: template.quality_score?.score ?? 'UNKNOWN',
      new_quality_score: score,
      message_template_id: 594425479261596,
      message_template_name: name,
      message_template_language: template.language,
    };
    template.quality_score = { score };
    this.postTemplateChange(wabaId, { field: 'message_template_quality_update', value });
  }

  private postTemplateChange(wabaId: string, change: object): void {
    const entry = { id: wabaId, time: Math.floor(this.options.now() / 1000), changes: [change] };
    this.postWebhook({ object: 'whatsapp_business_account', entry: [entry] });
  }

  /** A customer calls, and gives up or is rejected a moment later. */
  customerCalls({ from, name, id, at }: Required<Pick<CustomerMessage, 'from' | 'name' | 'id' | 'at'>>): void {
    const { wabaId, displayPhoneNumber: to, phoneNumberId } = this.numberOf();
    const value = {
      messaging_product: 'whatsapp',
      metadata: { display_phone_number: to, phone_number_id: phoneNumberId },
    };
    const call = { id, to, from, timestamp: String(Math.floor(at / 1000)), direction: 'USER_INITIATED' };
    const session = { sdp_type: 'offer', sdp: 'v=0' };
    const contacts = [{ profile: { name }, wa_id: from }];
    for (const more of [
      { contacts, calls: [{ ...call, event: 'connect', session }] },
      { calls: [{ ...call, event: 'terminate' }] },
    ])
      this.postWebhook({
        object: 'whatsapp_business_account',
        entry: [{ id: wabaId, changes: [{ field: 'calls', value: { ...value, ...more } }] }],
      });
  }

  /** From now on the token is answered with 190. */
  revokeToken(token: string): void {
    this.world.revokedTokens.add(token);
  }

  restoreToken(token: string): void {
    this.world.revokedTokens.delete(token);
  }

  /** Messages to a recipient are refused with a code. */
  refuse(recipient: string, code: number, options: Partial<Omit<Refusal, 'code'>> = {}): void {
    this.world.faults.refuse(recipient, { via: 'response', ...options, code });
  }

  /** Messages to a recipient are accepted again. */
  stopRefusing(recipient: string): void {
    this.world.faults.clearRefusal(recipient);
  }

  /** The next sends fail in a given way. */
  failNext(fault: SendFault, times = 1): void {
    this.world.faults.failNext(fault, times);
  }

  /** Sends fail with a probability. */
  failRandomly(fault: SendFault, probability: number): void {
    this.world.faults.failRandomly(fault, probability);
  }

  /** Ends all faults. */
  clearFaults(): void {
    this.world.faults.clear();
  }

  /** A customer sends a message. @returns its provider id */
  customerSends(message: CustomerMessage, content: CustomerContent): string {
    const number = this.numberOf(message.phoneNumberId);
    const at = message.at ?? this.options.now();
    const id = message.id ?? this.world.newId(message.from);
    const context = {
      ...(message.quoted === undefined ? {} : { from: number.displayPhoneNumber, id: message.quoted }),
      ...(message.forwarded ? { forwarded: true } : {}),
    };
    const item = {
      ...(Object.keys(context).length > 0 ? { context } : {}),
      from: message.from,
      ...(message.groupId === undefined ? {} : { group_id: message.groupId }),
      id,
      timestamp: String(Math.floor(at / 1000)),
      ...content(this.world.media),
      ...(message.referral === undefined ? {} : { referral: message.referral }),
    };
    this.world.recordCustomerMessage(number, message.from, at);
    const contact = { wa_id: message.from, profile: { name: message.name ?? `Cliente ${message.from.slice(-4)}` } };
    this.world.webhooks.add({ number, kind: 'messages', item, contact });
    return id;
  }

  /** Reports a status of an accepted message now. */
  sendStatus(providerId: string, status: StatusWord, code?: number): void {
    const message = this.log.accepted.find((accepted) => accepted.id === providerId);
    if (!message) throw new Error(`The simulator never accepted ${providerId}`);
    this.world.status(message, status, code);
  }

  /** Reports a problem of a number itself. */
  reportError(code: number, phoneNumberId?: string): void {
    this.world.webhooks.add({ number: this.numberOf(phoneNumberId), kind: 'errors', item: statusError(code) });
  }

  /** Posts any body with a valid signature, with the usual retries. */
  postWebhook(body: unknown): void {
    this.world.webhooks.addBody(body);
  }

  /** Waits until every status was posted and every webhook answered with 200. */
  async settled(timeoutMs = 120_000): Promise<void> {
    const until = Date.now() + timeoutMs;
    while (this.world.pending > 0) {
      if (Date.now() > until) throw new Error(`The simulator still has ${this.world.pending} webhooks to post`);
      await wait(5);
    }
  }

  private numberOf(phoneNumberId?: string): SimulatedNumber {
    const number = phoneNumberId === undefined ? this.options.numbers[0] : this.world.number(phoneNumberId);
    if (!number) throw new Error(`The simulator has no number ${phoneNumberId ?? ''}`);
    return number;
  }
}
