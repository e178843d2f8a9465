import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { sql } from 'kysely';
import type { TokenClaims } from './core/access/session-resolver.js';
import { Db } from './core/database/db.js';
import { Tokens } from './modules/people/auth/sessions/tokens.js';

/** The requests that a browser sends first. */
const routes = ['/resources', '/tickets?status=open', '/tickets?status=pending', '/contacts'];
const rounds = 3;

const newestSession = sql<TokenClaims>`
  select s.sid, s.user_id as "userId" from sessions s where s.ended_at is null and s.expires_at > now()
  order by s.id desc limit 1`;

/**
 * Reads the first screen of the newest session several times before the port is open. Otherwise cold code, connections
 * and plans would make the first requests after a start several times slower. Without a session nothing is read.
 * @returns the statuses of the answers
 */
export async function warmUp(app: NestFastifyApplication): Promise<number[]> {
  const claims = await app.get(Db).platformRow(newestSession);
  if (!claims) return [];
  const authorization = `Bearer ${app.get(Tokens, { strict: false }).access(claims)}`;
  const get = async (url: string) =>
    app.inject({ method: 'GET', url, headers: { authorization, accept: 'application/json' } });
  const statuses: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const answers = await Promise.all(routes.map(get));
    const [ticket] = answers[1]?.json<{ tickets?: { id: number }[] }>().tickets ?? [];
    if (ticket) answers.push(await get(`/messages/${ticket.id}?peek=true`));
    statuses.push(...answers.map(({ statusCode }) => statusCode));
  }
  return statuses;
}
