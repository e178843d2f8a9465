import { t } from '../../../core/i18n.js';
import { defineResource } from '../../../core/resource/define-resource.js';
import { LeadOptOut } from './lead-opt-out.entity.js';
import { LeadOptOutInput } from './lead-opt-outs.dto.js';

export const leadOptOuts = defineResource({
  name: 'lead-opt-outs',
  entity: LeadOptOut,
  input: LeadOptOutInput,
  scope: 'platform',
  label: {
    one: t('Empresa fora dos leads', 'Company left out of leads', 'Empresa fuera de los leads'),
    many: t('Fora dos leads', 'Left out of leads', 'Fuera de los leads'),
    feminine: true,
  },
  empty: t(
    'Empresas que pediram para não ser encontradas: nenhuma busca, ficha ou exportação as mostra.',
    'Companies that asked not to be found: no search, sheet or export shows them.',
    'Empresas que pidieron no ser encontradas: ninguna búsqueda, ficha o exportación las muestra.',
  ),
  search: ['cnpj', 'reason'],
  access: { read: 'super', write: 'super' },
  screen: 'admin/lead-opt-outs',
  menu: { section: 'super', order: 50, icon: 'DoNotDisturbOn' },
  audit: { kind: 'platform', nameField: 'cnpj' },
  unique: [
    {
      constraint: 'lead_opt_outs_cnpj_unique',
      field: 'cnpj',
      text: t('Este CNPJ já está na lista', 'This CNPJ is already on the list', 'Este CNPJ ya está en la lista'),
    },
  ],
});
