import { defineAuditActions, defineAuditKind } from '../../core/audit/audit-actions.js';
import { t } from '../../core/i18n.js';

defineAuditKind('access', 10, t('Acesso', 'Access', 'Acceso'));

defineAuditActions('access', {
  'user.signedIn': t('Entrou', 'Signed in', 'Entró'),
  'user.signedOut': t('Saiu', 'Signed out', 'Salió'),
  'company.entered': t(
    'Suporte da plataforma entrou como {{name}}',
    'The support of the platform entered as {{name}}',
    'El soporte de la plataforma entró como {{name}}',
  ),
  'company.left': t(
    'Suporte da plataforma saiu',
    'The support of the platform left',
    'El soporte de la plataforma salió',
  ),
  'user.refusedPassword': t(
    'Acesso recusado: senha incorreta',
    'Sign-in refused: wrong password',
    'Acceso rechazado: contraseña incorrecta',
  ),
  'user.refusedExpired': t(
    'Acesso recusado: empresa vencida ou inativa',
    'Sign-in refused: company expired or inactive',
    'Acceso rechazado: empresa vencida o inactiva',
  ),
  'user.passwordReset': t(
    'Redefiniu a senha por e-mail',
    'Reset the password by e-mail',
    'Restableció la contraseña por correo',
  ),
});
