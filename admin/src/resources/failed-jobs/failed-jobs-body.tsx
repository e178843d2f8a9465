import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useListContext, useTranslate } from 'react-admin';
import { NoRows } from '../../schema/list/list-body';
import { MoreRows } from '../../schema/list/more-rows';
import type { ResourceView } from '../../schema/types';
import { ConfirmDialog } from '../../shared/confirm-dialog';
import { ChosenBar } from './chosen-bar';
import { type FailedJob, FailedJobRow } from './failed-job-row';
import { type Decision, useDecide } from './use-decide';

function useChosen(shown: readonly FailedJob[]) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  // what is no longer shown is not decided on
  const chosen = shown.filter(({ id }) => ids.has(id)).map(({ id }) => id);
  const toggle = (id: number) => setIds(new Set(ids.has(id) ? chosen.filter((each) => each !== id) : [...chosen, id]));
  const toggleAll = () => setIds(new Set(chosen.length === shown.length ? [] : shown.map(({ id }) => id)));
  return { chosen, toggle, toggleAll, clear: () => setIds(new Set()) };
}

/** The rows with their bulk actions. */
export function FailedJobsBody({ view }: { view: ResourceView }) {
  const translate = useTranslate();
  const { data, isPending } = useListContext<FailedJob>();
  const shown = data ?? [];
  const { chosen, toggle, toggleAll, clear } = useChosen(shown);
  const [doomed, setDoomed] = useState<readonly number[]>([]);
  const { busy, decide } = useDecide(view.path, () => {
    setDoomed([]);
    clear();
  });
  const ask = (decision: Decision, ids: readonly number[]) =>
    decision === 'discard' ? setDoomed(ids) : void decide('retry', ids);
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
            <ChosenBar
              shown={shown.length}
              chosen={chosen.length}
              busy={busy}
              onChooseAll={toggleAll}
              onDecide={(decision) => ask(decision, chosen)}
            />
            <Box component="ul" aria-label={view.label} sx={{ m: 0, p: 0, listStyle: 'none' }}>
              {shown.map((job) => (
                <FailedJobRow
                  key={job.id}
                  job={job}
                  chosen={chosen.includes(job.id)}
                  busy={busy !== null}
                  onChoose={() => toggle(job.id)}
                  onDecide={(decision) => ask(decision, [job.id])}
                />
              ))}
            </Box>
          </>
        )}
        <MoreRows />
      </Paper>
      <ConfirmDialog
        open={doomed.length > 0}
        destructive
        busy={busy === 'discard'}
        title={translate('jobs.discard_title', { smart_count: doomed.length })}
        message={translate('jobs.discard_message')}
        confirmLabel={translate('jobs.discard')}
        onConfirm={() => void decide('discard', doomed)}
        onClose={() => setDoomed([])}
      />
    </>
  );
}
