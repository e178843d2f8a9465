import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { isEmail } from 'class-validator';
import { isValidPhoneNumber } from 'libphonenumber-js/mobile';
import { Audit } from '../../../../core/audit/audit.js';
import { Context } from '../../../../core/context.js';
import { coreErrors } from '../../../../core/errors/core-errors.js';
import { type Localized, t } from '../../../../core/i18n.js';
import { CsvExporter } from '../../../../core/resource/csv-exporter.js';
import type { Query } from '../../../../core/resource/list-query.js';
import { ContactListsService } from '../../contact-lists/crud/contact-lists.service.js';
import { ContactsService } from '../../contacts/crud/contacts.service.js';
import type { ListedContact } from '../../contacts/import-export/contact-import.entity.js';
import { type AddLeadsInput, type ListLeadsInput, maxLeads, type PickLeadsInput } from '../leads.dto.js';
import type { Lead, LeadQuota, LeadSource } from '../search/lead-view.js';
import { LeadsService, sourceOf } from '../search/leads.service.js';
import { LeadQuotasService, type ReachableLead } from './lead-quotas.service.js';

/** The result of adding companies to the contacts. */
export interface LeadsAdded {
  readonly empresas: number;
  readonly adicionados: number;
  /** Companies whose number belongs to a contact already, or to another company of the same request. */
  readonly existentes: number;
  readonly sem_celular: number;
  readonly cota: LeadQuota;
}

/** The result of adding companies to a contact list. */
export interface LeadsListed extends LeadsAdded {
  readonly nao_querem: number;
}

interface Column {
  readonly heading: Localized;
  readonly value: (lead: Lead) => string;
  /** Texts of campaigns may use the column as a variable. */
  readonly variable?: true;
}

const phoneText = ({ ddd, numero }: Lead['telefones'][number]): string => `(${ddd}) ${numero}`;

/** Exports omit the partners, whose names are only on the sheet of a company (LGPD). */
const columns: readonly Column[] = [
  { heading: t('CNPJ', 'CNPJ', 'CNPJ'), value: ({ cnpj }) => formatCnpj(cnpj), variable: true },
  {
    heading: t('Razão social', 'Registered name', 'Razón social'),
    value: ({ razao_social }) => razao_social,
    variable: true,
  },
  {
    heading: t('Nome fantasia', 'Trade name', 'Nombre comercial'),
    value: ({ nome_fantasia }) => nome_fantasia,
    variable: true,
  },
  { heading: t('Matriz ou filial', 'Head office or branch', 'Matriz o filial'), value: (l) => l.matriz_filial },
  { heading: t('Situação', 'Status', 'Situación'), value: ({ situacao_cadastral }) => situacao_cadastral },
  { heading: t('Abertura', 'Opened', 'Apertura'), value: ({ data_abertura }) => dayText(data_abertura) },
  { heading: t('Porte', 'Size', 'Tamaño'), value: ({ porte }) => porte },
  {
    heading: t('Capital social', 'Capital', 'Capital social'),
    value: ({ capital_social }) => capital_social.toFixed(2).replace('.', ','),
  },
  { heading: t('Simples', 'Simples', 'Simples'), value: ({ simples }) => simples },
  { heading: t('MEI', 'MEI', 'MEI'), value: ({ mei }) => mei },
  { heading: t('CNAE', 'CNAE', 'CNAE'), value: ({ atividade_principal: { codigo } }) => codigo },
  {
    heading: t('Atividade', 'Activity', 'Actividad'),
    value: ({ atividade_principal: { descricao } }) => descricao,
    variable: true,
  },
  { heading: t('Telefone', 'Phone', 'Teléfono'), value: ({ telefones: [first] }) => (first ? phoneText(first) : '') },
  {
    heading: t('Telefone 2', 'Phone 2', 'Teléfono 2'),
    value: ({ telefones: [, second] }) => (second ? phoneText(second) : ''),
  },
  { heading: t('E-mail', 'E-mail', 'Correo electrónico'), value: ({ email }) => email },
  { heading: t('Endereço', 'Address', 'Dirección'), value: ({ endereco }) => endereco },
  { heading: t('Bairro', 'District', 'Barrio'), value: ({ bairro }) => bairro, variable: true },
  { heading: t('Município', 'City', 'Municipio'), value: ({ municipio }) => municipio, variable: true },
  { heading: t('Estado', 'State', 'Estado'), value: ({ estado }) => estado, variable: true },
  { heading: t('CEP', 'Postcode', 'Código postal'), value: ({ cep }) => cep },
];
const sourceHeadings = [t('Fonte', 'Source', 'Fuente'), t('Data da fonte', 'Date of the source', 'Fecha de la fuente')];

