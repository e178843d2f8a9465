import { createPublicKey } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { invalidField } from '../../../../core/errors/core-errors.js';
import { sessionWithId } from '../delivery/push.queries.js';
import { type PushKind, pushKinds } from '../delivery/push-kinds.js';
import { PushSender } from '../delivery/push-sender.service.js';
import type { PushKindsInput, PushSubscriptionInput } from '../push.dto.js';
import { PushCompanies } from './push-companies.service.js';

export interface PushSettings {
  /** The application server key by which a browser subscribes. */
  readonly publicKey: string;
  /** Whether this session receives notices. */
  readonly subscribed: boolean;
  readonly kinds: Readonly<Record<PushKind, boolean>>;
}

const invalidAddress = invalidField('endpoint', 'Endereço inválido', 'Invalid address', 'Dirección inválida');
const invalidKey = invalidField('keys', 'Chave inválida', 'Invalid key', 'Clave inválida');

/** Which browsers of a user get notices, and of what. */
@Injectable()
export class PushService {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly companies: PushCompanies,
    private readonly sender: PushSender,
  ) {}

  async settings(): Promise<PushSettings> {
    const { companyId, userId, sessionId } = this.context.actor;
    const row = await this.db.row<{ muted: string[]; subscribed: boolean }>(sql`
      select coalesce((select muted from push_preferences where company_id = ${companyId} and user_id = ${userId}), '[]')
        as muted,
      exists (select 1 from push_subscriptions where company_id = ${companyId}
        and session_id = (${sessionWithId(companyId, sessionId)})) as subscribed`);
    const { muted = [], subscribed = false } = row ?? {};
    const kinds = Object.fromEntries(pushKinds.map((kind) => [kind, !muted.includes(kind)]));
    return { publicKey: this.sender.publicKey, subscribed, kinds: kinds as Record<PushKind, boolean> };
  }

  async setKinds(input: PushKindsInput): Promise<void> {
    const { companyId, userId } = this.context.actor;
    const muted = JSON.stringify(pushKinds.filter((kind) => !input[kind]));
    await this.db.run(sql`insert into push_preferences (company_id, user_id, muted)
      values (${companyId}, ${userId}, ${muted}::jsonb)
      on conflict (company_id, user_id) do update set muted = excluded.muted, updated_at = now()`);
  }

  /** One for each session; a browser that signs in again has the same address. @throws 400 ERR_VALIDATION */
  async subscribe({ endpoint, keys: { p256dh, auth } }: PushSubscriptionInput): Promise<void> {
    const { companyId, sessionId } = this.context.actor;
    if (!URL.canParse(endpoint)) throw invalidAddress();
    assertPoint(p256dh);
    await this.db.run(sql`delete from push_subscriptions where company_id = ${companyId} and endpoint = ${endpoint}
      and session_id <> (${sessionWithId(companyId, sessionId)})`);
    await this.db.run(sql`insert into push_subscriptions (company_id, session_id, endpoint, p256dh, auth)
      select ${companyId}, s.id, ${endpoint}, ${p256dh}, ${auth} from (${sessionWithId(companyId, sessionId)}) s
      on conflict (company_id, session_id) do update set endpoint = excluded.endpoint, p256dh = excluded.p256dh,
        auth = excluded.auth, updated_at = now()`);
    this.context.unit?.afterCommit.push(() => this.companies.add(companyId));
  }

  async unsubscribe(): Promise<void> {
    const { companyId, sessionId } = this.context.actor;
    await this.db.run(sql`delete from push_subscriptions where company_id = ${companyId}
      and session_id = (${sessionWithId(companyId, sessionId)})`);
  }
}

/** A key that is no point of the curve would fail at every delivery. */
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
