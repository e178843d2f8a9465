import { defineInvariants } from '../../../core/database/invariants.js';
import { jobExists } from '../../../core/jobs/outbox.queries.js';

defineInvariants({
  name: 'every schedule that is due to be sent has the job that sends it',
  sql: `select s.company_id, s.id from schedules s
    where s.status = 'PENDENTE' and not ${jobExists("= 'send-schedule'", 'id', 's')}`,
});
