import { defineActs } from '../../core/audit/acts.js';
import { t } from '../../core/i18n.js';

defineActs('settings', {
  'setting.changed': t('Alterou configuração', 'Changed a setting', 'Modificó configuración'),
});
