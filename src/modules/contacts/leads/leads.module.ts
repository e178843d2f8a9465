import { Module } from '@nestjs/common';
import { defineAuditActions } from '../../../core/audit/audit-actions.js';
import { t } from '../../../core/i18n.js';
import { definePage } from '../../../core/resource/define-resource.js';
import { resourceModule } from '../../../core/resource/resource.module.js';
import { ContactListsModule } from '../contact-lists/contact-lists.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { leadOptOuts } from './lead-opt-outs.resource.js';
import { LeadPicksService } from './picking/lead-picks.service.js';
import { LeadQuotasService } from './picking/lead-quotas.service.js';
import { LeadsController } from './search/leads.controller.js';
import { LeadsService } from './search/leads.service.js';

definePage({
  name: 'leads',
  path: '/leads',
  label: t('Leads', 'Leads', 'Leads'),
  level: 'admin',
  feature: 'useLeads',
  menu: { section: 'main', order: 90, icon: 'TravelExplore' },
});

defineAuditActions('exports', { 'leads.exported': t('Exportou leads', 'Exported leads', 'Exportó leads') });
defineAuditActions('contacts', {
  'leads.added': t(
    'Adicionou leads aos contatos: {{added}} de {{companies}}',
    'Added leads to the contacts: {{added}} of {{companies}}',
    'Añadió leads a los contactos: {{added}} de {{companies}}',
  ),
  'leads.listed': t(
    'Adicionou leads à lista {{list}}: {{added}} de {{companies}}',
    'Added leads to the list {{list}}: {{added}} of {{companies}}',
    'Añadió leads a la lista {{list}}: {{added}} de {{companies}}',
  ),
});

/** A search for companies in the open CNPJ data that `npm run leads:import` loads. */
@Module({
  imports: [ContactListsModule, ContactsModule],
  ...resourceModule(leadOptOuts, {
    controllers: [LeadsController],
    providers: [LeadsService, LeadPicksService, LeadQuotasService],
  }),
})
export class LeadsModule {}
