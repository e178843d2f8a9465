import { type RawBuilder, sql } from 'kysely';
import { allOf, type Condition, type Statement } from '../../../../core/database/statements.js';
import { countLimit } from '../../../../core/resource/page.js';
import { capitalSteps } from '../import/generation.js';
import type { LeadFilters } from './lead-filters.js';
import type { Lead, LeadActivity, LeadPartner } from './lead-view.js';

/*
 * Ids of companies follow the order of the list: state, municipality, activity, name. A municipality is thus a range
 * of ids, and indexes with all filtered columns cover every combination of filters (docs/adr/0026-leads.md).
 */

export interface Generation {
  readonly id: number;
  readonly source: string;
  readonly date: string | null;
  readonly companies: number;
}

/**
 * The first statement of every search. It makes the transaction plan statements with their actual values: a generic
 * plan reads twenty times as much for rare filters.
 */
export const currentGeneration: Statement<Generation> = sql`
  select id, source, source_date::text as date, companies from set_config('plan_cache_mode', 'force_custom_plan', true), leads.generations
  where shown_at is not null order by id desc limit 1`;

const any = sql<boolean>`true`;
const given = <T>(value: T | null, condition: (value: T) => Condition): Condition[] =>
  value === null ? [] : [condition(value)];

/** Conditions on columns that the tables of companies and of facets share. */
const flags = ({ status, size, mei, email, phone }: LeadFilters): Condition[] => [
  ...given(status, (value) => sql`status = ${value}::smallint`),
  ...given(size, (value) => sql`size = ${value}::smallint`),
  ...given(mei, (value) => sql`mei = ${value}`),
  ...given(email, (value) => sql`has_email = ${value}`),
  ...given(phone, (value) => sql`has_phone = ${value}`),
];

const opened = ({ openedFrom, openedUntil }: LeadFilters, column: RawBuilder<unknown>): Condition[] => [
  ...given(openedFrom, (day) => sql`${column} >= ${day}::date`),
  ...given(openedUntil, (day) => sql`${column} <= ${day}::date`),
];

const place = ({ state, city }: LeadFilters): Condition =>
  allOf([
    any,
    ...given(state, (value) => sql`state = ${value}`),
    ...given(city, (value) =>
      /^\d{7}$/.test(value)
        ? sql`ibge = ${value}::int`
        : sql`key = regexp_replace(public.search_text(${value}), '[^a-z0-9]', '', 'g')`,
    ),
  ]);

/** How many companies match each part of a search, to choose an index; exact, and read from small tables. */
export interface SearchSizes {
  readonly total: number;
  /** The range of ids in the municipality or state; null if it has no companies. */
  readonly first: number | null;
  readonly last: number | null;
  readonly activities: number | null;
  readonly facets: number;
  /** The matching facets, if they have few companies. */
  readonly facetIds: readonly number[] | null;
  readonly opened: number | null;
}

/** The maximum of index entries that are read at once. */
const maxRead = 100_000;

/** If a filter matches more companies than this, walking through all finds a page, and a count, with fewer reads. */
const worthReading = ({ total }: SearchSizes): number => Math.min(maxRead, Math.sqrt(2 * countLimit * total));

export function searchSizes(filters: LeadFilters): Statement<SearchSizes> {
  const { openedFrom, openedUntil, capitalFrom, activities } = filters;
  const year = (day: string) => sql`extract(year from ${day}::date)`;
  const band = (amount: number) =>
    sql`width_bucket(${amount}::float8, array[${sql.raw(capitalSteps.join())}]::float8[])`;
  const facets = allOf([
    any,
    ...flags(filters),
    ...given(openedFrom, (day) => sql`year >= ${year(day)}`),
    ...given(openedUntil, (day) => sql`year <= ${year(day)}`),
    ...given(capitalFrom, (amount) => sql`band >= ${band(amount)}`),
  ]);
  const months = opened(filters, sql`month`);
  return sql`
    select coalesce((select companies from leads.generations where shown_at is not null order by id desc limit 1), 0) as total, g.first, g.last, f.companies as facets, f.ids as "facetIds",
      ${activities ? sql`(select coalesce(sum(companies), 0)::int from leads.activities where code = any(${activities}::int[]))` : sql`null::int`} as activities,
      ${
        months.length > 0
          ? sql`(select coalesce(sum(companies), 0)::int from leads.months
              where month >= date_trunc('month', coalesce(${openedFrom}::date, '-infinity')) and month <= coalesce(${openedUntil}::date, 'infinity'))`
          : sql`null::int`
      } as opened
    from (select min(first) as first, max(last) as last from leads.municipalities where ${place(filters)}) g
    cross join (select coalesce(sum(companies), 0)::int as companies,
      case when coalesce(sum(companies), 0) <= ${sql.lit(maxRead)} then coalesce(json_agg(facet), '[]') end as ids from leads.facets where ${facets}) f`;
}

