import { defineInvariants } from '../../../core/database/invariants.js';
import { jobExists } from '../../../core/jobs/outbox.queries.js';

defineInvariants(
  {
    name: 'every running campaign has a job that sends it',
    sql: `select k.company_id, k.id from campaigns k
      where k.status = 'EM_ANDAMENTO' and not ${jobExists("in ('freeze-recipients', 'send-shipments')", 'id', 'k')}`,
  },
  {
    name: 'every scheduled campaign has the job that starts it',
    sql: `select k.company_id, k.id from campaigns k
      where k.status = 'PROGRAMADA' and (k.scheduled_at is not null or k.follows_id is null)
        and not ${jobExists("= 'start-campaign'", 'id', 'k')}`,
  },
  {
    name: 'a follow-up without a time waits for a campaign that is not over',
    sql: `select k.company_id, k.id from campaigns k join campaigns p on p.company_id = k.company_id and p.id = k.follows_id
      where k.status = 'PROGRAMADA' and k.scheduled_at is null and p.status = 'FINALIZADA'`,
  },
  {
    name: 'a campaign that is over has nothing left to send',
    sql: `select k.company_id, k.id from campaigns k where k.status = 'FINALIZADA' and exists (
      select from campaign_shipments s where s.company_id = k.company_id and s.campaign_id = k.id
        and s.status in ('queued', 'sending', 'uncertain'))`,
  },
  {
    name: 'no shipment is being sent long after its lease',
    running: true,
    sql: `select company_id, id from campaign_shipments
      where status = 'sending' and leased_until < now() - interval '5 minutes'`,
  },
  {
    name: 'status and times of a shipment agree',
    sql: `select company_id, id, status from campaign_shipments
      where (status in ('sent', 'delivered', 'read') and sent_at is null)
        or (status in ('delivered', 'read') and delivered_at is null) or (status = 'read' and read_at is null)`,
  },
);
