import ArrowBack from '@mui/icons-material/ArrowBack';
import { Box, IconButton, Skeleton, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link, Navigate, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { connectionsQuery } from '../../../conversation/data/company-queries';
import { useResources } from '../../../schema/resources';
import type { ResourceView } from '../../../schema/types';
import { AccessDenied } from '../../../shared/access-denied';
import { LoadFailed } from '../../../shared/load-failed';
import { Page } from '../../../shared/page';
import { UnsavedChanges } from '../../../shared/unsaved-changes';
import { CampaignStatus } from './campaign-status';
import { EditorForm } from './editor/editor-form';
import { type Step, steps } from './editor/steps';
import { type Campaign, isEditable } from './types';
import { fetchCampaign } from './use-campaign';

/** The step is part of the address, so that Back goes a step back and a reload stays. */
function useStep(record: Campaign | null): Step {
  const [params] = useSearchParams();
  const wanted = steps.find((step) => step === params.get('step')) ?? 'audience';
  return wanted === 'review' && !record ? 'audience' : wanted;
}

function Editor({ view, id }: { view: ResourceView; id: string }) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const client = useQueryClient();
  const creating = id === 'create';
  // the first fresh record stays: a live event must not overwrite what is being typed
  const [record, setRecord] = useState<Campaign | null>(null);
  const loaded = useQuery({
    queryKey: ['campaigns', 'edited', id],
    queryFn: ({ signal }) => fetchCampaign(id, signal),
    enabled: !creating && String(record?.id) !== id,
    gcTime: 0,
  });
  // a link leads to another campaign of the sequence
  if (record && !creating && String(record.id) !== id) setRecord(null);
  else if (!record && loaded.data) setRecord(loaded.data);
  const connections = useQuery(connectionsQuery);
  const step = useStep(record);
  const title = record?.name ?? translate('app.form.new_title', { name: view.singular.toLocaleLowerCase() });
  const stored = (campaign: Campaign, next: Step) => {
    setRecord(campaign);
    void client.invalidateQueries({ queryKey: ['campaigns'] });
    void navigate(`/campaigns/${campaign.id}?step=${next}`, { replace: creating || next === step });
  };
  if (record && !isEditable(record.status)) return <Navigate to={`/campaigns/${record.id}/report`} replace />;
  return (
    <Page title={title}>
      <Box sx={{ overflowY: 'auto', mx: { xs: -2, sm: -3 }, px: { xs: 2, sm: 3 }, minHeight: 0 }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 2 }}>
          <IconButton edge="start" component={Link} to="/campaigns" aria-label={translate('campaigns.editor.to_list')}>
            <ArrowBack />
          </IconButton>
          <Typography variant="h1" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
            {title}
          </Typography>
          {record && <CampaignStatus status={record.status} />}
        </Box>
        {loaded.error && <LoadFailed error={loaded.error} onRetry={() => void loaded.refetch()} />}
        {(creating && connections.isFetched) || record ? (
          <EditorForm
            view={view}
            record={record}
            step={step}
            onStep={(next) => void navigate({ search: `?step=${next}` })}
            onStored={stored}
          />
        ) : (
          !loaded.error && <Skeleton variant="rounded" height={420} />
        )}
      </Box>
    </Page>
  );
}

/** A campaign in four steps: to whom, what, when, and what that means. */
export default function CampaignEditorPage() {
  const view = useResources().resource('campaigns');
  const { id = 'create' } = useParams();
  if (!view || view.locked || !view.can.create) return <AccessDenied />;
  return (
    <UnsavedChanges>
      <Editor view={view} id={id} />
    </UnsavedChanges>
  );
}
