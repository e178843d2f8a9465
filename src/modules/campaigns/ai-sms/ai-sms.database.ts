import { defineInvariants } from '../../../core/database/invariants.js';
import { jobExists } from '../../../core/jobs/outbox.queries.js';

defineInvariants({
  name: 'every active campaign of the campaign service with rows that wait has the job that sends them',
  sql: `select s.company_id, s.id from service_campaigns s
    where s.active and exists (select 1 from service_recipients r where r.company_id = s.company_id
      and r.campaign_id = s.id and r.status = 'waiting')
      and not ${jobExists("= 'send-service-campaign'", 'campaignId', 's')}`,
});
