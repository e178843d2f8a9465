import { type Kind, layouts } from './layout.js';

/*
 * The SQL of one generation of the data (docs/adr/0026-leads.md). Its tables are numbered, `leads.companies_12`;
 * the views without a number, `leads.companies`, show the current generation.
 */

/** Upper bounds of the capital bands in reais; filters of the screen lie between two of them. */
export const capitalSteps = [1_000, 10_000, 50_000, 100_000, 500_000, 1_000_000, 10_000_000, 100_000_000] as const;

export const tables = ['companies', 'partners', 'municipalities', 'activities', 'facets', 'months', 'codes'] as const;

export const stageTable = (generation: number, kind: Kind): string => `leads.stage_${generation}_${kind}`;

/** Unlogged: a crash of PostgreSQL empties the table, and the files are then loaded again. */
export const createStage = (generation: number, kind: Kind): string =>
  `create unlogged table if not exists ${stageTable(generation, kind)} (${layouts[kind].columns.map((name) => `${name} text not null`).join(', ')})`;

export const copyInto = (generation: number, kind: Kind): string =>
  `copy ${stageTable(generation, kind)} from stdin (format csv, delimiter ';', encoding 'LATIN1', null '\\N')`;

const number = (column: string): string => `case when ${column} ~ '^\\d{1,9}$' then ${column}::int end`;
const small = (column: string): string => `case when ${column} ~ '^\\d{1,4}$' then ${column}::smallint end`;
/** `00000000` and impossible dates become null. */
const day = (column: string): string =>
  `case when ${column} ~ '^\\d{8}$' and pg_input_is_valid(${column}, 'date') then ${column}::date end`;
const phone = (place: 1 | 2): string =>
  `case when telefone_${place} ~ '^\\d{8,9}$' and ltrim(ddd_${place}, '0 ') ~ '^\\d{2}$' then ltrim(ddd_${place}, '0 ') || ' ' || telefone_${place} end`;
const normalised = (column: string): string => `regexp_replace(public.search_text(${column}), '[^a-z0-9]', '', 'g')`;

/** Columns that indexes include beside the key, so that filters need only the index. */
const filtered = 'status, size, mei, has_email, has_phone, opened_on, capital, activity';

/** Each step is one transaction, and is done once its table exists. */
export interface Step {
  readonly name: string;
  readonly done: string;
  readonly statements: readonly string[];
}

/**
 * @param cities the municipalities of IBGE as a JSON list of `{ uf, name, code }`, as a literal
 */
