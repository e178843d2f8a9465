import Key from '@mui/icons-material/KeyOutlined';
import ReceiptLong from '@mui/icons-material/ReceiptLongOutlined';
import Send from '@mui/icons-material/SendOutlined';
import { Box } from '@mui/material';
import { useState } from 'react';
import { type RaRecord, useNotify, useTranslate } from 'react-admin';
import { api } from '../../../providers/http';
import { AutoList } from '../../../schema/auto-list';
import type { ResourceOverrides } from '../../../schema/overrides';
import type { FieldProps } from '../../../schema/registry';
import type { ResourceView } from '../../../schema/types';
import { ApiSections } from '../../../shared/api-sections';
import { formatDateTime } from '../../../shared/format';
import { TooltipIconButton } from '../../../shared/tooltip-icon-button';
import { useTask } from '../../../shared/use-task';
import { DeliveryLog } from './delivery-log';
import { SecretDialog } from './secret-dialog';

function Webhooks({ view }: { view: ResourceView }) {
  return (
    <ApiSections current="webhooks">
      <AutoList view={view} />
    </ApiSections>
  );
}

/** Since when it fails, or that it was disabled for that. */
function Failing({ record }: FieldProps) {
  const translate = useTranslate();
  const { failingSince, disabledAt } = record as RaRecord & Record<'failingSince' | 'disabledAt', string | null>;
  const at = disabledAt ?? failingSince;
  if (!at) return '–';
  return (
    <Box component="span" sx={{ color: 'error.main' }}>
      {disabledAt ? translate('api.webhooks.disabled_at', { at: formatDateTime(at) }) : formatDateTime(at)}
    </Box>
  );
}

function Actions({ record }: { record: RaRecord }) {
  const translate = useTranslate();
  const notify = useNotify();
  const { busy, run } = useTask();
  const [dialog, setDialog] = useState<'log' | 'secret' | null>(null);
  const name = String(record['url']);
  const path = `/webhook-endpoints/${record.id}`;
  const test = async () => {
    if (await run(() => api(`${path}/test`, { method: 'POST' }))) {
      notify('api.webhooks.tested', { type: 'success' });
      setDialog('log');
    }
  };
  return (
    <>
      <TooltipIconButton
        size="small"
        label={translate('api.webhooks.log_of', { name })}
        tooltip={translate('api.webhooks.log')}
        onClick={() => setDialog('log')}
      >
        <ReceiptLong fontSize="small" />
      </TooltipIconButton>
      <TooltipIconButton
        size="small"
        label={translate('api.webhooks.test_of', { name })}
        tooltip={translate('api.webhooks.test')}
        disabled={busy}
        onClick={() => void test()}
      >
        <Send fontSize="small" />
      </TooltipIconButton>
      <TooltipIconButton
        size="small"
        label={translate('api.webhooks.secret_of', { name })}
        tooltip={translate('api.webhooks.secret')}
        onClick={() => setDialog('secret')}
      >
        <Key fontSize="small" />
      </TooltipIconButton>
      {dialog === 'log' && (
        <DeliveryLog
          path={`${path}/deliveries`}
          replayPath={(delivery) => `/webhook-deliveries/${delivery}/replay`}
          url={name}
          emptyHelp={translate('api.webhooks.log_empty_help')}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'secret' && <SecretDialog path={`${path}/secret`} onClose={() => setDialog(null)} />}
    </>
  );
}

export const overrides: ResourceOverrides = {
  resource: 'webhook-endpoints',
  list: Webhooks,
  fields: { failingSince: Failing },
  rowActions: Actions,
};
