import type { TestApp } from './app.js';
import { bodyOf, type Client } from './client.js';
import type { World } from './world.js';

/** A program with a token of its own. */
export function program(app: Pick<TestApp, 'visitor'>, token: string): Client {
  const client = app.visitor();
  client.token = token;
  return client;
}

/** The token of a connection, as managers read it. */
export const connectionToken = async ({ admin }: Pick<World, 'admin'>, id: number): Promise<string> =>
  bodyOf(await admin.get<{ token: string }>(`/whatsapp/${id}`)).token;

export interface ServiceTokenAnswer {
  readonly id: number;
  readonly token: string;
  readonly prefix: string;
  readonly expiresAt: string | null;
  readonly scopes: readonly string[];
}

export const serviceToken = async (
  { admin }: Pick<World, 'admin'>,
  scopes: readonly string[],
  more: object = {},
): Promise<ServiceTokenAnswer> =>
  bodyOf(await admin.post<ServiceTokenAnswer>('/service-tokens', { name: 'ERP', scopes, ...more }), 201);
