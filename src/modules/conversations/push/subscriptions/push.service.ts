import { createPublicKey } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { invalidField } from '../../../../core/errors/core-errors.js';
import { type PushKind, pushKinds } from '../delivery/push-kinds.js';
import { PushSenderService } from '../delivery/push-sender.service.js';
import type { PushKindsInput, PushSubscriptionInput } from '../push.dto.js';
import { PushCompaniesService } from './push-companies.service.js';
import {
  pushSettings,
  removeOtherSubscriptions,
  removeOwnSubscription,
  setMuted,
  storeSubscription,
} from './push-subscriptions.queries.js';

export interface PushSettings {
  /** The VAPID public key, with which a browser subscribes. */
  readonly publicKey: string;
  /** Whether this session receives notices. */
  readonly subscribed: boolean;
  readonly kinds: Readonly<Record<PushKind, boolean>>;
}

const invalidAddress = invalidField('endpoint', 'Endereço inválido', 'Invalid address', 'Dirección inválida');
const invalidKey = invalidField('keys', 'Chave inválida', 'Invalid key', 'Clave inválida');

/** Push subscriptions of a user's browsers, and the kinds of notices the user wants. */
@Injectable()
export class PushService {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly companies: PushCompaniesService,
    private readonly sender: PushSenderService,
  ) {}

  async settings(): Promise<PushSettings> {
    const row = await this.db.row(pushSettings(this.context.actor));
    const { muted = [], subscribed = false } = row ?? {};
    const kinds = Object.fromEntries(pushKinds.map((kind) => [kind, !muted.includes(kind)]));
    return { publicKey: this.sender.publicKey, subscribed, kinds: kinds as Record<PushKind, boolean> };
  }

  async setKinds(input: PushKindsInput): Promise<void> {
    const muted = pushKinds.filter((kind) => !input[kind]);
    await this.db.run(setMuted(this.context.actor, muted));
  }

  /** A session has one subscription; a later login in the same browser takes it over. @throws 400 ERR_VALIDATION */
  async subscribe({ endpoint, keys: { p256dh, auth } }: PushSubscriptionInput): Promise<void> {
    const { actor } = this.context;
    if (!URL.canParse(endpoint)) throw invalidAddress();
    assertPoint(p256dh);
    await this.db.run(removeOtherSubscriptions(actor, endpoint));
    await this.db.run(storeSubscription(actor, { endpoint, p256dh, auth }));
    this.context.unit?.afterCommit.push(() => this.companies.add(actor.companyId));
  }

  async unsubscribe(): Promise<void> {
    await this.db.run(removeOwnSubscription(this.context.actor));
  }
}

/** A key that is no point of the curve would make every delivery fail. */
function assertPoint(p256dh: string): void {
  const bytes = Buffer.from(p256dh, 'base64url');
  const [x, y] = [bytes.subarray(1, 33), bytes.subarray(33)].map((half) => half.toString('base64url'));
  if (bytes[0] !== 4) throw invalidKey();
  try {
    createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  } catch {
    throw invalidKey();
  }
}
