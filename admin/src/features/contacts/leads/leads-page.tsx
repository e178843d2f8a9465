import Download from '@mui/icons-material/FileDownloadOutlined';
import PersonAdd from '@mui/icons-material/PersonAddOutlined';
import PlaylistAdd from '@mui/icons-material/PlaylistAddOutlined';
import SearchOff from '@mui/icons-material/SearchOffOutlined';
import Storage from '@mui/icons-material/StorageOutlined';
import TravelExplore from '@mui/icons-material/TravelExploreOutlined';
import {
  Alert,
  Box,
  Button,
  Checkbox,
  FormControlLabel,
  Paper,
  Skeleton,
  Typography,
  useMediaQuery,
} from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocale, useNotify, useTranslate } from 'react-admin';
import { useSessionUser } from '../../../providers/session-user';
import { useResources } from '../../../schema/resources';
import { ConfirmDialog } from '../../../shared/confirm-dialog';
import { EmptyState } from '../../../shared/empty-state';
import { errorText } from '../../../shared/error-text';
import { formatDate } from '../../../shared/format';
import { LoadFailed } from '../../../shared/load-failed';
import { Page } from '../../../shared/page';
import { useBackCloses } from '../../../shared/use-back-closes';
import { useTask } from '../../../shared/use-task';
import { AddLeadsDialog } from './add-leads-dialog';
import { LeadDrawer } from './lead-drawer';
import { LeadFilterBar } from './lead-filters';
import { LeadRow, leadName } from './lead-row';
import { ListLeadsDialog } from './list-leads-dialog';
import { sentenceCase } from './title-case';
import {
  exportLeads,
  isNoActivity,
  isSearch,
  type Lead,
  type LeadFilters,
  type Picked,
  quotaKey,
  useLeadFilters,
  useLeadOrigin,
  useLeadQuota,
  useLeads,
  useNamedActivities,
} from './use-leads';

/** As many as the server takes at once. */
const most = 1000;
/** How many of the activities that were searched for are named. */
const namedActivities = 3;

const missingChoice = ({ estado, pesquisa, setor }: LeadFilters): string =>
  estado ? 'activity' : pesquisa || setor ? 'place' : 'both';