interface Wanted {
  /** Only ids greater than this one. */
  readonly after: number;
  readonly limit: number;
  readonly ordered: boolean;
}

/** Ids of the matching companies, by the index that reads the fewest entries. */
function matching(filters: LeadFilters, sizes: SearchSizes, { after, limit, ordered }: Wanted): RawBuilder<unknown> {
  const { activities, capitalFrom } = filters;
  const first = Math.max(sizes.first ?? 0, after + 1);
  const own = allOf([
    sql`id between ${first}::int and ${sizes.last ?? 0}::int`,
    ...flags(filters),
    ...opened(filters, sql`opened_on`),
    ...given(capitalFrom, (amount) => sql`capital >= ${amount}::float8`),
    // all branches of opted-out companies as ids, which are few
    sql`id not in (select o.id from lead_opt_outs x join leads.companies o on left(o.cnpj, 8) = left(x.cnpj, 8))`,
  ]);
  const order = ordered ? sql`order by id` : sql``;
  const end = sql`${order} limit ${limit}`;
  const placeSize = (sizes.last ?? 0) - (sizes.first ?? 0) + 1;
  const walked = Math.min(placeSize, sizes.activities ?? placeSize);
  const most = worthReading(sizes);
  const others = [...(sizes.facetIds ? [sizes.facets] : []), sizes.opened ?? Number.POSITIVE_INFINITY];
  if (walked > most && Math.min(...others) <= most) {
    const activity = activities ? sql` and activity = any(${activities}::int[])` : sql``;
    const byFacet = sizes.facetIds && sizes.facets <= (sizes.opened ?? sizes.facets);
    const driver = byFacet ? sql`facet = any(${sizes.facetIds}::int[]) and ` : sql``;
    // materialized, or the planner would assume that the limit ends the scan early
    return sql`with found as materialized (select id from leads.companies where ${driver}${own}${activity}) select id from found ${end}`;
  }
  if (!activities) return sql`select id from leads.companies where ${own} ${end}`;
  return sql`select c.id from unnest(${activities}::int[]) wanted cross join lateral (
    select id from leads.companies where activity = wanted and ${own} ${end}) c ${ordered ? sql`order by c.id` : sql``} limit ${limit}`;
}

const words = (column: string, names: readonly (readonly [number, string])[]): RawBuilder<string> =>
  sql`case ${sql.ref(column)} ${sql.join(
    names.map(([code, name]) => sql`when ${sql.lit(code)} then ${sql.lit(name)}`),
    sql` `,
  )} else '' end`;

const activity = sql`json_build_object('codigo', lpad(a.code::text, 7, '0'), 'descricao', a.description)`;

const leadColumns = sql`
  c.cnpj, c.name as razao_social, c.trade_name as nome_fantasia, case when c.head_office then 'MATRIZ' else 'FILIAL' end as matriz_filial,
  ${words('c.status', [
    [1, 'NULA'],
    [2, 'ATIVA'],
    [3, 'SUSPENSA'],
    [4, 'INAPTA'],
    [8, 'BAIXADA'],
  ])} as situacao_cadastral,
  c.status_on::text as data_situacao_cadastral,
  coalesce((select description from leads.codes where kind = 'motivos' and code = c.status_reason limit 1), '') as motivo_situacao_cadastral,
  coalesce((select description from leads.codes where kind = 'naturezas' and code = c.legal_nature limit 1), '') as natureza_juridica,
  c.opened_on::text as data_abertura,
  ${words('c.size', [
    [0, 'NÃO INFORMADO'],
    [1, 'MICRO EMPRESA'],
    [3, 'EMPRESA DE PEQUENO PORTE'],
    [5, 'DEMAIS'],
  ])} as porte,
  c.capital as capital_social, case when c.simples then 'Sim' else 'Não' end as simples, case when c.mei then 'Sim' else 'Não' end as mei,
  c.address as endereco, c.district as bairro,
  coalesce((select name from leads.municipalities where code = c.municipality and state = c.state limit 1), '') as municipio, c.state as estado, c.zip as cep, c.email,
  (select coalesce(json_agg(json_build_object('ddd', split_part(p, ' ', 1), 'numero', split_part(p, ' ', 2))), '[]') from unnest(c.phones) p) as telefones,
  coalesce((select ${activity} from leads.activities a where a.code = c.activity),
    json_build_object('codigo', lpad(c.activity::text, 7, '0'), 'descricao', '')) as atividade_principal,
  (select coalesce(json_agg(${activity} order by a.code), '[]') from leads.activities a where a.code = any(c.activities)) as atividades_secundarias`;

export type LeadRow = Lead & { readonly id: number };

