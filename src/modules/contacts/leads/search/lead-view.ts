/** An economic activity with its CNAE code. */
export interface LeadActivity {
  /** The code with seven digits. */
  readonly codigo: string;
  readonly descricao: string;
}

/** A company with the field names of spec 001 §3; texts as the tax office writes them, dates as YYYY-MM-DD. */
export interface Lead {
  readonly cnpj: string;
  readonly razao_social: string;
  readonly nome_fantasia: string;
  readonly matriz_filial: 'MATRIZ' | 'FILIAL';
  readonly situacao_cadastral: string;
  readonly data_situacao_cadastral: string | null;
  readonly motivo_situacao_cadastral: string;
  readonly natureza_juridica: string;
  readonly data_abertura: string | null;
  readonly porte: string;
  /** The capital in reais. */
  readonly capital_social: number;
  readonly simples: 'Sim' | 'Não';
  readonly mei: 'Sim' | 'Não';
  readonly endereco: string;
  readonly bairro: string;
  readonly municipio: string;
  readonly estado: string;
  readonly cep: string;
  readonly email: string;
  readonly telefones: readonly LeadPhone[];
  readonly atividade_principal: LeadActivity;
  readonly atividades_secundarias: readonly LeadActivity[];
}

export interface LeadPhone {
  readonly ddd: string;
  readonly numero: string;
}

/** A partner. */
export interface LeadPartner {
  readonly nome: string;
  readonly tipo: string;
  readonly qual: string;
  readonly data_entrada: string | null;
}

export interface LeadSheet extends Lead {
  readonly socios: readonly LeadPartner[];
}

/** Where the companies come from. */
export interface LeadSource {
  readonly fonte: string;
  /** The date of the data. */
  readonly data: string | null;
  readonly empresas: number;
}

export interface LeadOrigin {
  /** null if nothing has been imported. */
  readonly fonte: LeadSource | null;
}

/** How many companies of the current month's limit are used: those whose mobile number was in no contact yet. */
export interface LeadQuota {
  readonly limite: number;
  readonly usados: number;
  readonly restantes: number;
}

/** The values in the filter and in the published files. */
export const statuses = { nula: 1, ativa: 2, suspensa: 3, inapta: 4, baixada: 8 } as const;
export const sizes = { nao_informado: 0, micro: 1, pequeno: 3, demais: 5 } as const;