export function buildSteps(generation: number, cities: string): Step[] {
  const stage = (kind: Kind): string => stageTable(generation, kind);
  const table = (name: (typeof tables)[number]): string => `leads.${name}_${generation}`;
  const companies = table('companies');
  const index = (name: string, key: string): Step => ({
    name: `index ${name}`,
    done: `leads.companies_${generation}_${name}`,
    statements: [`create index companies_${generation}_${name} on ${companies} (${key}) include (${filtered})`],
  });
  return [
    {
      name: 'companies',
      done: companies,
      // `facet` combines all filters of the screen except place and activity in one number; the name of a MEI ends
      // with its owner's CPF, which is removed
      statements: [
        `create table ${companies} as
         select row_number() over (order by state, municipality, activity, name collate "C", cnpj)::int as id, x.*,
           ((((status * 10 + size) * 2 + mei::int) * 2 + has_email::int) * 2 + has_phone::int) * 4096
             + coalesce(least(greatest(extract(year from opened_on)::int - 1800, 0), 255), 0) * 16 + width_bucket(capital, array[${capitalSteps}]::float8[]) as facet
         from (
           select m.cnpj_basico || m.cnpj_ordem || m.cnpj_dv as cnpj, regexp_replace(e.razao_social, '\\s+\\d{11}\\s*$', '') as name, m.nome_fantasia as trade_name,
             m.matriz_filial = '1' as head_office, coalesce(${small('m.situacao')}, 0::smallint) as status,
             ${day('m.data_situacao')} as status_on, ${number('m.motivo_situacao')} as status_reason,
             ${number('e.natureza_juridica')} as legal_nature, ${day('m.inicio_atividade')} as opened_on,
             coalesce(${number('m.cnae_principal')}, 0) as activity,
             case when m.cnae_secundaria ~ '^\\d{7}(,\\d{7})*$' then string_to_array(m.cnae_secundaria, ',')::int[] else '{}' end as activities,
             case when e.porte ~ '^0?[0135]$' then e.porte::smallint else 0::smallint end as size,
             case when e.capital_social ~ '^\\d{1,15}(,\\d+)?$' then replace(e.capital_social, ',', '.')::float8 else 0 end as capital,
             coalesce(s.opcao_simples = 'S', false) as simples, coalesce(s.opcao_mei = 'S', false) as mei,
             m.email <> '' as has_email, coalesce(${phone(1)}, ${phone(2)}) is not null as has_phone, lower(m.email) as email,
             array_remove(array[${phone(1)}, ${phone(2)}], null) as phones,
             concat_ws(', ', nullif(btrim(m.tipo_logradouro || ' ' || m.logradouro), ''), nullif(m.numero, ''), nullif(m.complemento, '')) as address,
             m.bairro as district, m.cep as zip, m.uf as state, coalesce(${number('m.municipio')}, 0) as municipality
           from ${stage('estabelecimentos')} m join ${stage('empresas')} e using (cnpj_basico)
           left join ${stage('simples')} s using (cnpj_basico)
         ) x order by id`,
      ],
    },
    {
      name: 'keys',
      done: `leads.companies_${generation}_cnpj`,
      statements: [
        `create unique index companies_${generation}_cnpj on ${companies} (left(cnpj, 8), cnpj)`,
        `create unique index companies_${generation}_id on ${companies} (id) include (${filtered})`,
      ],
    },
    index('activity', 'activity, id'),
    index('facet', 'facet, id'),
    index('opened', 'opened_on, id'),
    {
      name: 'partners',
      done: table('partners'),
      statements: [
        `create table ${table('partners')} as
         select cnpj_basico as base, nome as name, ${small('tipo')} as kind, ${number('qualificacao')} as role, ${day('data_entrada')} as since
         from ${stage('socios')} order by cnpj_basico`,
        `create index partners_${generation}_base on ${table('partners')} (base)`,
      ],
    },
    {
      name: 'summaries',
      done: table('codes'),
      statements: [
        // the tax office has codes of its own, so municipalities are matched with IBGE by name
        `create table ${table('municipalities')} as
         select g.*, coalesce(i.name, initcap(m.descricao), '') as name, i.code as ibge, ${normalised('coalesce(m.descricao, i.name)')} as key
         from (select state, municipality as code, min(id) as first, max(id) as last, count(*)::int as companies
           from ${companies} group by state, municipality) g
         left join (select ${number('codigo')} as code, min(descricao) as descricao from ${stage('municipios')} group by 1) m using (code)
         left join (select uf, name, code, ${normalised('name')} as key from jsonb_to_recordset(${cities}::jsonb) x (uf text, name text, code int)) i
           on i.uf = g.state and i.key = ${normalised('m.descricao')}`,
        `create index on ${table('municipalities')} (code, state)`,
        `create table ${table('activities')} as
         select ${number('c.codigo')} as code, c.descricao as description, coalesce(n.companies, 0)::int as companies,
           public.search_text(c.descricao) as search
         from ${stage('cnaes')} c
         left join (select activity, count(*) as companies from ${companies} group by 1) n on n.activity = ${number('c.codigo')}`,
        // stored, because a search would otherwise compute the stems of all rows
        `alter table ${table('activities')} add column stems tsvector generated always as (to_tsvector('portuguese', search)) stored`,
        `create unique index on ${table('activities')} (code)`,
        `create table ${table('facets')} as
         select facet, status, size, mei, has_email, has_phone, facet / 16 % 256 + 1800 as year, facet % 16 as band, count(*)::int as companies
         from ${companies} group by facet, status, size, mei, has_email, has_phone`,
        `create table ${table('months')} as
         select date_trunc('month', opened_on)::date as month, count(*)::int as companies from ${companies} group by 1`,
        `create table ${table('codes')} as ${(['motivos', 'naturezas', 'qualificacoes', 'paises'] as const)
          .map(
            (kind) =>
              `select '${kind}' as kind, ${number('codigo')} as code, descricao as description from ${stage(kind)}`,
          )
          .join(' union all ')}`,
        `create index on ${table('codes')} (kind, code)`,
      ],
    },
  ];
}

/** Files in which a key is repeated that a unique index refused: a CNPJ, or the code of an activity. */
export const repeatedIn = (generation: number): string =>
  `select 'empresas' as kind from ${stageTable(generation, 'empresas')} where cnpj_basico = left($1, 8) having count(*) > 1
   union all select 'simples' from ${stageTable(generation, 'simples')} where cnpj_basico = left($1, 8) having count(*) > 1
   union all select 'estabelecimentos' from ${stageTable(generation, 'estabelecimentos')}
     where cnpj_basico = left($1, 8) and cnpj_ordem || cnpj_dv = substr($1, 9) having count(*) > 1
   union all select 'cnaes' from ${stageTable(generation, 'cnaes')} where ltrim(codigo, '0') = ltrim($1, '0') having count(*) > 1`;

/** Runs outside a transaction; marks pages as all-visible, so that filters can use index-only scans. */
export const vacuum = (generation: number): string[] =>
  tables.map((name) => `vacuum (freeze, analyze) leads.${name}_${generation}`);

/** Statements of running servers keep working: PostgreSQL plans them again when a view changes. */
export const showGeneration = (generation: number, readers: readonly string[]): string[] =>
  tables.flatMap((name) => [
    `create or replace view leads.${name} as select * from leads.${name}_${generation}`,
    `grant select on leads.${name} to ${readers.join(', ')}`,
  ]);
