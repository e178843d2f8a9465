import { defineAuditActions, defineAuditKind } from '../../../core/audit/audit-actions.js';
import { t } from '../../../core/i18n.js';

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
  'user.refusedInactive': t(
    'Acesso recusado: usuário inativo',
    'Sign-in refused: inactive user',
    'Acceso rechazado: usuario inactivo',
  ),
  'user.refusedHours': t(
    'Acesso recusado: fora do horário',
    'Sign-in refused: outside of the access hours',
    'Acceso rechazado: fuera del horario',
  ),
  'user.refusedCode': t(
    'Acesso recusado: código de verificação incorreto',
    'Sign-in refused: wrong verification code',
    'Acceso rechazado: código de verificación incorrecto',
  ),
  'user.invited': t('Enviou convite', 'Sent an invitation', 'Envió una invitación'),
  'user.sessionsEnded': t('Encerrou sessões', 'Ended sessions', 'Cerró sesiones'),
  'user.twoFactorEnabled': t(
    'Ativou a verificação em duas etapas',
    'Turned two-step verification on',
    'Activó la verificación en dos pasos',
  ),
  'user.twoFactorDisabled': t(
    'Desativou a verificação em duas etapas',
    'Turned two-step verification off',
    'Desactivó la verificación en dos pasos',
  ),
  'user.twoFactorReset': t(
    'Removeu a verificação em duas etapas',
    'Removed the two-step verification',
    'Quitó la verificación en dos pasos',
  ),
  'user.recoveryCodesRenewed': t(
    'Gerou novos códigos de recuperação',
    'Made new recovery codes',
    'Generó nuevos códigos de recuperación',
  ),
  'user.recoveryCodeUsed': t(
    'Entrou com um código de recuperação',
    'Signed in with a recovery code',
    'Entró con un código de recuperación',
  ),
  'user.passwordReset': t(
    'Redefiniu a senha por e-mail',
    'Reset the password by e-mail',
    'Restableció la contraseña por correo',
  ),
});
