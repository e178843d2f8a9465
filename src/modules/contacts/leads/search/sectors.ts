/** The divisions of CNAE 2.3 (IBGE) by section. */
const sections: readonly (readonly [code: string, name: string, divisions: Readonly<Record<string, string>>])[] = [
  [
    'A',
    'Agricultura, pecuária, produção florestal, pesca e aquicultura',
    {
      '01': 'Agricultura, pecuária e serviços relacionados',
      '02': 'Produção florestal',
      '03': 'Pesca e aquicultura',
    },
  ],
  [
    'B',
    'Indústrias extrativas',
    {
      '05': 'Extração de carvão mineral',
      '06': 'Extração de petróleo e gás natural',
      '07': 'Extração de minerais metálicos',
      '08': 'Extração de minerais não metálicos',
      '09': 'Atividades de apoio à extração de minerais',
    },
  ],
  [
    'C',
    'Indústrias de transformação',
    {
      '10': 'Fabricação de produtos alimentícios',
      '11': 'Fabricação de bebidas',
      '12': 'Fabricação de produtos do fumo',
      '13': 'Fabricação de produtos têxteis',
      '14': 'Confecção de artigos do vestuário e acessórios',
      '15': 'Couros, artefatos de couro, artigos para viagem e calçados',
      '16': 'Fabricação de produtos de madeira',
      '17': 'Celulose, papel e produtos de papel',
      '18': 'Impressão e reprodução de gravações',
      '19': 'Coque, derivados do petróleo e biocombustíveis',
      '20': 'Fabricação de produtos químicos',
      '21': 'Produtos farmoquímicos e farmacêuticos',
      '22': 'Produtos de borracha e de material plástico',
      '23': 'Produtos de minerais não metálicos',
      '24': 'Metalurgia',
      '25': 'Produtos de metal, exceto máquinas e equipamentos',
      '26': 'Equipamentos de informática, produtos eletrônicos e ópticos',
      '27': 'Máquinas, aparelhos e materiais elétricos',
      '28': 'Fabricação de máquinas e equipamentos',
      '29': 'Veículos automotores, reboques e carrocerias',
      '30': 'Outros equipamentos de transporte',
      '31': 'Fabricação de móveis',
      '32': 'Fabricação de produtos diversos',
      '33': 'Manutenção, reparação e instalação de máquinas e equipamentos',
    },
  ],
  ['D', 'Eletricidade e gás', { '35': 'Eletricidade, gás e outras utilidades' }],
  [
    'E',
    'Água, esgoto, gestão de resíduos e descontaminação',
    {
      '36': 'Captação, tratamento e distribuição de água',
      '37': 'Esgoto e atividades relacionadas',
      '38': 'Coleta, tratamento e disposição de resíduos',
      '39': 'Descontaminação e gestão de resíduos',
    },
  ],
  [
    'F',
    'Construção',
    {
      '41': 'Construção de edifícios',
      '42': 'Obras de infraestrutura',
      '43': 'Serviços especializados para construção',
    },
  ],
  [
    'G',
    'Comércio e reparação de veículos',
    {
      '45': 'Comércio e reparação de veículos automotores e motocicletas',
      '46': 'Comércio por atacado',
      '47': 'Comércio varejista',
    },
  ],
  [
    'H',
    'Transporte, armazenagem e correio',
    {
      '49': 'Transporte terrestre',
      '50': 'Transporte aquaviário',
      '51': 'Transporte aéreo',
      '52': 'Armazenamento e atividades auxiliares dos transportes',
      '53': 'Correio e outras atividades de entrega',
    },
  ],
  ['I', 'Alojamento e alimentação', { '55': 'Alojamento', '56': 'Alimentação' }],
  [
    'J',
    'Informação e comunicação',
    {
      '58': 'Edição e edição integrada à impressão',
      '59': 'Cinema, vídeo, televisão, som e música',
      '60': 'Rádio e televisão',
      '61': 'Telecomunicações',
      '62': 'Serviços de tecnologia da informação',
      '63': 'Prestação de serviços de informação',
    },
  ],
  [
    'K',
    'Atividades financeiras e seguros',
    {
      '64': 'Serviços financeiros',
      '65': 'Seguros, resseguros, previdência e planos de saúde',
      '66': 'Atividades auxiliares dos serviços financeiros e seguros',
    },
  ],
  ['L', 'Atividades imobiliárias', { '68': 'Atividades imobiliárias' }],
  [
    'M',
    'Atividades profissionais, científicas e técnicas',
    {
      '69': 'Atividades jurídicas, de contabilidade e de auditoria',
      '70': 'Sedes de empresas e consultoria em gestão',
      '71': 'Arquitetura e engenharia, testes e análises técnicas',
      '72': 'Pesquisa e desenvolvimento científico',
      '73': 'Publicidade e pesquisa de mercado',
      '74': 'Outras atividades profissionais, científicas e técnicas',
      '75': 'Atividades veterinárias',
    },
  ],
  [
    'N',
    'Atividades administrativas e serviços complementares',
    {
      '77': 'Aluguéis não imobiliários',
      '78': 'Seleção, agenciamento e locação de mão de obra',
      '79': 'Agências de viagens e operadores turísticos',
      '80': 'Vigilância, segurança e investigação',
      '81': 'Serviços para edifícios e atividades paisagísticas',
      '82': 'Serviços de escritório e de apoio administrativo',
    },
  ],
  [
    'O',
    'Administração pública, defesa e seguridade social',
    { '84': 'Administração pública, defesa e seguridade social' },
  ],
  ['P', 'Educação', { '85': 'Educação' }],
  [
    'Q',
    'Saúde humana e serviços sociais',
    {
      '86': 'Atenção à saúde humana',
      '87': 'Assistência social integrada à saúde em residências',
      '88': 'Assistência social sem alojamento',
    },
  ],
  [
    'R',
    'Artes, cultura, esporte e recreação',
    {
      '90': 'Atividades artísticas, criativas e de espetáculos',
      '91': 'Patrimônio cultural e ambiental',
      '92': 'Jogos de azar e apostas',
      '93': 'Esporte, recreação e lazer',
    },
  ],
  [
    'S',
    'Outras atividades de serviços',
    {
      '94': 'Organizações associativas',
      '95': 'Reparação de equipamentos de informática e objetos pessoais e domésticos',
      '96': 'Outros serviços pessoais',
    },
  ],
  ['T', 'Serviços domésticos', { '97': 'Serviços domésticos' }],
  ['U', 'Organismos internacionais', { '99': 'Organismos internacionais e instituições extraterritoriais' }],
];

/** A division of CNAE in the search form. */
export interface Sector {
  /** The code with two digits. */
  readonly codigo: string;
  readonly nome: string;
  /** The letter and name of the section. */
  readonly secao: string;
  readonly secao_nome: string;
}

export const sectors: readonly Sector[] = sections.flatMap(([secao, secao_nome, divisions]) =>
  Object.entries(divisions)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([codigo, nome]) => ({ codigo, nome, secao, secao_nome })),
);

/** The divisions for a division code or a section letter; none for other text. */
export const divisionsOf = (sector: string): number[] =>
  sectors
    .filter(({ codigo, secao }) => codigo === sector.padStart(2, '0') || secao === sector.toUpperCase())
    .map(({ codigo }) => Number(codigo));
