import AutoAwesome from '@mui/icons-material/AutoAwesomeOutlined';
import { Alert, Box, Button, Skeleton, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Schemas } from '../../../providers/api-types';
import { api } from '../../../providers/http';
import { ConfirmDialog } from '../../../shared/confirm-dialog';
import { errorText } from '../../../shared/error-text';
import { formatDateTime, formatPhone } from '../../../shared/format';
import { LoadFailed } from '../../../shared/load-failed';
import { useTask } from '../../../shared/use-task';
import { TestField } from '../mass/test-field';
import { type AiCampaign, pathOf, useOpeningSamples } from './api';

interface SampleProps {
  sample: Schemas['OpeningSample'];
  /** What the prompt wrote for this row here. */
  written: string | undefined;
  /** Lets the prompt write it; undefined where a template is filled. */
  onWrite?: () => Promise<void>;
}

function Sample({ sample: { name, number, text, error }, written, onWrite }: SampleProps) {
  const translate = useTranslate();
  const { busy, run } = useTask();
  const [failure, setFailure] = useState<string | null>(null);
  const shown = written ?? text;
  const write = () =>
    run(async () => {
      setFailure(null);
      await onWrite?.().catch((reason: unknown) => setFailure(errorText(reason)));
    });
  return (
    <Box
      component="li"
      sx={{ border: 1, borderColor: 'divider', borderRadius: 2, p: 1.25, display: 'grid', gap: 0.75 }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Typography variant="body2" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere', color: 'text.secondary' }}>
          {name ? `${name} · ${formatPhone(number)}` : formatPhone(number)}
        </Typography>
        {onWrite && shown === null && (
          <Button
            size="small"
            startIcon={<AutoAwesome />}
            loading={busy}
            loadingPosition="start"
            aria-label={translate('campaign_service.ai.sample_of', { name: name || formatPhone(number) })}
            onClick={() => void write()}
            sx={{ flex: 'none' }}
          >
            {translate('campaign_service.ai.sample')}
          </Button>
        )}
      </Box>
      {shown !== null && (
        <Typography variant="body2" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {shown}
        </Typography>
      )}
      {(error ?? failure) && <Alert severity="warning">{error ?? failure}</Alert>}
    </Box>
  );
}

interface TestProps {
  campaignId: number;
  opensBy: Schemas['OpeningSamples']['opens_by'];
  onTested: (body: string) => void;
}

/** Sends the first text to a number of the manager's. */
function TestSend({ campaignId, opensBy, onTested }: TestProps) {
  const translate = useTranslate();
  const send = async (number: string) => {
    const path = pathOf('ai', `campaigns/${campaignId}/test`);
    onTested((await api<Schemas['OpeningTest']>(path, { method: 'POST', body: { number } })).body);
  };
  return (
    <TestField
      label={translate('campaign_service.ai.test')}
      help={translate(`campaign_service.ai.test_help_${opensBy}`)}
      onSend={send}
    />
  );
}

/** What the first recipients get, and a test. */
function FirstTexts({ campaignId }: { campaignId: number }) {
  const translate = useTranslate();
  const { data, error, refetch } = useOpeningSamples(campaignId);
  const [written, setWritten] = useState<Readonly<Record<number, string>>>({});
  const text = (name: string) => translate(`campaign_service.ai.${name}`);
  if (!data && error) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton variant="rounded" height={120} />;
  const { opens_by, rows } = data;
  const note = (id: number | undefined, body: string | null) => {
    if (id !== undefined && body !== null) setWritten((known) => ({ ...known, [id]: body }));
  };
  const write = (row: number) => async () => {
    const path = pathOf('ai', `campaigns/${campaignId}/samples`);
    const sample = await api<Schemas['OpeningSample']>(path, { method: 'POST', body: { row } });
    note(sample.id, sample.text);
  };
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {rows.length > 0 && (
        <Box component="section" aria-label={text('samples')} sx={{ display: 'grid', gap: 1 }}>
          <Typography variant="h3">{text('samples')}</Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {text(`samples_${opens_by}`)}
          </Typography>
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
            {rows.map((sample, row) => (
              <Sample
                key={sample.id}
                sample={sample}
                written={written[sample.id]}
                {...(opens_by === 'text' && { onWrite: write(row) })}
              />
            ))}
          </Box>
        </Box>
      )}
      <TestSend campaignId={campaignId} opensBy={opens_by} onTested={(body) => note(rows[0]?.id, body)} />
    </Box>
  );
}

interface ActivateAiDialogProps {
  campaign: AiCampaign;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before a campaign begins to write to people, with what they get. */
export function ActivateAiDialog({ campaign, busy, onConfirm, onClose }: ActivateAiDialogProps) {
  const translate = useTranslate();
  const { id, name, rows, sent, failed, scheduled_at } = campaign;
  const later = Date.parse(scheduled_at ?? '') > Date.now();
  return (
    <ConfirmDialog
      open
      title={translate('campaign_service.ai.activate')}
      message={translate(`campaign_service.ai.${later ? 'activate_later_question' : 'activate_question'}`, {
        name,
        smart_count: rows - sent - failed,
        at: formatDateTime(scheduled_at ?? ''),
      })}
      confirmLabel={translate('campaign_service.ai.activate_confirm')}
      busy={busy}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <FirstTexts campaignId={id} />
    </ConfirmDialog>
  );
}
