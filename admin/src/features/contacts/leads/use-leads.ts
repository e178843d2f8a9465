import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useLocale } from 'react-admin';
import type { Answer, Schemas } from '../../../providers/api-types';
import { ApiError, api, saveFile } from '../../../providers/http';
import { useAddressFilters } from '../../../shared/use-address-filters';

export type Lead = Schemas['Lead'];
export type LeadSheet = Schemas['LeadSheet'];
export type LeadQuota = Schemas['LeadQuota'];

/** The filters, which are query parameters of the page's address and of the API. */
const filterNames = [
  ...(['estado', 'cidade', 'setor', 'cnae_principal', 'pesquisa', 'situacao', 'porte', 'abertura_de'] as const),
  ...(['abertura_ate', 'capital_de', 'email', 'telefone', 'mei'] as const),
];
export type LeadFilterName = (typeof filterNames)[number];
export type LeadFilters = Partial<Record<LeadFilterName, string>>;

export const useLeadFilters = () => useAddressFilters(filterNames);

const queryOf = (filters: LeadFilters, cursor = ''): string =>
  new URLSearchParams({ ...filters, ...(cursor ? { cursor } : {}) }).toString();

/** A place and an activity are chosen; without them a search would find thousands of one state. */
export const isSearch = ({ estado, setor, cnae_principal, pesquisa }: LeadFilters): boolean =>
  Boolean(estado && (setor || cnae_principal || pesquisa));

// that no activity has the words is an answer
const retry = (failures: number, error: Error): boolean =>
  failures < 2 && !(error instanceof ApiError && error.status < 500);

export const isNoActivity = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'ERR_NO_CNAE_FOUND';

export function useLeads(filters: LeadFilters) {
  const locale = useLocale();
  return useInfiniteQuery({
    queryKey: ['leads', locale, filters],
    queryFn: ({ pageParam, signal }) =>
      api<Answer<'LeadsController_page'>>(`/leads/empresas?${queryOf(filters, pageParam)}`, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
    enabled: isSearch(filters),
    retry,
  });
}

const forLong = { staleTime: 3_600_000 } as const;

const useList = <T>(path: string, enabled = true) =>
  useQuery({ queryKey: [path], queryFn: ({ signal }) => api<T[]>(path, { signal }), enabled, ...forLong }).data ?? [];

export const useStates = () => useList<Schemas['LeadState']>('/leads/estados');
export const useMunicipalities = (state: string) =>
  useList<Schemas['Municipality']>(`/leads/municipios?estado=${state}`, state !== '');
export const useSectors = () => useList<Schemas['Sector']>('/leads/setores');
export const useActivities = (sector: string) =>
  useList<Schemas['LeadActivity']>(`/leads/categorias?setor=${sector}`, sector !== '');

/** The activities that the words mean. */
export const useNamedActivities = (words: string) =>
  useQuery({
    queryKey: ['leads', 'activities', useLocale(), words],
    queryFn: ({ signal }) =>
      api<Schemas['LeadActivity'][]>(`/leads/categorias?${new URLSearchParams({ pesquisa: words })}`, { signal }),
    enabled: words !== '',
    retry,
    ...forLong,
  });

export const useLeadOrigin = () =>
  useQuery({
    queryKey: ['leads', 'origin'],
    queryFn: ({ signal }) => api<Schemas['LeadOrigin']>('/leads/fonte', { signal }),
  });

export const useLeadSheet = (cnpj: string) =>
  useQuery({
    queryKey: ['leads', 'sheet', cnpj],
    queryFn: ({ signal }) => api<LeadSheet>(`/leads/empresas/${cnpj}`, { signal }),
  });

export const quotaKey = ['leads', 'quota'];
export const useLeadQuota = () =>
  useQuery({ queryKey: quotaKey, queryFn: ({ signal }) => api<LeadQuota>('/leads/cota', { signal }) }).data;

/** Companies that were chosen one by one, or what the filters find. */
export interface Picked {
  readonly cnpjs: readonly string[];
  readonly filters: LeadFilters;
}

const bodyOf = ({ cnpjs }: Picked): object => (cnpjs.length > 0 ? { cnpjs } : {});

export async function exportLeads(picked: Picked): Promise<void> {
  const path = `/leads/empresas/exportar?${queryOf(picked.filters)}`;
  saveFile(await api<Blob>(path, { method: 'POST', body: bodyOf(picked), file: true }), 'leads.csv');
}

export const addLeads = (picked: Picked, tagId: number | null) =>
  api<Schemas['LeadsAdded']>(`/leads/empresas/contatos?${queryOf(picked.filters)}`, {
    method: 'POST',
    body: { ...bodyOf(picked), tagId },
  });

export const listLeads = (picked: Picked, contactListId: number) =>
  api<Schemas['LeadsListed']>(`/leads/empresas/lista?${queryOf(picked.filters)}`, {
    method: 'POST',
    body: { ...bodyOf(picked), contactListId },
  });

/** The search for the company on a map. */
export function mapAddress({ razao_social, nome_fantasia, endereco, bairro, municipio, estado, cep }: Lead): string {
  const query = [nome_fantasia || razao_social, endereco, bairro, `${municipio} - ${estado}`, cep].filter(Boolean);
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(query.join(', '))}`;
}

export const formatCnpj = (cnpj: string): string => cnpj.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5');
