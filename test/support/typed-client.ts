import createClient, { type Client } from 'openapi-fetch';
import type { paths } from '../../dist/api/schema.js';

/** A client that knows every path, input and answer of the OpenAPI document; a wrong one does not compile. */
export const typedClient = (baseUrl: string, token?: string): Client<paths, 'application/json'> =>
  createClient<paths, 'application/json'>({ baseUrl, headers: token ? { Authorization: `Bearer ${token}` } : {} });
