import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import type { Schemas } from '../../../providers/api-types';
import { ApiError, api, apiDownload } from '../../../providers/http';
import { onResync, useSocketEvent } from '../../../providers/realtime';
import { session } from '../../../providers/session';
import { useSessionUser } from '../../../providers/session-user';

export type Kind = 'ai' | 'sms';

export type AiCampaign = Schemas['AiCampaignView'];
export type SmsCampaign = Schemas['SmsCampaignView'];
/** What both kinds have. */
export type Campaign = Omit<AiCampaign, 'instance_id' | 'interval_in_seconds' | 'template'>;
export type ReportRow = Schemas['ReportRow'];

/** Rows come one after the other: what is shown is read at most so often. */
const BATCH_MS = 1000;

export const pathOf = (kind: Kind, rest: string): string => `/campaign-service/${kind}/${rest}`;
/** Also of what is shown of one campaign. */
export const keyOf = (kind: Kind, ...rest: unknown[]) => ['campaign-service', kind, ...rest] as const;

type Fields = Readonly<Record<string, string | number | File | null | undefined>>;

/** The fields of a form, as the campaign service takes them. */
export function formOf(fields: Fields): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (value instanceof File) form.append(name, value);
    else if (value !== undefined) form.append(name, String(value ?? ''));
  return form;
}

/** The campaigns of the company, as they change. */
export function useCampaigns<T extends Campaign>(kind: Kind) {
  useLiveCampaigns(kind);
  const { companyId } = useSessionUser();
  return useQuery({
    queryKey: keyOf(kind, 'list'),
    queryFn: ({ signal }) => api<T[]>(pathOf(kind, `campaigns/filter?company_id=${companyId}`), { signal }),
  });
}

/** The prompts that an AI campaign may use, as they change. */
export function useAiInstances() {
  const { companyId } = useSessionUser();
  const client = useQueryClient();
  useSocketEvent('prompt', () => void client.invalidateQueries({ queryKey: ['prompt', 'instances'] }));
  return useQuery({
    queryKey: ['prompt', 'instances'],
    queryFn: ({ signal }) => api<Schemas['CampaignInstance'][]>(pathOf('ai', `instances/${companyId}`), { signal }),
  });
}

export function useReportRows(kind: Kind, campaignId: number | null) {
  return useQuery({
    queryKey: keyOf(kind, 'report', campaignId),
    queryFn: ({ signal }) => api<ReportRow[]>(pathOf(kind, `relatories/${campaignId}`), { signal }),
    enabled: campaignId !== null,
  });
}

export function useAiFigures(campaignId: number) {
  return useQuery({
    queryKey: keyOf('ai', 'figures', campaignId),
    queryFn: ({ signal }) =>
      api<Schemas['AiCampaignFigures']>(pathOf('ai', `relatories/${campaignId}/figures`), { signal }),
  });
}

/** The connections by which a campaign can be sent, with the tokens that name them to the service. */
export function useDispatchNumbers() {
  const { companyId } = useSessionUser();
  return useQuery({
    queryKey: ['whatsapp', 'dispatch'],
    queryFn: ({ signal }) =>
      api<Schemas['ConnectionRecord'][]>(`/whatsapp?companyId=${companyId}&session=0`, { signal }),
  });
}

/** The SMS gateways, whether the company has an account, and what an SMS costs there. */
export function useSmsServices() {
  const { companyId } = useSessionUser();
  return useQuery({
    queryKey: ['sms-gateways', 'instances'],
    queryFn: ({ signal }) => api<Schemas['SmsService'][]>(pathOf('sms', `instances/${companyId}`), { signal }),
  });
}

/** What AI campaigns open conversations by on each connection, and why some cannot. */
export function useAiNumbers() {
  return useQuery({
    queryKey: keyOf('ai', 'numbers'),
    queryFn: ({ signal }) => api<Schemas['DispatchNumber'][]>(pathOf('ai', 'numbers'), { signal }),
  });
}

/** What those get who are written to next; the model is not asked for it. */
export function useOpeningSamples(campaignId: number) {
  return useQuery({
    queryKey: keyOf('ai', 'samples', campaignId),
    queryFn: ({ signal }) =>
      api<Schemas['OpeningSamples']>(pathOf('ai', `campaigns/${campaignId}/samples`), { signal }),
  });
}

/** The fields that name a dispatch number: its token, as in the specification, or its id for support, who sees no tokens. */
export function dispatchNumber(connections: readonly Schemas['ConnectionRecord'][], connectionId: number): Fields {
  const token = connections.find(({ id }) => id === connectionId)?.token;
  return token ? { atende_token: token } : { connection_id: connectionId };
}