/** The finder of companies, for managers. */
export default function LeadsPage() {
  const translate = useTranslate();
  const locale = useLocale();
  const notify = useNotify();
  const client = useQueryClient();
  const phone = useMediaQuery('(max-width: 599.95px)', { noSsr: true });
  const { super: isSuper } = useSessionUser();
  const { filters, change, clear } = useLeadFilters();
  const { busy, run } = useTask();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  /** Also those of further pages. */
  const [everything, setEverything] = useState(false);
  const [open, setOpen] = useState<Lead | null>(null);
  const closeSheet = () => setOpen(null);
  useBackCloses(open !== null, closeSheet);
  const [adding, setAdding] = useState<'contacts' | 'list' | null>(null);
  const lists = useResources().resource('contact-lists');
  const [asking, setAsking] = useState(false);
  const searched = isSearch(filters);
  const [folded, setFolded] = useState(searched);
  const leads = useLeads(filters);
  const named = useNamedActivities(filters.pesquisa ?? '');
  const origin = useLeadOrigin();
  const quota = useLeadQuota();
  const [first] = leads.data?.pages ?? [];
  const companies = leads.data?.pages.flatMap(({ empresas }) => empresas) ?? [];
  const source = origin.data?.fonte ?? null;
  const number = (value: number): string => value.toLocaleString(locale);
  const count = first?.count ?? 0;
  const reached = Math.min(most, count);
  const picked: Picked = { cnpjs: everything ? [] : [...chosen], filters };
  const size = everything ? reached : chosen.size;
  const shown = companies.map(({ cnpj }) => cnpj);
  const all = shown.length > 0 && (everything || shown.every((cnpj) => chosen.has(cnpj)));
  const choose = (cnpjs: readonly string[], on: boolean) => {
    const next = new Set(everything ? shown : chosen);
    for (const cnpj of cnpjs) on ? next.add(cnpj) : next.delete(cnpj);
    if (next.size > most) return notify('leads.too_many', { type: 'warning', messageArgs: { most: number(most) } });
    setEverything(false);
    setChosen(next);
  };
  const forget = () => {
    setEverything(false);
    setChosen(new Set());
  };
  const changeFilters: typeof change = (values) => {
    forget();
    change(values);
  };
  const clearFilters = () => {
    forget();
    setFolded(false);
    clear();
  };
  const exportCsv = () => {
    setAsking(false);
    return run(async () => {
      await exportLeads(picked);
      await client.invalidateQueries({ queryKey: quotaKey });
      notify('leads.exported', { type: 'success', messageArgs: { smart_count: size } });
    });
  };
  const title = translate('leads.title');
  const noActivity = [named.error, leads.error].find(isNoActivity);
  const failed = [origin, leads].find(({ error, data }) => error && !data && !isNoActivity(error));
  const sourceText = (
    <Typography variant="body2" sx={{ color: 'atende.faint', mb: { xs: 1, sm: 1.5 }, mt: 0.25 }}>
      {source
        ? translate('leads.source', {
            source: source.fonte,
            date: source.data ? formatDate(`${source.data}T12:00:00`) : '–',
            companies: number(source.empresas),
          })
        : translate('leads.lead')}
    </Typography>
  );
  return (
    <Page title={title}>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'baseline',
          justifyContent: 'space-between',
          columnGap: 2,
        }}
      >
        <Typography variant="h1">{title}</Typography>
        {quota && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {translate('leads.quota', { left: number(quota.restantes), limit: number(quota.limite) })}
          </Typography>
        )}
      </Box>
      {!phone && sourceText}
      {source && (
        <Box sx={{ mt: { xs: 1, sm: 0 }, flex: 'none' }}>
          <LeadFilterBar
            filters={filters}
            onChange={changeFilters}
            onClear={clearFilters}
            folded={phone && folded && searched}
            onUnfold={() => setFolded(false)}
          />
          {phone && !folded && searched && noActivity === undefined && (
            <Button variant="contained" fullWidth onClick={() => setFolded(true)} sx={{ mb: 1 }}>
              {translate('leads.show')}
            </Button>
          )}
          {named.data && named.data.length > 0 && (
            <Typography variant="body2" noWrap={phone} sx={{ color: 'text.secondary', mt: -0.5, mb: 1.5 }}>
              {translate('leads.activities', {
                smart_count: named.data.length,
                names: named.data
                  .slice(0, namedActivities)
                  .map(({ descricao }) => sentenceCase(descricao))
                  .join(' · '),
              })}
              {named.data.length > namedActivities &&
                ` ${translate('leads.more_activities', { smart_count: named.data.length - namedActivities })}`}
            </Typography>
          )}
        </Box>
      )}
      <Paper
        variant="outlined"
        tabIndex={0}
        role="region"
        aria-label={translate('leads.list')}
        sx={{ flex: '0 1 auto', minHeight: 160, overflowY: 'auto', borderRadius: '14px', mb: { xs: 1, sm: 3 } }}
      >
        {(origin.isPending || leads.isLoading) && (
          <Box sx={{ p: 2 }} aria-busy>
            {Array.from({ length: 6 }, (_, index) => (
              <Skeleton key={index} width={`${50 + ((index * 23) % 40)}%`} height={44} />
            ))}
          </Box>
        )}
        {failed && <LoadFailed error={failed.error} onRetry={() => void failed.refetch()} />}
        {noActivity !== undefined && (
          <Alert severity="warning" sx={{ m: 2 }}>
            {errorText(noActivity)}
          </Alert>
        )}
        {origin.isSuccess && !source && (
          <EmptyState
            icon={<Storage />}
            title={translate('leads.none')}
            message={translate(isSuper ? 'leads.none_super' : 'leads.none_message')}
            action={isSuper && <code>npm run leads:import -- &lt;pasta&gt;</code>}
          />
        )}
        {source && !searched && noActivity === undefined && (
          <EmptyState icon={<TravelExplore />} title={translate(`leads.start.${missingChoice(filters)}`)} />
        )}
        {source && leads.isSuccess && companies.length === 0 && (
          <EmptyState
            icon={<SearchOff />}
            title={translate('leads.not_found')}
            message={translate('leads.not_found_message')}
          />
        )}
        {companies.length > 0 && (
          <>
            <Box
              sx={{
                position: 'sticky',
                top: 0,
                zIndex: 1,
                bgcolor: 'background.paper',
                display: 'flex',
                flexWrap: 'wrap',
                alignItems: 'center',
                columnGap: 1,
                px: { xs: 0.5, sm: 1 },
                borderBottom: 1,
                borderColor: 'atende.lineSoft',
              }}
            >
              <FormControlLabel
                control={
                  <Checkbox
                    checked={all}
                    indeterminate={!all && size > 0}
                    onChange={(_, on) => (on ? choose(shown, true) : forget())}
                  />
                }
                label={
                  size > 0
                    ? translate('leads.chosen', { smart_count: size, count: number(size) })
                    : translate('leads.found', {
                        smart_count: count,
                        count: `${number(count)}${first?.countIsMinimum ? '+' : ''}`,
                      })
                }
                sx={{ ml: 0, mr: 0 }}
              />
              {all && !everything && reached > chosen.size && (
                <Button onClick={() => setEverything(true)}>
                  {translate(count > most || first?.countIsMinimum ? 'leads.choose_first' : 'leads.choose_all', {
                    count: number(reached),
                  })}
                </Button>
              )}
              {size > 0 && (
                <Box sx={{ ml: { sm: 'auto' }, display: 'flex', flexWrap: 'wrap', gap: 1, p: 0.75 }}>
                  <Button variant="contained" startIcon={<PersonAdd />} onClick={() => setAdding('contacts')}>
                    {translate('leads.add.title')}
                  </Button>
                  {lists?.can.create && (
                    <Button variant="outlined" startIcon={<PlaylistAdd />} onClick={() => setAdding('list')}>
                      {translate('leads.to_list.open')}
                    </Button>
                  )}
                  <Button
                    variant="outlined"
                    startIcon={phone ? undefined : <Download />}
                    loading={busy}
                    // all that were found are many, and count against the month's limit
                    onClick={() => (everything ? setAsking(true) : void exportCsv())}
                  >
                    {translate('leads.export')}
                  </Button>
                </Box>
              )}
            </Box>
            <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
              {companies.map((lead) => (
                <LeadRow
                  key={lead.cnpj}
                  lead={lead}
                  phone={phone}
                  chosen={everything || chosen.has(lead.cnpj)}
                  onChoose={(on) => choose([lead.cnpj], on)}
                  onOpen={() => setOpen(lead)}
                />
              ))}
            </Box>
          </>
        )}
        {leads.hasNextPage && (
          <Box sx={{ p: 1.5, display: 'grid', justifyItems: 'center' }}>
            <Button variant="outlined" loading={leads.isFetchingNextPage} onClick={() => void leads.fetchNextPage()}>
              {translate('leads.more')}
            </Button>
          </Box>
        )}
      </Paper>
      {phone && sourceText}
      {open && <LeadDrawer cnpj={open.cnpj} name={leadName(open)} onClose={closeSheet} />}
      {adding === 'contacts' && <AddLeadsDialog picked={picked} count={size} onClose={() => setAdding(null)} />}
      {adding === 'list' && <ListLeadsDialog picked={picked} count={size} onClose={() => setAdding(null)} />}
      <ConfirmDialog
        open={asking}
        title={translate('leads.export')}
        message={translate('leads.export_question', { count: number(size) })}
        confirmLabel={translate('leads.export_confirm')}
        onConfirm={() => void exportCsv()}
        onClose={() => setAsking(false)}
      />
    </Page>
  );
}
