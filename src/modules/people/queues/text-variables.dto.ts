import { t } from '../../../core/i18n.js';
import type { TextVariable } from '../../../core/resource/field-meta.js';

/** Variables of texts to contacts (behaviour.md §6); `{{ms}}` is a synonym of `{{greeting}}`. */
export const customerVariables: readonly TextVariable[] = [
  { name: 'firstName', label: t('Primeiro nome', 'First name', 'Nombre') },
  { name: 'name', label: t('Nome completo', 'Full name', 'Nombre completo') },
  { name: 'greeting', label: t('Saudação', 'Greeting', 'Saludo') },
  { name: 'protocol', label: t('Protocolo', 'Protocol', 'Protocolo') },
  { name: 'hora', label: t('Hora', 'Time', 'Hora') },
];

/** Variables of texts that are sent when a conversation has a department and an attendant. */
export const attendedVariables: readonly TextVariable[] = [
  ...customerVariables,
  { name: 'user', label: t('Atendente', 'Attendant', 'Agente') },
  { name: 'queue', label: t('Departamento', 'Department', 'Departamento') },
];
