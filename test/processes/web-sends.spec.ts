import { reply } from '../faults/replies.js';
import { CloudTenant } from '../support/cloud-tenant.js';
import { Deployment } from '../support/deployment.js';
import { hasRedis } from '../support/redis.js';
import { RetryingClient } from '../support/retrying-client.js';
import { until } from '../support/until.js';

const patienceMs = 300_000;

(hasRedis ? test : test.skip)(
  'a web process sends the replies it takes, also while no worker runs; what has to wait is left to a worker',
  async () => {
    const deployment = await Deployment.start({ seed: 6, processes: 1, redis: true, workers: 1 });
    const { graph, postgres, workers } = deployment;
    const client = new RetryingClient(deployment.urls);
    try {
      const tenant = await CloudTenant.create(deployment, { attendants: 1 });
      const [ticket] = await tenant.openTickets(client, 6, 1);
      if (!ticket) throw new Error('no conversation');
      await deployment.settled();
      await workers[0]?.stop();
      const first = await reply(client, ticket, 'sem processo de tarefas');
      await until('it is at the provider', () => graph.log.byCallbackData().has(String(first?.id)));
      graph.options.latencyMs = [2_000, 2_000];
      const second = await reply(client, ticket, 'demora');
      const third = await reply(client, ticket, 'espera pela outra');
      await until('the second is at the provider', () => graph.log.byCallbackData().has(String(second?.id)));
      await until('it is sent', async () => (await postgres.count("messages where status = 'sending'")) === 0);
      expect(graph.log.byCallbackData().has(String(third?.id))).toBe(false);
      graph.options.latencyMs = [0, 0];
      await workers[0]?.start();
      await until('the third is at the provider', () => graph.log.byCallbackData().has(String(third?.id)), 60_000);
      await deployment.settled();
      expect(graph.log.duplicates()).toEqual([]);
    } finally {
      await client.close();
      await deployment.close();
    }
  },
  patienceMs,
);
