import { jest } from '@jest/globals';
import { Db } from '../../src/core/database/db.js';
import type { JobLease } from '../../src/core/jobs/job-lease.js';
import { ChannelsService } from '../../src/modules/channels/connections/channels/channels.service.js';
import type { CloudCompany } from './cloud-company.js';

/** Renews the lease at every call of the provider. @param row that is sent, whose own lease has almost ended then */
export async function extendedDuringCall(
  { app }: CloudCompany,
  lease: JobLease,
  row: string,
  perform: () => Promise<void>,
): Promise<boolean[]> {
  const channel = app.nest.get(ChannelsService).get('cloudapi');
  const send = channel.send.bind(channel);
  const extended: boolean[] = [];
  const spy = jest.spyOn(channel, 'send').mockImplementation(async (...call) => {
    const [table = '', condition = ''] = row.split(' where ');
    const leases = await app.database.query<{ until: string }>(
      `update ${table} set leased_until = now() + interval '5 seconds' where ${condition} returning leased_until::text as until`,
    );
    for (const statement of lease.toRenew) await app.nest.get(Db).platformRows(statement);
    const [found] = await app.database.query<{ later: boolean }>(
      `select leased_until > $1::timestamptz as later from ${row}`,
      [leases[0]?.until],
    );
    extended.push(found?.later === true);
    return send(...call);
  });
  await perform().finally(() => spy.mockRestore());
  return extended;
}
