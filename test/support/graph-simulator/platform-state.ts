import { Faults } from './faults.js';
import { type AcceptedMessage, SimulatorLog } from './log.js';
import { MediaStore } from './media.js';
import type { GraphSimulatorOptions, SimulatedNumber } from './options.js';
import { Random } from './random.js';
import { Rate } from './rates.js';
import { type PlannedStatus, planStatuses, type StatusWord, statusItem } from './statuses.js';
import { TemplateStore } from './templates.js';
import { WebhookSender } from './webhooks.js';

const day = 24 * 60 * 60 * 1000;

/** State and pending webhooks of the platform, changed by endpoints and customers. */
export class PlatformState {
  readonly log = new SimulatorLog();
  readonly media = new MediaStore();
  readonly templates = new TemplateStore();
  readonly faults = new Faults();
  readonly revokedTokens = new Set<string>();
  readonly random: Random;
  readonly webhooks: WebhookSender;
  readonly throughput: Rate;
  readonly pairs: Rate;
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly lastInboundAt = new Map<string, number>();
  private readonly messageIds = new Set<string>();
  private ids = 0;

  constructor(readonly options: GraphSimulatorOptions) {
    this.random = new Random(options.seed);
    this.webhooks = new WebhookSender(options, this.random.fork('webhooks'), this.log);
    this.throughput = new Rate(
      () => ({ everyMs: 1000 / options.throughput.perSecond, burst: options.throughput.burst }),
      options.now,
    );
    this.pairs = new Rate(() => options.pair, options.now);
  }

  get pending(): number {
    return this.timers.size + this.webhooks.pending;
  }

  number(phoneNumberId: string): SimulatedNumber | undefined {
    return this.options.numbers.find((number) => number.phoneNumberId === phoneNumberId);
  }

  /** A message id in the platform's format; the same seed gives the same ids. */
  newId(party: string): string {
    this.ids += 1;
    const id = `wamid.${Buffer.from(`${party}:${this.options.seed}:${this.ids}`).toString('base64')}`;
    this.messageIds.add(id);
    return id;
  }

  /** Whether there is a message of that id, ours or a customer's. */
  hasMessage(id: string): boolean {
    return this.messageIds.has(id);
  }

  recordCustomerMessage(number: SimulatedNumber, customer: string, at: number): void {
    this.lastInboundAt.set(`${number.phoneNumberId} ${customer}`, at);
  }

  windowOpen(number: SimulatedNumber, customer: string): boolean {
    const at = this.lastInboundAt.get(`${number.phoneNumberId} ${customer}`);
    return !this.options.window || (at !== undefined && this.options.now() - at < day);
  }

  /** Accepts a message and schedules its statuses; with `failure` it fails later instead. */
  accept(number: SimulatedNumber, body: Record<string, unknown>, failure: number | null): AcceptedMessage {
    const to = String(body['to'] ?? body['recipient']).replace(/^\+/, '');
    const data = body['biz_opaque_callback_data'];
    const message: AcceptedMessage = {
      id: this.newId(to),
      phoneNumberId: number.phoneNumberId,
      to,
      type: typeof body['type'] === 'string' ? body['type'] : 'text',
      callbackData: typeof data === 'string' ? data : null,
      body,
      at: this.options.now(),
    };
    this.log.accepted.push(message);
    const random = this.random.fork(`statuses of ${message.callbackData ?? message.id} to ${to}`);
    if (failure !== null)
      this.schedule(random.between(this.options.statuses.delayMs), () => this.status(message, 'failed', failure));
    else this.playStatuses(message, planStatuses(this.options, random));
    return message;
  }

  status(message: AcceptedMessage, word: StatusWord, code?: number): void {
    const number = this.number(message.phoneNumberId);
    if (number)
      this.webhooks.add({ number, kind: 'statuses', item: statusItem(message, word, this.options.now(), code) });
  }

  stop(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
    this.webhooks.stop();
  }

  /** One status after the other: timers of their own could overtake each other. */
  private playStatuses(message: AcceptedMessage, [next, ...rest]: PlannedStatus[]): void {
    if (!next) return;
    this.schedule(next.waitMs, () => {
      this.status(message, next.word);
      this.playStatuses(message, rest);
    });
  }

  private schedule(afterMs: number, action: () => void): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      action();
    }, afterMs);
    this.timers.add(timer);
  }
}
