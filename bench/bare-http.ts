import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { serve } from '../test/support/child-program.js';

/*
 * Fastify alone with the same payloads: the limit that bench/http.ts measures beside each figure. Forked by it.
 */

const answers: { readonly status: number; readonly body: unknown }[] = [];
const server = fastify();
server.all<{ Params: { index: string } }>('/:index', async (request, reply) => {
  const answer = answers[Number(request.params.index)];
  // parsed and serialised for each request, as an application does
  return reply.code(answer?.status ?? 404).send(answer?.body);
});

export const api = {
  listen: async (): Promise<string> => {
    await server.listen({ port: 0, host: '127.0.0.1' });
    return `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  },
  /** @returns the path that gives this answer */
  add: (status: number, body: string): string => {
    answers.push({ status, body: JSON.parse(body) as unknown });
    return `/${answers.length - 1}`;
  },
};
serve(api);