export const leadPage = (
  filters: LeadFilters,
  sizes: SearchSizes,
  after: number,
  limit: number,
): Statement<LeadRow> => sql`
  select c.id, ${leadColumns} from (${matching(filters, sizes, { after, limit, ordered: true })}) p
  join leads.companies c on c.id = p.id order by c.id`;

export const leadCount = (filters: LeadFilters, sizes: SearchSizes): Statement<{ count: number }> => sql`
  select count(*)::int as count from (${matching(filters, sizes, { after: 0, limit: countLimit + 1, ordered: false })}) p`;

/** The companies with these CNPJs, in the order of the list. */
export const leadsByCnpj = (cnpjs: readonly string[]): Statement<LeadRow> => sql`
  select c.id, ${leadColumns} from (select distinct unnest(${cnpjs}::text[]) as cnpj) g
  join leads.companies c on left(c.cnpj, 8) = left(g.cnpj, 8) and c.cnpj = g.cnpj
  where not exists (select from lead_opt_outs x where left(x.cnpj, 8) = left(c.cnpj, 8)) order by c.id`;

/** The id of a company in the current generation, for a cursor of an earlier one. */
export const leadIdOf = (cnpj: string): Statement<{ id: number }> =>
  sql`select id from leads.companies where left(cnpj, 8) = left(${cnpj}, 8) and cnpj = ${cnpj}`;

export const partnersOf = (bases: readonly string[]): Statement<LeadPartner & { base: string }> => sql`
  select p.base, p.name as nome, ${words('p.kind', [
    [1, 'PESSOA JURÍDICA'],
    [2, 'PESSOA FÍSICA'],
    [3, 'ESTRANGEIRO'],
  ])} as tipo, coalesce(q.description, '') as qual, p.since::text as data_entrada
  from unnest(${bases}::text[]) b cross join lateral (select * from leads.partners where base = b order by since, name limit 200) p
  left join leads.codes q on q.kind = 'qualificacoes' and q.code = p.role`;

/** Activities, of the divisions if given, whose codes begin like these, which are ordered and may overlap. */
export const activitiesByCode = (
  divisions: readonly number[] | null,
  codes: readonly string[],
): Statement<LeadActivity> => sql`
  select lpad(a.code::text, 7, '0') as codigo, a.description as descricao from leads.activities a
  join unnest(${codes}::text[]) with ordinality w(beginning, place) on starts_with(lpad(a.code::text, 7, '0'), w.beginning)
  where ${allOf([any, ...given(divisions, (list) => sql`a.code / 100000 = any(${list}::int[])`)])}
  group by a.code, a.description, a.companies order by min(w.place), a.companies desc, a.code limit 500`;

/** Activities, of the divisions if given, whose description has the words, by their beginning or by stem. */
export const activitiesOf = (divisions: readonly number[] | null, search: string): Statement<LeadActivity> => sql`
  select lpad(code::text, 7, '0') as codigo, description as descricao from leads.activities
  where ${allOf([
    any,
    ...given(divisions, (list) => sql`code / 100000 = any(${list}::int[])`),
    ...given(
      search || null,
      (text) => sql`(
      search ~ all (select '\\m' || w from regexp_split_to_table(public.search_text(${text}), '[^[:alnum:]]+') w)
      or stems @@ plainto_tsquery('portuguese', public.search_text(${text})))`,
    ),
  ])} order by companies desc, code limit 500`;

export interface Municipality {
  /** The IBGE code; null if IBGE has no municipality of that name. */
  readonly id: number | null;
  readonly nome: string;
  readonly empresas: number;
}

export const municipalitiesOf = (state: string): Statement<Municipality> => sql`
  select ibge as id, name as nome, companies as empresas from leads.municipalities where state = ${state} and name <> '' order by key`;

export const quotaOf = (companyId: number): Statement<{ month: string; limit: number; used: number }> => sql`
  select m.month::text, p.leads_limit as limit,
    (select count(*)::int from lead_uses u where u.company_id = c.id and u.month = m.month) as used
  from companies c join plans p on p.id = c.plan_id
  cross join lateral (select date_trunc('month', now() at time zone c.timezone)::date as month) m where c.id = ${companyId}`;

/** Those of these numbers that belong to contacts, also to contacts that opted out of campaigns. */
export const contactNumbersAmong = (
  companyId: number,
  numbers: readonly string[],
): Statement<{ number: string }> => sql`
  select number from contacts where company_id = ${companyId} and number = any(${numbers}::text[])`;

/** Changes one row for each company that was not used yet in that month. */
export const useLeads = (companyId: number, month: string, cnpjs: readonly string[]): Statement => sql`
  insert into lead_uses (company_id, month, cnpj) select ${companyId}, ${month}::date, x from unnest(${cnpjs}::text[]) x
  on conflict (company_id, month, cnpj) do nothing`;
