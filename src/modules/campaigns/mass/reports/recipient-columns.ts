import { type Localized, t } from '../../../../core/i18n.js';
import type { RowColumn } from '../../../../core/resource/table.js';
import type { CampaignStatus } from '../campaign.entity.js';
import type { ShipmentStatus } from '../campaign-shipment.entity.js';
import { leftOutCodes } from '../campaigns.errors.js';
import type { StoredRecipient } from './report.queries.js';

const statusTexts: Readonly<Record<ShipmentStatus, Localized>> = {
  queued: t('Na fila', 'Queued', 'En cola'),
  sending: t('Enviando', 'Sending', 'Enviando'),
  sent: t('Enviada', 'Sent', 'Enviada'),
  delivered: t('Entregue', 'Delivered', 'Entregada'),
  read: t('Lida', 'Read', 'Leída'),
  failed: t('Falhou', 'Failed', 'Falló'),
  uncertain: t('Incerta', 'Uncertain', 'Incierta'),
};

const leftOut = t('Ficou de fora', 'Left out', 'Quedó fuera');
const notSent = t('Não enviada', 'Not sent', 'No enviada');

/**
 * The columns of the exported file of recipients.
 *
 * @param campaign nothing is queued in one that is cancelled
 * @param moment a time by the company's clock
 */
export const recipientColumns = (
  campaign: CampaignStatus,
  moment: (at: Date) => string,
): readonly RowColumn<StoredRecipient>[] => {
  const time = (heading: Localized, of: (row: StoredRecipient) => Date | null): RowColumn<StoredRecipient> => ({
    heading,
    kind: 'time',
    value: (row) => {
      const at = of(row);
      return at && moment(new Date(at));
    },
  });
  const statusOf = ({ status, errorCode }: StoredRecipient): Localized => {
    if (leftOutCodes.some((code) => code === errorCode)) return leftOut;
    return campaign === 'CANCELADA' && status === 'queued' ? notSent : statusTexts[status];
  };
  return [
    { heading: t('Número', 'Number', 'Número'), value: ({ number }) => number },
    { heading: t('Nome', 'Name', 'Nombre'), value: ({ name }) => name },
    { heading: t('E-mail', 'E-mail', 'Correo'), value: ({ email }) => email },
    { heading: t('Situação', 'Status', 'Estado'), value: (row, locale) => statusOf(row)[locale] },
    { heading: t('Mensagem', 'Message', 'Mensaje'), kind: 'number', value: ({ message }) => message },
    time(t('Enviada em', 'Sent at', 'Enviada el'), ({ sentAt }) => sentAt),
    time(t('Entregue em', 'Delivered at', 'Entregada el'), ({ deliveredAt }) => deliveredAt),
    time(t('Lida em', 'Read at', 'Leída el'), ({ readAt }) => readAt),
    time(t('Respondida em', 'Replied at', 'Respondida el'), ({ repliedAt }) => repliedAt),
    time(t('Confirmada em', 'Confirmed at', 'Confirmada el'), ({ confirmedAt }) => confirmedAt),
    { heading: t('Código do erro', 'Error code', 'Código de error'), value: ({ errorCode }) => errorCode },
    { heading: t('Erro', 'Error', 'Error'), value: ({ errorText }, locale) => errorText?.[locale] ?? null },
    { heading: t('Texto', 'Text', 'Texto'), value: ({ body }) => body },
  ];
};
