import Key from '@mui/icons-material/KeyOutlined';
import PlayArrow from '@mui/icons-material/PlayArrowOutlined';
import ReceiptLong from '@mui/icons-material/ReceiptLongOutlined';
import { useState } from 'react';
import { type RaRecord, useTranslate } from 'react-admin';
import type { ResourceOverrides } from '../../../schema/overrides';
import { TooltipIconButton } from '../../../shared/tooltip-icon-button';
import { DeliveryLog } from '../webhooks/delivery-log';
import { SecretDialog } from '../webhooks/secret-dialog';
import { SessionTestDialog } from './session-test';

/** What is sent signed events has a log of them and a secret. */
const callsEndpoint = (type: unknown): boolean => type === 'n8n' || type === 'webhook';

function Actions({ record }: { record: RaRecord }) {
  const translate = useTranslate();
  const [dialog, setDialog] = useState<'test' | 'log' | 'secret' | null>(null);
  const name = String(record['name']);
  const path = `/queueIntegration/${record.id}`;
  const close = () => setDialog(null);
  return (
    <>
      <TooltipIconButton
        size="small"
        label={translate('integrations.test_of', { name })}
        tooltip={translate('integrations.test')}
        onClick={() => setDialog('test')}
      >
        <PlayArrow fontSize="small" />
      </TooltipIconButton>
      {callsEndpoint(record['type']) && (
        <>
          <TooltipIconButton
            size="small"
            label={translate('integrations.log_of', { name })}
            tooltip={translate('api.webhooks.log')}
            onClick={() => setDialog('log')}
          >
            <ReceiptLong fontSize="small" />
          </TooltipIconButton>
          <TooltipIconButton
            size="small"
            label={translate('integrations.secret_of', { name })}
            tooltip={translate('api.webhooks.secret')}
            onClick={() => setDialog('secret')}
          >
            <Key fontSize="small" />
          </TooltipIconButton>
        </>
      )}
      {dialog === 'test' && <SessionTestDialog id={Number(record.id)} name={name} onClose={close} />}
      {dialog === 'log' && (
        <DeliveryLog
          path={`${path}/deliveries`}
          replayPath={(delivery) => `${path}/deliveries/${delivery}/replay`}
          url={String(record['urlN8N'])}
          emptyHelp={translate('integrations.log_empty_help')}
          onClose={close}
        />
      )}
      {dialog === 'secret' && <SecretDialog path={`${path}/secret`} onClose={close} />}
    </>
  );
}

export const overrides: ResourceOverrides = {
  resource: 'queueIntegration',
  rowActions: Actions,
};
