import type { SecretCipher } from '../../core/crypto/secret-cipher.js';
import type { Db } from '../../core/database/db.js';
import type { Events } from '../../core/events/events.js';
import { CompanyCreating } from '../../modules/companies/companies.events.js';
import { newEncryptedToken } from '../../modules/connections/connections.secrets.js';
import { planFeatures } from '../../modules/plans/plan.entity.js';
import { insertRows, nextIds, type Row } from '../insert-rows.js';

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A plan with every feature but these. */
export function planRow(name: string, limits: Row, without: readonly string[] = []): Row {
  return { name, ...limits, ...Object.fromEntries(planFeatures.map((flag) => [snake(flag), !without.includes(flag)])) };
}

export const ratingQuestion = 'De 1 a 3, como você avalia este atendimento?';

/** Makes a company with what every new one gets: its settings and its manager. */
export async function createCompany(
  db: Db,
  events: Events,
  row: Row,
  manager: CompanyCreating['admin'],
): Promise<number> {
  const [id = 0] = await insertRows(db, 'companies', [row]);
  await events.dispatch(new CompanyCreating(id, manager));
  return id;
}

/** Ids by the name that the demo knows a thing by. */
export async function insertNamed<N extends string>(
  db: Db,
  table: string,
  rows: ReadonlyMap<N, Row>,
): Promise<Map<N, number>> {
  const ids = await insertRows(db, table, [...rows.values()]);
  return new Map([...rows.keys()].map((name, index) => [name, ids[index] ?? 0]));
}

export interface SandboxConnection {
  readonly name: string;
  readonly isDefault: boolean;
  readonly greeting: string;
  readonly farewell: string;
  readonly queueIds: readonly number[];
  readonly createdAt: Date;
}

/** Test phones with their departments, each with a token of its own. */
export async function createConnections(
  db: Db,
  sealer: SecretCipher,
  companyId: number,
  connections: readonly SandboxConnection[],
): Promise<number[]> {
  const ids = await nextIds(db, 'connections', connections.length);
  const rows = connections.map(({ name, isDefault, greeting, farewell, createdAt }, index) => {
    const id = ids[index] ?? 0;
    const { token, tokenHash } = newEncryptedToken(sealer, { companyId, id });
    return {
      id,
      company_id: companyId,
      name,
      channel: 'sandbox',
      status: 'CONNECTED',
      is_default: isDefault,
      provider: 'beta',
      token,
      token_hash: tokenHash,
      greeting_message: greeting,
      complation_message: farewell,
      out_of_hours_message: 'Nosso horário é de segunda a sexta, das 8h às 18h. Responderemos assim que possível.',
      rating_message: ratingQuestion,
      expires_inactive_message: '',
      expires_ticket: 0,
      time_use_bot_queues: 0,
      max_use_bot_queues: 3,
      time_to_transfer: 0,
      credentials: {},
      created_at: createdAt,
      updated_at: createdAt,
    };
  });
  await insertRows(db, 'connections', rows);
  const links = connections.flatMap(({ queueIds }, index) =>
    queueIds.map((queueId) => ({ company_id: companyId, connection_id: ids[index], queue_id: queueId })),
  );
  await insertRows(db, 'connection_queues', links);
  return ids;
}
