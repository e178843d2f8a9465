import Download from '@mui/icons-material/FileDownloadOutlined';
import UploadFile from '@mui/icons-material/UploadFileOutlined';
import { Box, Button, Typography } from '@mui/material';
import { type ChangeEvent, useRef, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import type { Schemas } from '../../../providers/api-types';
import { apiUpload } from '../../../providers/http';
import { ConfirmDialog } from '../../../shared/confirm-dialog';
import { ColumnMapping, type FoundColumn } from '../../../shared/file-import/column-mapping';
import { FormDialog } from '../../../shared/form-dialog';
import { useNamedTask } from '../../../shared/use-task';
import { type Campaign, downloadSample, formOf, type Kind, pathOf, useNotifyFailure, useRefetch } from './api';
import { countLines, isCsv, MAX_CSV_LINES } from './csv-files';

/** The lines of a file that were left out, with their reasons. */
function RefusedLines({ refused }: Pick<Schemas['CampaignImport'], 'refused'>) {
  const translate = useTranslate();
  const title = translate('campaign_service.upload.refused', { smart_count: refused.length });
  return (
    <div>
      <Typography sx={{ fontWeight: 600, mb: 0.5 }}>{title}</Typography>
      <Box
        component="ul"
        tabIndex={0}
        aria-label={title}
        sx={{ m: 0, pl: 2.5, maxHeight: 200, overflowY: 'auto', color: 'text.secondary' }}
      >
        {refused.map(({ line, message }) => (
          <li key={line}>{translate('campaign_service.upload.line', { line, message })}</li>
        ))}
      </Box>
    </div>
  );
}

interface ChosenFile {
  readonly file: File;
  readonly columns: readonly FoundColumn[];
}

const fields = ['campo1', 'campo2', 'campo3', 'campo4', 'campo5'];

/** Imports the recipients of a campaign, after a look at what the columns of the file hold. */
export function UploadDialog({ kind, campaign, onClose }: { kind: Kind; campaign: Campaign; onClose: () => void }) {
  const translate = useTranslate();
  const notify = useNotify();
  const fail = useNotifyFailure();
  const refetch = useRefetch(kind);
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const [asking, setAsking] = useState(false);
  const [refused, setRefused] = useState<Schemas['CampaignImport']['refused']>([]);
  const { busy, run } = useNamedTask<'sample' | 'columns' | 'upload'>();
  const roles = {
    nome: translate('campaign_service.upload.name'),
    telefone: translate('campaign_service.upload.phone'),
    ...Object.fromEntries(fields.map((name) => [name, name])),
    skip: translate('contacts.import.roles.skip'),
  };
  const refuse = (text: string) => notify(`campaign_service.upload.${text}`, { type: 'error' });

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0] ?? null;
    // so that the same file can be chosen again
    target.value = '';
    setChosen(null);
    setRefused([]);
    if (!file) return;
    if (!isCsv(file)) return refuse('only_csv');
    await run('columns', () => readColumns(file));
  }
  async function readColumns(file: File) {
    try {
      if ((await countLines(file)) > MAX_CSV_LINES) return refuse('too_many');
    } catch {
      return refuse('unreadable');
    }
    try {
      setChosen({ file, columns: await apiUpload<FoundColumn[]>(pathOf(kind, 'import/columns'), formOf({ file })) });
    } catch (error) {
      fail('campaign_service.upload.failed', error);
    }
  }
  async function send({ file, columns }: ChosenFile) {
    const roles = columns.map(({ role }) => role).join(',');
    const form = formOf({ campaign_id: campaign.id, columns: roles, file });
    try {
      const answer = await apiUpload<Schemas['CampaignImport']>(pathOf(kind, 'import'), form);
      notify('campaign_service.upload.done', { type: 'success', messageArgs: { smart_count: answer.imported } });
      if (answer.refused.length === 0) onClose();
      setChosen(null);
      setRefused(answer.refused);
    } catch (error) {
      fail('campaign_service.upload.failed', error);
    }
    await refetch();
  }
  const start = () => (chosen ? void run('upload', () => send(chosen)) : refuse('none'));
  const sendsAtOnce = campaign.status === 1 && !(Date.parse(campaign.scheduled_at ?? '') > Date.now());
  return (
    <FormDialog
      title={translate('campaign_service.upload.title', { name: campaign.name })}
      submit={translate('campaign_service.upload.submit')}
      cancel={refused.length > 0 ? translate('ra.action.close') : undefined}
      busy={busy === 'columns' || busy === 'upload'}
      onSubmit={() => (chosen && sendsAtOnce ? setAsking(true) : start())}
      onClose={onClose}
    >
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {translate('campaign_service.upload.lead', { most: MAX_CSV_LINES - 1 })}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button
          variant="outlined"
          startIcon={<UploadFile />}
          loading={busy === 'columns'}
          loadingPosition="start"
          autoFocus
          onClick={() => input.current?.click()}
        >
          {translate('campaign_service.upload.choose')}
        </Button>
        <Button
          startIcon={<Download />}
          loading={busy === 'sample'}
          loadingPosition="start"
          onClick={() => void run('sample', () => downloadSample(kind))}
        >
          {translate('campaign_service.upload.sample')}
        </Button>
      </Box>
      <input ref={input} type="file" accept=".csv" hidden onChange={(event) => void choose(event)} />
      {refused.length > 0 ? (
        <RefusedLines refused={refused} />
      ) : (
        <Typography role="status" sx={{ overflowWrap: 'anywhere' }}>
          {chosen ? chosen.file.name : translate('campaign_service.upload.no_file')}
        </Typography>
      )}
      {chosen && (
        <>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {translate('contacts.import.check_columns')}
          </Typography>
          <ColumnMapping
            columns={chosen.columns}
            onChange={(columns) => setChosen({ file: chosen.file, columns })}
            roles={roles}
          />
        </>
      )}
      <ConfirmDialog
        open={asking}
        title={translate('campaign_service.upload.active')}
        message={translate('campaign_service.upload.active_question', { name: campaign.name })}
        confirmLabel={translate('campaign_service.upload.active_confirm')}
        onConfirm={() => {
          setAsking(false);
          start();
        }}
        onClose={() => setAsking(false)}
      />
    </FormDialog>
  );
}
