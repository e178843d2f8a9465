import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type RaRecord, useGetOne, useTranslate } from 'react-admin';
import type { ResourceView } from '../../schema/types';
import { formatDateTime } from '../../shared/format';
import { textSize } from '../../shared/type-scale';
import { ConnectionNotices } from './connection-notices';
import { ConnectionStatus } from './connection-status';
import { CopyLine } from './copy-line';
import type { ConnectionRecord } from './types';
import { useConnectionActions } from './use-connection-actions';

function Fact({ label, children }: { label: string; children: string }) {
  return (
    <Box sx={{ display: 'flex', gap: 1, fontSize: textSize.small, minWidth: 0 }}>
      <Box component="dt" sx={{ color: 'atende.faint', flex: '0 0 128px' }}>
        {label}
      </Box>
      <Box component="dd" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere' }}>
        {children}
      </Box>
    </Box>
  );
}

function Facts({ record }: { record: ConnectionRecord }) {
  const translate = useTranslate();
  const { verifiedName, quality, lastInboundAt } = record;
  const inbound = lastInboundAt ? formatDateTime(lastInboundAt) : translate('connections.never');
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gap: 0.5 }}>
      {verifiedName && <Fact label={translate('connections.verified_name')}>{verifiedName}</Fact>}
      {quality && (
        <Fact label={translate('connections.quality')}>
          {translate(`connections.quality_of.${quality}`, { _: quality })}
        </Fact>
      )}
      <Fact label={translate('connections.last_inbound')}>{inbound}</Fact>
    </Box>
  );
}

function Webhook({ url, token }: { url: string; token: string | null }) {
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'grid', gap: 1.5, pt: 1 }}>
      <CopyLine label={translate('connections.webhook')} value={url} />
      {token && <CopyLine label={translate('connections.verify_token')} value={token} />}
      <Typography variant="body2" sx={{ color: 'atende.faint' }}>
        {translate('connections.webhook_help')}
      </Typography>
    </Box>
  );
}

/** How a connection fares, what its provider has to be told, and what can be done about it. */
export function ConnectionFacts({ view, record: opened }: { view: ResourceView; record: RaRecord }) {
  const translate = useTranslate();
  // the form keeps what it was opened with; here the newest counts
  const { data } = useGetOne<RaRecord>(view.path, { id: opened.id });
  const record = (data ?? opened) as ConnectionRecord;
  const { busy, answer, test, resume } = useConnectionActions(view.path, record.id);
  return (
    <Box
      component="section"
      aria-label={translate('connections.facts')}
      sx={{ border: 1, borderColor: 'divider', borderRadius: '12px', p: 1.75, mb: 1.5, display: 'grid', gap: 1.25 }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 120, fontWeight: 600 }}>
          <ConnectionStatus
            options={view.list?.columns.find(({ name }) => name === 'status')?.options}
            record={record}
          />
        </Box>
        <Button variant="outlined" size="small" loading={busy === 'test'} onClick={() => void test()}>
          {translate('connections.test')}
        </Button>
      </Box>
      <ConnectionNotices record={record} answer={answer} busy={busy !== null} onResume={resume} />
      <Facts record={record} />
      {record.webhookUrl && <Webhook url={record.webhookUrl} token={record.metaToken} />}
    </Box>
  );
}