/** Exports companies or adds them as contacts, and counts those that can be written to against the plan. */
@Injectable()
export class LeadPicksService {
  constructor(
    private readonly context: Context,
    private readonly audit: Audit,
    private readonly csvExporter: CsvExporter,
    private readonly contacts: ContactsService,
    private readonly contactLists: ContactListsService,
    private readonly leads: LeadsService,
    private readonly quotas: LeadQuotasService,
  ) {}

  /** @throws 409 beyond the limit of the plan, and as {@link CsvExporter.csv} */
  async csv(input: PickLeadsInput, query: Query): Promise<Readable> {
    const { locale } = this.context;
    let rows: string[][] = [];
    return this.csvExporter.csv({
      action: 'leads.exported',
      filter: input.cnpjs ? { cnpjs: input.cnpjs.length } : query,
      headings: [...columns.map(({ heading }) => heading[locale]), ...sourceHeadings.map((text) => text[locale])],
      prepare: async () => {
        const leads = await this.pick(input, query);
        await this.quotas.take(this.reachable(leads));
        const generation = await this.leads.generation();
        const source = sourceCells(generation && sourceOf(generation));
        rows = leads.map((lead) => [...columns.map(({ value }) => value(lead)), ...source]);
      },
      batches: (async function* () {
        yield rows;
      })(),
    });
  }

  /** Adds companies by their first mobile number, never by a landline. @throws 409 beyond the plan, 404 for the tag */
  async add({ tagId = null, ...input }: AddLeadsInput, query: Query): Promise<LeadsAdded> {
    const { leads, cota, listed } = await this.take(input, query, contactOf);
    const added = await this.contacts.addAll(listed, tagId);
    this.audit.record('leads.added', null, { companies: leads.length, added });
    return {
      empresas: leads.length,
      adicionados: added,
      existentes: listed.length - added,
      sem_celular: leads.length - listed.length,
      cota,
    };
  }

  /**
   * Adds companies to a list by their first mobile number, with variables for the texts of campaigns.
   * @throws 409 beyond the plan, 404 for the list, 403 for a plan without campaigns
   */
  async list({ contactListId, ...input }: ListLeadsInput, query: Query): Promise<LeadsListed> {
    if (this.context.actor.features['useCampaigns'] !== true) throw coreErrors.ERR_NO_PERMISSION();
    const { name: list } = await this.contactLists.get(contactListId);
    const { leads, cota, listed } = await this.take(input, query, recipientOf);
    const { added, repeated, optedOut } = await this.contactLists.addAll(contactListId, listed);
    this.audit.record('leads.listed', null, { companies: leads.length, added, list });
    return {
      empresas: leads.length,
      adicionados: added,
      existentes: repeated,
      nao_querem: optedOut,
      sem_celular: leads.length - listed.length,
      cota,
    };
  }

  private async take(input: PickLeadsInput, query: Query, convert: typeof contactOf) {
    const leads = await this.pick(input, query);
    const reachable = this.reachable(leads);
    const cota = await this.quotas.take(reachable);
    const listed = reachable.map(({ lead, number }) => convert(lead, number));
    return { leads, cota, listed };
  }

  /** The companies with a mobile number, and the first one of each. */
  private reachable(leads: readonly Lead[]): ReachableLead[] {
    return leads.flatMap((lead) => {
      const number = lead.telefones
        .map(({ ddd, numero }) => this.contacts.normalise(`55${ddd}${numero}`))
        .find((each) => isValidPhoneNumber(`+${each}`));
      return number ? [{ lead, number }] : [];
    });
  }

  private async pick({ cnpjs }: PickLeadsInput, query: Query): Promise<Lead[]> {
    if (!(await this.leads.generation())) return [];
    return cnpjs ? this.leads.byCnpj([...new Set(cnpjs)]) : this.leads.first(query, maxLeads);
  }
}

const sourceCells = (source: LeadSource | undefined): string[] => [source?.fonte ?? '', dayText(source?.data ?? null)];

const dayText = (day: string | null): string => day?.split('-').reverse().join('/') ?? '';

const formatCnpj = (cnpj: string): string => cnpj.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5');

/** The maximum lengths of the contact form. */
const maxName = 50;
const maxEmail = 255;

function contactOf(lead: Lead, number: string): ListedContact {
  const name = (lead.nome_fantasia || lead.razao_social).slice(0, maxName);
  // the same check as in the contact form
  const email =
    isEmail(lead.email, { allow_utf8_local_part: false }) && lead.email.length <= maxEmail ? lead.email : '';
  return { number, name, email, extraInfo: [{ id: 1, name: 'CNPJ', value: formatCnpj(lead.cnpj) }] };
}

function recipientOf(lead: Lead, number: string): ListedContact {
  const variables = columns
    .filter(({ variable }) => variable)
    .map(({ heading, value }) => ({ name: heading.pt, value: value(lead) }));
  const extraInfo = variables.filter(({ value }) => value !== '').map((each, index) => ({ id: index + 1, ...each }));
  return { ...contactOf(lead, number), extraInfo };
}
