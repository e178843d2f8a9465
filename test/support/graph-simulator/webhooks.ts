import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { SimulatorLog } from './log.js';
import type { GraphSimulatorOptions, SimulatedNumber } from './options.js';
import type { Random } from './random.js';

/** One event of a business number. */
export interface WebhookEvent {
  number: SimulatedNumber;
  kind: 'messages' | 'statuses' | 'errors';
  item: Record<string, unknown>;
  contact?: { wa_id: string; profile: { name: string } };
}

interface Post {
  id: number;
  body: string;
  duplicate: boolean;
}

/** Posts events to the callback: in batches, signed, repeated until it answers 200. */
export class WebhookSender {
  private readonly waiting: WebhookEvent[] = [];
  private readonly posts: Post[] = [];
  private readonly stopping = new AbortController();
  private gathering: NodeJS.Timeout | null = null;
  private active = 0;
  private lastPost = 0;

  constructor(
    private readonly options: GraphSimulatorOptions,
    private readonly random: Random,
    private readonly log: SimulatorLog,
  ) {}

  /** Events and POSTs that were not answered with 200 yet. */
  get pending(): number {
    return this.waiting.length + this.posts.length + this.active;
  }

  add(event: WebhookEvent): void {
    this.waiting.push(event);
    this.gathering ??= setTimeout(() => this.gather(), this.options.webhooks.gatherMs);
  }

  /** Posts a body as it is, signed; for payloads that the simulator does not create. */
  addBody(body: unknown): void {
    this.enqueue(JSON.stringify(body));
  }

  /** Sends what waited for a callback address. */
  flush(): void {
    this.gather();
    this.pump();
  }

  stop(): void {
    this.stopping.abort();
    if (this.gathering) clearTimeout(this.gathering);
  }

  private gather(): void {
    this.gathering = null;
    while (this.waiting.length > 0) {
      const events = this.waiting.splice(0, this.options.webhooks.batch);
      this.enqueue(JSON.stringify({ object: 'whatsapp_business_account', entry: this.entries(events) }));
    }
  }

  private entries(events: WebhookEvent[]): { id: string; changes: unknown[] }[] {
    const entries = new Map<string, { id: string; changes: unknown[] }>();
    const open = new Map<string, Record<string, unknown[]>>();
    for (const { number, kind, item, contact } of events) {
      const entry = entries.get(number.wabaId) ?? { id: number.wabaId, changes: [] };
      entries.set(number.wabaId, entry);
      const key = `${number.phoneNumberId} ${kind}`;
      let value = this.random.chance(0.5) ? open.get(key) : undefined;
      if (!value) {
        const metadata = { display_phone_number: number.displayPhoneNumber, phone_number_id: number.phoneNumberId };
        value = kind === 'messages' ? { contacts: [], messages: [] } : { [kind]: [] };
        entry.changes.push({ value: { messaging_product: 'whatsapp', metadata, ...value }, field: 'messages' });
        open.set(key, value);
      }
      value[kind]?.push(item);
      if (contact) value['contacts']?.push(contact);
    }
    return [...entries.values()];
  }

  private enqueue(body: string): void {
    this.lastPost += 1;
    this.posts.push({ id: this.lastPost, body, duplicate: false });
    this.pump();
  }

  private pump(): void {
    while (
      this.options.callbackUrl !== null &&
      this.active < this.options.webhooks.parallel &&
      !this.stopping.signal.aborted
    ) {
      const post = this.posts.shift();
      if (!post) return;
      this.active += 1;
      void this.deliver(post).finally(() => {
        this.active -= 1;
        this.pump();
      });
    }
  }

  private async deliver(post: Post): Promise<void> {
    const { retryFirstMs, retryMostMs, duplicate } = this.options.webhooks;
    for (let attempt = 1; !this.stopping.signal.aborted; attempt += 1) {
      const status = await this.post(post, attempt);
      if (status === 200) {
        if (!post.duplicate && this.random.chance(duplicate)) this.posts.push({ ...post, duplicate: true });
        return;
      }
      await wait(Math.min(retryMostMs, retryFirstMs * 2 ** (attempt - 1)), undefined, {
        signal: this.stopping.signal,
      }).catch(() => undefined);
    }
  }

  private async post(post: Post, attempt: number): Promise<number> {
    const signature = createHmac('sha256', this.options.appSecret).update(post.body).digest('hex');
    const signal = AbortSignal.any([this.stopping.signal, AbortSignal.timeout(this.options.webhooks.timeoutMs)]);
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'facebookexternalua',
      'x-hub-signature-256': `sha256=${signature}`,
    };
    const status = await fetch(this.options.callbackUrl ?? '', {
      method: 'POST',
      headers,
      body: post.body,
      signal,
    }).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      },
      () => 0,
    );
    this.log.webhooks.push({
      post: post.id,
      attempt,
      duplicate: post.duplicate,
      status,
      body: post.body,
      at: this.options.now(),
    });
    return status;
  }
}
