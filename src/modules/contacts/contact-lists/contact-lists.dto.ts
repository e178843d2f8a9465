import { t } from '../../../core/i18n.js';
import { Email, Items, Phone, Reference, Text } from '../../../core/resource/fields.js';
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
    help: t(
      'DDD e número; de outro país, com + e o código do país',
      'Area code and number; of another country with + and its code',
      'Área y número; de otro país, con + y el código del país',
    ),
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
