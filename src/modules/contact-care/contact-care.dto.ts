import { t } from '../../core/i18n.js';
import { Phone, Reference } from '../../core/resource/fields.js';

export class MergeInput {
  @Reference({ label: t('Contato', 'Contact', 'Contacto'), resource: 'contacts' })
  contactId!: number;
}

export class EraseInput {
  @Phone({
    label: t('Número do contato', 'Number of the contact', 'Número del contacto'),
    max: 150,
    help: t('Repita o número para confirmar', 'Repeat the number to confirm', 'Repita el número para confirmar'),
  })
  number!: string;
}