/** The company of the session; without one the user sees it, and nothing must be sent. */
function useCompanyId(): () => number | null {
  const notify = useNotify();
  return () => {
    const { companyId } = session;
    if (companyId === null) notify('campaign_service.no_company', { type: 'error' });
    return companyId;
  };
}

/** Says what failed, and why the server refused it. */
export function useNotifyFailure() {
  const notify = useNotify();
  const translate = useTranslate();
  return (text: string, error: unknown) => {
    const reason = error instanceof ApiError && error.status >= 400 && error.status < 500 ? error.message : '';
    notify(`${translate(text)} ${reason}`.trim(), { type: 'error' });
  };
}

/** Reads again what is shown of the campaigns. */
export function useRefetch(kind: Kind): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keyOf(kind) });
}

/** Creates a campaign, or changes that of the id. @returns the errors of its fields */
export function useSaveCampaign(kind: Kind, onSaved: () => void) {
  const notify = useNotify();
  const fail = useNotifyFailure();
  const refetch = useRefetch(kind);
  const companyId = useCompanyId();
  return async (id: number | null, fields: Fields) => {
    const company_id = companyId();
    if (company_id === null) return undefined;
    const [method, path] = id === null ? (['POST', 'campaigns'] as const) : (['PUT', `campaigns/${id}`] as const);
    try {
      await api(pathOf(kind, path), { method, form: formOf({ ...fields, company_id }) });
    } catch (error) {
      fail(`campaign_service.form.${id === null ? 'create_failed' : 'update_failed'}`, error);
      return error instanceof ApiError ? error.fields : undefined;
    }
    notify(`campaign_service.form.${id === null ? 'created' : 'updated'}`, { type: 'success' });
    await refetch();
    onSaved();
    return undefined;
  };
}

/** Switches a campaign to the opposite; the list shows it when the server has done it. */
export function useSwitchCampaign(kind: Kind) {
  const client = useQueryClient();
  const notify = useNotify();
  const fail = useNotifyFailure();
  return useMutation({
    mutationFn: async ({ id, status }: Campaign) => {
      const next = status === 1 ? 0 : 1;
      const path = kind === 'ai' ? `campaigns/status/${id}` : `campaigns/${id}`;
      await api(pathOf(kind, path), { method: 'PUT', form: formOf({ status: next, campaign_id: id }) });
      return next;
    },
    onSuccess: (status, { id }) => {
      client.setQueryData<Campaign[]>(keyOf(kind, 'list'), (known) =>
        known?.map((campaign) => (campaign.id === id ? { ...campaign, status } : campaign)),
      );
      notify(`campaign_service.${status === 1 ? 'activated' : 'deactivated'}`, { type: 'success' });
    },
    onError: (error) => fail('campaign_service.status_failed', error),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(kind) }),
  });
}

/** Sends again what was not sent, or perhaps not. */
export function useRetryRows(kind: Kind) {
  const notify = useNotify();
  const fail = useNotifyFailure();
  const refetch = useRefetch(kind);
  return useMutation({
    mutationFn: (id: number) => api<{ rows: number }>(pathOf(kind, `campaigns/${id}/retry`), { method: 'POST' }),
    onSuccess: ({ rows }) =>
      notify('campaign_service.report.retried', { type: 'success', messageArgs: { smart_count: rows } }),
    onError: (error) => fail('campaign_service.report.retry_failed', error),
    onSettled: refetch,
  });
}

export function useRemoveCampaign(kind: Kind) {
  const notify = useNotify();
  const fail = useNotifyFailure();
  const refetch = useRefetch(kind);
  return useMutation({
    mutationFn: ({ id }: Campaign) => api(pathOf(kind, `campaigns/${id}`), { method: 'DELETE' }),
    onSuccess: () => notify('campaign_service.removed', { type: 'success' }),
    onError: (error) => fail('campaign_service.remove_failed', error),
    onSettled: refetch,
  });
}

/** A campaign changed, or one of its rows was handled: what is shown of it is read again. */
function useLiveCampaigns(kind: Kind): void {
  const client = useQueryClient();
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => onResync(() => void client.invalidateQueries({ queryKey: keyOf(kind) })), [client, kind]);
  useEffect(
    () => () => {
      window.clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  useSocketEvent('serviceCampaign', (event) => {
    if (event.kind !== kind || timer.current !== undefined) return;
    timer.current = window.setTimeout(() => {
      timer.current = undefined;
      void client.invalidateQueries({ queryKey: keyOf(kind) });
    }, BATCH_MS);
  });
}

/** A CSV file to fill in. */
export const downloadSample = (kind: Kind): Promise<void> => apiDownload(pathOf(kind, 'sample'), 'modelo.csv');
