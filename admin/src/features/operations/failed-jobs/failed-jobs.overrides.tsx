import { Box, Paper, Skeleton } from '@mui/material';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useListContext, useNotify, useTranslate } from 'react-admin';
import type { Answer } from '../../../providers/api-types';
import { api } from '../../../providers/http';
import { AutoList, MoreRows, NoRows } from '../../../schema/auto-list';
import type { ResourceOverrides } from '../../../schema/overrides';
import type { ResourceView } from '../../../schema/types';
import { ConfirmDialog } from '../../../shared/confirm-dialog';
import { useNotifyError } from '../../../shared/error-text';
import { type Decision, type FailedJob, FailedJobRow, SelectionBar } from './failed-job-row';
import { WaitingJobs } from './waiting-jobs';

function useSelection(shown: readonly FailedJob[]) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  // rows that are no longer shown are not selected
  const selected = shown.filter(({ id }) => ids.has(id)).map(({ id }) => id);
  const toggle = (id: number) =>
    setIds(new Set(ids.has(id) ? selected.filter((each) => each !== id) : [...selected, id]));
  const toggleAll = () => setIds(new Set(selected.length === shown.length ? [] : shown.map(({ id }) => id)));
  return { selected, toggle, toggleAll, clear: () => setIds(new Set()) };
}

/** Retries or discards jobs. */
function useDecide(path: string, onSuccess: () => void) {
  const notify = useNotify();
  const onError = useNotifyError();
  const client = useQueryClient();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ decision, ids }: { decision: Decision; ids: readonly number[] }) =>
      api<Answer<'FailedJobsController_retryAll'>>(`/${path}/${decision}`, { method: 'POST', body: { ids } }),
    networkMode: 'always',
    onSuccess: ({ count }, { decision }) => {
      const message = decision === 'retry' ? 'jobs.retried' : 'jobs.discarded';
      if (count === 0) notify('jobs.gone', { type: 'warning' });
      else notify(message, { type: 'success', messageArgs: { smart_count: count } });
      onSuccess();
    },
    onError,
    onSettled: () => void client.invalidateQueries({ queryKey: [path] }),
  });
  return { decide: mutate, busy: isPending ? variables.decision : null };
}

function FailedJobsBody({ view }: { view: ResourceView }) {
  const translate = useTranslate();
  const { data, isPending } = useListContext<FailedJob>();
  const shown = data ?? [];
  const { selected, toggle, toggleAll, clear } = useSelection(shown);
  const [pendingDiscard, setPendingDiscard] = useState<readonly number[]>([]);
  const { busy, decide } = useDecide(view.path, () => {
    setPendingDiscard([]);
    clear();
  });
  const ask = (decision: Decision, ids: readonly number[]) =>
    decision === 'discard' ? setPendingDiscard(ids) : decide({ decision: 'retry', ids });
  return (
    <>
      <Paper
        variant="outlined"
        sx={{ flex: '0 1 auto', minHeight: 0, overflowY: 'auto', borderRadius: '14px', mb: { xs: 2, sm: 3 } }}
        tabIndex={-1}
      >
        {isPending && (
          <Box sx={{ p: 2 }}>
            <Skeleton width="40%" height={28} />
            <Skeleton width="75%" />
          </Box>
        )}
        {!isPending && shown.length === 0 && <NoRows view={view} />}
        {shown.length > 0 && (
          <>
            <SelectionBar
              shown={shown.length}
              selected={selected.length}
              busy={busy}
              onSelectAll={toggleAll}
              onDecide={(decision) => ask(decision, selected)}
            />
            <Box component="ul" aria-label={view.label} sx={{ m: 0, p: 0, listStyle: 'none' }}>
              {shown.map((job) => (
                <FailedJobRow
                  key={job.id}
                  job={job}
                  selected={selected.includes(job.id)}
                  busy={busy !== null}
                  onSelect={() => toggle(job.id)}
                  onDecide={(decision) => ask(decision, [job.id])}
                />
              ))}
            </Box>
          </>
        )}
        <MoreRows />
      </Paper>
      <ConfirmDialog
        open={pendingDiscard.length > 0}
        destructive
        busy={busy === 'discard'}
        title={translate('jobs.discard_title', { smart_count: pendingDiscard.length })}
        message={translate('jobs.discard_message')}
        confirmLabel={translate('jobs.discard')}
        onConfirm={() => decide({ decision: 'discard', ids: pendingDiscard })}
        onClose={() => setPendingDiscard([])}
      />
    </>
  );
}

/** The failed jobs with bulk actions, below the queue of waiting jobs. */
function FailedJobsList({ view }: { view: ResourceView }) {
  return (
    <AutoList view={view}>
      <WaitingJobs path={view.path} />
      <FailedJobsBody view={view} />
    </AutoList>
  );
}

export const overrides: ResourceOverrides = {
  resource: 'failed-jobs',
  list: FailedJobsList,
};
