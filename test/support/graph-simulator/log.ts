/** A message that the platform accepted: what was really sent. */
export interface AcceptedMessage {
  id: string;
  phoneNumberId: string;
  to: string;
  type: string;
  callbackData: string | null;
  body: Record<string, unknown>;
  at: number;
}

export interface RequestRecord {
  method: string;
  path: string;
  /** 0 when the connection was cut instead of answered. */
  status: number;
  code: number | null;
  at: number;
}

export interface WebhookAttempt {
  /** Number of the POST; its retries and duplicates keep it. */
  post: number;
  attempt: number;
  duplicate: boolean;
  /** 0 when there was no answer. */
  status: number;
  body: string;
  at: number;
}

/** What the platform received and sent. */
export class SimulatorLog {
  readonly accepted: AcceptedMessage[] = [];
  readonly requests: RequestRecord[] = [];
  readonly webhooks: WebhookAttempt[] = [];
  /** Ids of customer messages that were marked as read. */
  readonly readReceipts: string[] = [];
  /** The data of a phone that were asked for. */
  readonly phoneData: string[] = [];
  /** What a business did with calls. */
  readonly calls: Record<string, unknown>[] = [];
  /** Ids of customer messages with a typing indicator. */
  readonly typing: string[] = [];

  /** Accepted messages by their `biz_opaque_callback_data`: more than one is a duplicate. */
  byCallbackData(): Map<string, AcceptedMessage[]> {
    const found = new Map<string, AcceptedMessage[]>();
    for (const message of this.accepted) {
      if (message.callbackData === null) continue;
      found.set(message.callbackData, [...(found.get(message.callbackData) ?? []), message]);
    }
    return found;
  }

  /** Callback data of messages accepted more than once. */
  duplicates(): string[] {
    return [...this.byCallbackData()].filter(([, messages]) => messages.length > 1).map(([data]) => data);
  }
}
