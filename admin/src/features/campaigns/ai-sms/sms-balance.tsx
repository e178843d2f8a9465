import { Link, TextField } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocale, useNotify, useTranslate } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import type { Schemas } from '../../../providers/api-types';
import { ApiError, api } from '../../../providers/http';
import { pathOf, type SmsCampaign } from './api';
import { smsParts } from './sms-parts';

/** The gateway is asked at most so often. */
const REFETCH_MS = 60_000;

/** The company has not entered an account. */
const isWithoutAccount = (error: unknown) => error instanceof ApiError && error.code === 'ERR_SMS_GATEWAY';

/** How many SMS the active campaigns of a gateway still need; an estimate, as columns fill the texts. */
const neededBy = (campaigns: readonly SmsCampaign[], gateway: string | undefined): number =>
  campaigns
    .filter(({ status, service_identifier }) => status === 1 && service_identifier === gateway)
    .reduce((sum, { rows, sent, failed, message }) => sum + (rows - sent - failed) * smsParts(message).parts, 0);

/** How many SMS are left at the company's gateway, and whether they are enough. */
export function SmsBalance({ campaigns }: { campaigns: readonly SmsCampaign[] }) {
  const translate = useTranslate();
  const notify = useNotify();
  const locale = useLocale();
  const { data, error, isPending } = useQuery({
    queryKey: ['sms-gateways', 'balance'],
    queryFn: ({ signal }) => api<Schemas['SmsBalance']>(pathOf('sms', 'balance'), { signal }),
    refetchInterval: REFETCH_MS,
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
  const lacking = balance === null ? 0 : neededBy(campaigns, data?.service_identifier) - balance;
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
