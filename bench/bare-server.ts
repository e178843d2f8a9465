import fastify from 'fastify';

/*
 * What a bare Fastify makes of the same payloads: the limit that bench/http.ts measures beside each figure. Started by
 * it, told the answers by messages; nothing to start by hand.
 */

interface Told {
  readonly status: number;
  readonly body: string;
}

const answers: { readonly status: number; readonly body: unknown }[] = [];
const server = fastify();
server.all<{ Params: { key: string } }>('/:key', async (request, reply) => {
  const answer = answers[Number(request.params.key)];
  // parsed here and written anew for each, as an application has it
  return reply.code(answer?.status ?? 404).send(answer?.body);
});
await server.listen({ port: 0, host: '127.0.0.1' });
const address = server.server.address();
process.on('message', ({ status, body }: Told) => {
  answers.push({ status, body: JSON.parse(body) as unknown });
  process.send?.(answers.length - 1);
});
process.on('disconnect', () => process.exit(0));
process.send?.(typeof address === 'object' ? address?.port : 0);
