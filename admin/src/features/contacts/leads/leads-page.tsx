import Download from '@mui/icons-material/FileDownloadOutlined';
import PersonAdd from '@mui/icons-material/PersonAddOutlined';
import PlaylistAdd from '@mui/icons-material/PlaylistAddOutlined';
import SearchOff from '@mui/icons-material/SearchOffOutlined';
import Storage from '@mui/icons-material/StorageOutlined';
import { Box, Button, Checkbox, FormControlLabel, Paper, Skeleton, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocale, useNotify, useTranslate } from 'react-admin';
import { useSessionUser } from '../../../providers/session-user';
import { useResources } from '../../../schema/resources';
import { ConfirmDialog } from '../../../shared/confirm-dialog';
import { EmptyState } from '../../../shared/empty-state';
import { formatDate } from '../../../shared/format';
import { LoadFailed } from '../../../shared/load-failed';
import { Page } from '../../../shared/page';
import { useBackCloses } from '../../../shared/use-back-closes';
import { useTask } from '../../../shared/use-task';
import { AddLeadsDialog } from './add-leads-dialog';
import { LeadDrawer } from './lead-drawer';
import { LeadFilterBar } from './lead-filters';
import { LeadRow } from './lead-row';
import { ListLeadsDialog } from './list-leads-dialog';
import { exportLeads, type Lead, type Picked, quotaKey, useLeadFilters, useLeadQuota, useLeads } from './use-leads';

/** As many as the server takes at once. */
const most = 1000;

/** The finder of companies, for managers. */
export default function LeadsPage() {
  const translate = useTranslate();
  const locale = useLocale();
  const notify = useNotify();
  const client = useQueryClient();
  const { super: isSuper } = useSessionUser();
  const { filters, change, clear } = useLeadFilters();
  const { busy, run } = useTask();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState<Lead | null>(null);
  const closeSheet = () => setOpen(null);
  useBackCloses(open !== null, closeSheet);
  const [adding, setAdding] = useState<'contacts' | 'list' | null>(null);
  const lists = useResources().resource('contact-lists');
  const [asking, setAsking] = useState(false);
  const leads = useLeads(filters);
  const quota = useLeadQuota();
  const [first] = leads.data?.pages ?? [];
  const companies = leads.data?.pages.flatMap(({ empresas }) => empresas) ?? [];
  const source = first?.fonte ?? null;
  const number = (value: number): string => value.toLocaleString(locale);
  const count = first?.count ?? 0;
  const picked: Picked = { cnpjs: [...chosen], filters };
  const size = chosen.size || Math.min(most, count);
  const choose = (cnpjs: readonly string[], on: boolean) => {
    const next = new Set(chosen);
    for (const cnpj of cnpjs) on ? next.add(cnpj) : next.delete(cnpj);
    if (next.size > most) notify('leads.too_many', { type: 'warning', messageArgs: { most: number(most) } });
    else setChosen(next);
  };
  const changeFilters: typeof change = (values) => {
    setChosen(new Set());
    change(values);
  };
  const exportCsv = () => {
    setAsking(false);
    return run(async () => {
      await exportLeads(picked);
      await client.invalidateQueries({ queryKey: quotaKey });
      notify('leads.exported', { type: 'success', messageArgs: { smart_count: size } });
    });
  };
  const shown = companies.map(({ cnpj }) => cnpj);
  const all = shown.length > 0 && shown.every((cnpj) => chosen.has(cnpj));
  const title = translate('leads.title');
  return (
    <Page title={title}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
        <Typography variant="h1">{title}</Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          {quota && (
            <Typography variant="body2" sx={{ color: 'text.secondary', mr: 1 }}>
              {translate('leads.quota', { used: number(quota.usados), limit: number(quota.limite) })}
            </Typography>
          )}
          <Button
            variant="outlined"
            startIcon={<Download />}
            loading={busy}
            disabled={companies.length === 0}
            // all that were found are many, and count against the month's limit
            onClick={() => (chosen.size > 0 ? void exportCsv() : setAsking(true))}
          >
            {translate('leads.export', { count: number(size) })}
          </Button>
          {lists?.can.create && (
            <Button
              variant="outlined"
              startIcon={<PlaylistAdd />}
              disabled={companies.length === 0}
              onClick={() => setAdding('list')}
            >
              {translate('leads.to_list.open', { count: number(size) })}
            </Button>
          )}
          <Button
            variant="contained"
            startIcon={<PersonAdd />}
            disabled={companies.length === 0}
            onClick={() => setAdding('contacts')}
          >
            {translate('leads.add.open', { count: number(size) })}
          </Button>
        </Box>
      </Box>
      <Typography variant="body2" sx={{ color: 'atende.faint', mt: 0.25, mb: 1.5 }}>
        {source
          ? translate('leads.source', {
              source: source.fonte,
              date: source.data ? formatDate(`${source.data}T12:00:00`) : '–',
              companies: number(source.empresas),
            })
          : translate('leads.lead')}
      </Typography>
      {(source || !leads.isSuccess) && <LeadFilterBar filters={filters} onChange={changeFilters} onClear={clear} />}
      <Paper
        variant="outlined"
        tabIndex={0}
        role="region"
        aria-label={translate('leads.list')}
        sx={{ flex: '0 1 auto', minHeight: 160, overflowY: 'auto', borderRadius: '14px', mb: { xs: 2, sm: 3 } }}
      >
        {leads.isPending && (
          <Box sx={{ p: 2 }} aria-busy>
            {Array.from({ length: 6 }, (_, index) => (
              <Skeleton key={index} width={`${50 + ((index * 23) % 40)}%`} height={44} />
            ))}
          </Box>
        )}
        {leads.error && companies.length === 0 && (
          <LoadFailed error={leads.error} onRetry={() => void leads.refetch()} />
        )}
        {leads.isSuccess && !source && (
          <EmptyState
            icon={<Storage />}
            title={translate('leads.none')}
            message={translate(isSuper ? 'leads.none_super' : 'leads.none_message')}
            action={isSuper && <code>npm run leads:import -- &lt;pasta&gt;</code>}
          />
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
            <Box sx={{ display: 'flex', alignItems: 'center', px: 1, borderBottom: 1, borderColor: 'atende.lineSoft' }}>
              <FormControlLabel
                control={
                  <Checkbox
                    checked={all}
                    indeterminate={!all && chosen.size > 0}
                    onChange={(_, on) => choose(shown, on)}
                  />
                }
                label={
                  chosen.size > 0
                    ? translate('leads.chosen', { smart_count: chosen.size })
                    : translate('leads.found', {
                        smart_count: count,
                        count: `${number(count)}${first?.countIsMinimum ? '+' : ''}`,
                      })
                }
                sx={{ ml: 0 }}
              />
            </Box>
            <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
              {companies.map((lead) => (
                <LeadRow
                  key={lead.cnpj}
                  lead={lead}
                  chosen={chosen.has(lead.cnpj)}
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
      {open && <LeadDrawer cnpj={open.cnpj} name={open.nome_fantasia || open.razao_social} onClose={closeSheet} />}
      {adding === 'contacts' && <AddLeadsDialog picked={picked} count={size} onClose={() => setAdding(null)} />}
      {adding === 'list' && <ListLeadsDialog picked={picked} count={size} onClose={() => setAdding(null)} />}
      <ConfirmDialog
        open={asking}
        title={translate('leads.export', { count: number(size) })}
        message={translate('leads.export_question', { count: number(size) })}
        confirmLabel={translate('leads.export_confirm')}
        onConfirm={() => void exportCsv()}
        onClose={() => setAsking(false)}
      />
    </Page>
  );
}
