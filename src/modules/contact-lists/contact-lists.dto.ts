import { t } from '../../core/i18n.js';
import { Email, Items, Phone, Reference, Text } from '../../core/resource/fields.js';
import { ExtraInfoInput } from '../contacts/contacts.dto.js';

export class ContactListInput {
  @Text({ label: t('Nome', 'Name', 'Nombre'), max: 100 })
  name!: string;
}

export class ContactListItemInput {
  @Reference({ label: t('Lista', 'List', 'Lista'), resource: 'contact-lists' })
  contactListId!: number;

  @Text({ label: t('Nome', 'Name', 'Nombre'), min: 2, max: 100 })
  name!: string;

  @Phone({
    label: t('Número', 'Number', 'Número'),
    min: 8,
    max: 50,
    help: t('Código do país, DDD e número', 'Country code, area code and number', 'Código del país, área y número'),
  })
  number!: string;

  @Email({ label: t('E-mail', 'E-mail', 'Correo electrónico'), optional: true })
  email!: string | null;

  @Items(() => ExtraInfoInput, {
    label: t('Variáveis', 'Variables', 'Variables'),
    help: t(
      'Para os textos das campanhas: {nome da variável}',
      'For the texts of campaigns: {name of the variable}',
      'Para los textos de las campañas: {nombre de la variable}',
    ),
    default: [],
  })
  variables!: ExtraInfoInput[];
}
