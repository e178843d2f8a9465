import { type Localized, t } from '../../../../core/i18n.js';
import type { ShipmentStatus } from '../campaign-shipment.entity.js';

/** Texts in the exported file of recipients. */
export const recipientStatusTexts: Readonly<Record<ShipmentStatus, Localized>> = {
  queued: t('Na fila', 'Queued', 'En cola'),
  sending: t('Enviando', 'Sending', 'Enviando'),
  sent: t('Enviada', 'Sent', 'Enviada'),
  delivered: t('Entregue', 'Delivered', 'Entregada'),
  read: t('Lida', 'Read', 'Leída'),
  failed: t('Falhou', 'Failed', 'Falló'),
  uncertain: t('Incerta', 'Uncertain', 'Incierta'),
};

export const recipientHeadings: readonly Localized[] = [
  t('Número', 'Number', 'Número'),
  t('Nome', 'Name', 'Nombre'),
  t('E-mail', 'E-mail', 'Correo'),
  t('Situação', 'Status', 'Estado'),
  t('Mensagem', 'Message', 'Mensaje'),
  t('Enviada em', 'Sent at', 'Enviada el'),
  t('Entregue em', 'Delivered at', 'Entregada el'),
  t('Lida em', 'Read at', 'Leída el'),
  t('Respondida em', 'Replied at', 'Respondida el'),
  t('Confirmada em', 'Confirmed at', 'Confirmada el'),
  t('Código do erro', 'Error code', 'Código de error'),
  t('Erro', 'Error', 'Error'),
  t('Texto', 'Text', 'Texto'),
];
