/**
 * The open CNPJ data (Receita Federal, "Dados abertos do CNPJ"): quoted text columns with `;`, ISO-8859-1, no
 * heading, split into files such as `Estabelecimentos0.zip`, which contains `K3241.K03200Y0.D40608.ESTABELE`.
 */
export interface Layout {
  /** Matches the name of a file or of the zip around it. */
  readonly pattern: RegExp;
  readonly columns: readonly string[];
}

const codes = ['codigo', 'descricao'];

export const layouts = {
  empresas: {
    pattern: /empre/i,
    columns: ['cnpj_basico', 'razao_social', 'natureza_juridica', 'qualificacao', 'capital_social', 'porte', 'ente'],
  },
  estabelecimentos: {
    pattern: /estabele/i,
    columns: [
      ...['cnpj_basico', 'cnpj_ordem', 'cnpj_dv', 'matriz_filial', 'nome_fantasia', 'situacao', 'data_situacao'],
      ...['motivo_situacao', 'cidade_exterior', 'pais', 'inicio_atividade', 'cnae_principal', 'cnae_secundaria'],
      ...['tipo_logradouro', 'logradouro', 'numero', 'complemento', 'bairro', 'cep', 'uf', 'municipio', 'ddd_1'],
      ...['telefone_1', 'ddd_2', 'telefone_2', 'ddd_fax', 'fax', 'email', 'situacao_especial', 'data_especial'],
    ],
  },
  socios: {
    pattern: /socio/i,
    columns: [
      ...['cnpj_basico', 'tipo', 'nome', 'documento', 'qualificacao', 'data_entrada', 'pais', 'representante'],
      ...['nome_representante', 'qualificacao_representante', 'faixa_etaria'],
    ],
  },
  simples: {
    pattern: /simples/i,
    columns: [
      ...['cnpj_basico', 'opcao_simples', 'data_opcao_simples', 'data_exclusao_simples'],
      ...['opcao_mei', 'data_opcao_mei', 'data_exclusao_mei'],
    ],
  },
  cnaes: { pattern: /cnae/i, columns: codes },
  motivos: { pattern: /moti/i, columns: codes },
  municipios: { pattern: /munic/i, columns: codes },
  naturezas: { pattern: /natureza|natju/i, columns: codes },
  paises: { pattern: /pais/i, columns: codes },
  qualificacoes: { pattern: /quali|quals/i, columns: codes },
} as const satisfies Readonly<Record<string, Layout>>;

export type Kind = keyof typeof layouts;
export const kinds = Object.keys(layouts) as Kind[];

export const kindOf = (name: string): Kind | undefined => kinds.find((kind) => layouts[kind].pattern.test(name));
