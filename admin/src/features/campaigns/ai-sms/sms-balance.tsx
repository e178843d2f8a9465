import { Link, TextField } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocale, useNotify, useTranslate } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import type { Schemas } from '../../../providers/api-types';
import { ApiError, api } from '../../../providers/http';
import { pathOf, type SmsCampaign } from './api';
import { smsParts } from './sms-parts';

const REFETCH_MS = 60_000;
/** While SMS are sent, the gateway is asked once in this time. */
const SENDING_MS = 10_000;

/** The company has not entered an account. */
const isWithoutAccount = (error: unknown) => error instanceof ApiError && error.code === 'ERR_SMS_GATEWAY';

/** How many SMS a campaign still needs; an estimate, as columns fill the texts. */
export const smsNeededBy = ({ rows, sent, failed, message }: SmsCampaign): number =>
  (rows - sent - failed) * smsParts(message).parts;

const isActiveAt =
  (gateway: string | undefined) =>
  ({ status, service_identifier }: SmsCampaign): boolean =>
    status === 1 && service_identifier === gateway;

/** How many SMS are left at the company's gateway, and whether they are enough. */
export function SmsBalance({ campaigns }: { campaigns: readonly SmsCampaign[] }) {
  const translate = useTranslate();
  const notify = useNotify();
  const locale = useLocale();
  const isSending = campaigns.some((campaign) => campaign.status === 1 && smsNeededBy(campaign) > 0);
  const { data, error, isPending } = useQuery({
    queryKey: ['sms-gateways', 'balance'],
    queryFn: ({ signal }) => api<Schemas['SmsBalance']>(pathOf('sms', 'balance'), { signal }),
    refetchInterval: isSending ? SENDING_MS : REFETCH_MS,
  });
  const missing = isWithoutAccount(error);
  const failure =
    error && !missing
      ? 'campaign_service.sms.balance_failed'
      : data && data.balance === null
        ? 'campaign_service.sms.balance_unreadable'
        : null;
  useEffect(() => {
    if (failure) notify(failure, { type: 'error' });
  }, [failure, notify]);
  const balance = data?.balance ?? null;
  const needed = campaigns
    .filter(isActiveAt(data?.service_identifier))
    .reduce((sum, campaign) => sum + smsNeededBy(campaign), 0);
  const lacking = balance === null ? 0 : needed - balance;
  return (
    <TextField
      label={translate('campaign_service.sms.balance')}
      value={isPending ? translate('campaign_service.sms.balance_loading') : (balance?.toLocaleString(locale) ?? '–')}
      slotProps={{ input: { readOnly: true } }}
      helperText={
        missing ? (
          <Link component={RouterLink} to="/sms-gateways">
            {translate('campaign_service.sms.enter_account')}
          </Link>
        ) : (
          lacking > 0 && translate('campaign_service.sms.lacking', { smart_count: lacking })
        )
      }
      sx={{ width: 160, '& .MuiFormHelperText-root': { color: 'atende.warn' } }}
    />
  );
}
