import { Module } from '@nestjs/common';
import { sql } from 'kysely';
import { Sweeper } from '../../../core/jobs/sweeper.js';
import { resourceModule } from '../../../core/resource/resource.module.js';
import { ContactListsModule } from '../contact-lists/contact-lists.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { leadOptOuts } from './lead-opt-outs.resource.js';
import { LeadPicks } from './picking/lead-picks.service.js';
import { LeadQuotas } from './picking/lead-quotas.service.js';
import './leads.audit.js';
import { LeadsController } from './search/leads.controller.js';
import './leads.page.js';
import { LeadsService } from './search/leads.service.js';

/** The finder of companies, over the open data of CNPJ that `npm run leads:import` loads. */
@Module({
  imports: [ContactListsModule, ContactsModule],
  ...resourceModule(leadOptOuts, {
    controllers: [LeadsController],
    providers: [LeadsService, LeadPicks, LeadQuotas],
  }),
})
export class LeadsModule {
  constructor(sweeper: Sweeper) {
    sweeper.addRetentionRule({ table: 'lead_uses', where: sql`month < now() - interval '3 months'` });
  }
}
