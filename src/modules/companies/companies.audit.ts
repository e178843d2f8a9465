import { defineActs } from '../../core/audit/acts.js';
import { t } from '../../core/i18n.js';

defineActs('settings', {
  'company.hoursChanged': t(
    'Alterou o horário de atendimento',
    'Changed the working hours',
    'Modificó el horario de atención',
  ),
});
