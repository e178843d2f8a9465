import { defineActs } from '../../core/audit/acts.js';
import { t } from '../../core/i18n.js';

defineActs('contacts', {
  'contact.merged': t('Uniu dois contatos', 'Merged two contacts', 'Unió dos contactos'),
});
