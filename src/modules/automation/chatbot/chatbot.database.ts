import { defineInvariants } from '../../../core/database/invariants.js';

defineInvariants(
  {
    name: 'a prompt or an integration answers only conversations that wait without an attendant',
    sql: `select company_id, id, status, user_id from tickets
      where (prompt_id is not null or integration_id is not null) and (status <> 'pending' or user_id is not null)`,
  },
  {
    name: 'what a customer chose is an option of the department that was chosen',
    sql: `select b.company_id, b.id, b.queue_id, o.queue_id as option_queue from bot_choices b
      join queue_options o on o.company_id = b.company_id and o.id = b.option_id where o.queue_id <> b.queue_id`,
  },
);
