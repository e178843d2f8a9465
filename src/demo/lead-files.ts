import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { getCnae } from '@brazilian-utils/brazilian-utils/get-cnae';
import { getMunicipalities } from '@brazilian-utils/brazilian-utils/get-municipalities';
import { getStates } from '@brazilian-utils/brazilian-utils/get-states';

/*
 * Made-up companies in the layout of the open CNPJ data: valid check digits, places and activities that exist, telephone
 * numbers that nobody has (no mobile number of Brazil begins with 90000, no other one with 2000).
 */

export interface LeadFileOptions {
  readonly companies: number;
  /** Files of each large table. */
  readonly parts?: number;
  /** Codes of CNAE, the most frequent first; some usual ones unless given. */
  readonly activities?: readonly string[];
  /** Codes of the table of CNAE; those of the companies unless given. */
  readonly titles?: readonly string[];
}

const usualActivities = [
  ...['4781400', '9602501', '5611203', '4712100', '8219999', '7319002', '4930202', '5611201', '4399103', '4321500'],
  ...['5620104', '4774100', '9511800', '4520001', '8599604', '4744099', '4723700', '5320202', '4930201', '7020400'],
  ...['6201501', '6204000', '6203100', '8630503', '8630504', '8630502', '6911701', '6920601', '4711302', '4771701'],
  ...['1091102', '4721102', '4722901', '4724500', '4729699', '4530703', '4541206', '4511101', '4120400', '4330404'],
  ...['4322301', '7112000', '7111100', '7410202', '7420001', '8111700', '8121400', '8211300', '8230001', '8299799'],
  ...['8511200', '8513900', '8520100', '8591100', '8593700', '8599603', '8610101', '8640202', '8650004', '8690999'],
  ...['9313100', '9311500', '9001902', '9430800', '9491000', '9521500', '9529105', '9601701', '9609299', '9603304'],
  ...['4751201', '4752100', '4753900', '4754701', '4755502', '4756300', '4761003', '4763602', '4772500', '4773300'],
  ...['4782201', '4783102', '4789099', '4789004', '4784900', '4789001', '4732600', '4731800', '4742300', '4743100'],
  ...['1412601', '1413401', '1531901', '1610203', '1811301', '2330303', '2511000', '3101200', '3299003', '3314710'],
  ...['0111301', '0115600', '0151201', '0155501', '0210101', '0810006', '5510801', '5590601', '5612100', '7711000'],
  ...['6810202', '6821801', '6462000', '6619302', '6499999', '7500100', '7911200', '8011101', '8020001', '8129000'],
];

const firstWords = [
  'Nova',
  'Bela',
  'Casa',
  'Ponto',
  'Super',
  'Flor',
  'Grupo',
  'Santa',
  'Bom',
  'Rio',
  'Porto',
  'Sol',
  'Alto',
  'Mundo',
  'Mega',
];
const secondWords = [
  'Aurora',
  'Horizonte',
  'Brasil',
  'Central',
  'da Serra',
  'do Vale',
  'Ipê',
  'Avenida',
  'União',
  'Estrela',
  'São José',
  'Paraíso',
  'Litoral',
  'Oriente',
  'Conceição',
];
const kinds = [
  'Comércio',
  'Serviços',
  'Soluções',
  'Distribuidora',
  'Indústria',
  'Representações',
  'Empreendimentos',
  'Consultoria',
];
const people = [
  'Ana',
  'João',
  'Maria',
  'José',
  'Antônia',
  'Carlos',
  'Luíza',
  'Pedro',
  'Márcia',
  'Paulo',
  'Cecília',
  'Inês',
  'Otávio',
  'Débora',
];
const surnames = [
  'Silva',
  'Souza',
  'Araújo',
  'Conceição',
  'Gonçalves',
  'Pereira',
  'Guimarães',
  'Brandão',
  'Teixeira',
  'Nóbrega',
  'Falcão',
  'Prudêncio',
];
const streets = [
  'das Flores',
  'Sete de Setembro',
  'Tiradentes',
  'XV de Novembro',
  'do Comércio',
  'São João',
  'da Independência',
  'Dom Pedro II',
];
const districts = ['CENTRO', 'JARDIM AMERICA', 'VILA NOVA', 'BOA VISTA', 'SANTO ANTONIO', 'INDUSTRIAL'];
/** Companies of a state, in thousands of all. */
const weights: Readonly<Record<string, number>> = {
  ...{
    SP: 285,
    MG: 105,
    RJ: 90,
    PR: 70,
    RS: 68,
    BA: 50,
    SC: 52,
    GO: 38,
    CE: 32,
    PE: 32,
    ES: 24,
    DF: 20,
    MT: 20,
    PA: 22,
  },
  ...{ MS: 15, MA: 15, PB: 13, RN: 12, AL: 10, AM: 10, PI: 9, SE: 7, RO: 7, TO: 7, AC: 3, AP: 3, RR: 2 },
};
const areaCodes: Readonly<Record<string, string>> = {
  ...{
    SP: '11',
    MG: '31',
    RJ: '21',
    PR: '41',
    RS: '51',
    BA: '71',
    SC: '48',
    GO: '62',
    CE: '85',
    PE: '81',
    ES: '27',
    DF: '61',
  },
  ...{
    MT: '65',
    PA: '91',
    MS: '67',
    MA: '98',
    PB: '83',
    RN: '84',
    AL: '82',
    AM: '92',
    PI: '86',
    SE: '79',
    RO: '69',
    TO: '63',
  },
  ...{ AC: '68', AP: '96', RR: '95' },
};

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');
const line = (...cells: readonly (string | number)[]): string => `"${cells.join('";"')}"\n`;

/** The two check digits of the first twelve characters, which may be letters. */
export function checkDigits(base: string): string {
  const digit = (text: string): number => {
    let sum = 0;
    for (let at = text.length - 1, weight = 2; at >= 0; at -= 1, weight = weight === 9 ? 2 : weight + 1)
      sum += (text.charCodeAt(at) - 48) * weight;
    return sum % 11 < 2 ? 0 : 11 - (sum % 11);
  };
  const first = digit(base);
  return `${first}${digit(base + first)}`;
}

/** The same numbers at every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
}

/** Picks an index by weights, by bisection. */
function weighted(list: readonly number[]): (share: number) => number {
  const sums: number[] = [];
  let total = 0;
  for (const weight of list) {
    total += weight;
    sums.push(total);
  }
  return (share) => {
    let [low, high] = [0, sums.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] as number) > share * total) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}

/** Codes of municipalities are the tax office's own: four digits. */
function places() {
  const states = getStates().map(({ code }) => code);
  const rank = new Map<string, number>();
  const cities = getMunicipalities().map(({ name, stateCode }, index) => {
    // capitals and large cities are known by their number only: the n-th of a state is smaller than the one before
    const place = rank.get(stateCode) ?? 0;
    rank.set(stateCode, place + 1);
    return { code: String(index + 1).padStart(4, '0'), name: plain(name).toUpperCase(), state: stateCode, place };
  });
  const pick = weighted(
    cities.map(
      ({ state, place }) =>
        (weights[state] ?? 1) / ((rank.get(state) ?? 1) ** 0.2 * (1 + ((place * 37) % (rank.get(state) ?? 1))) ** 0.9),
    ),
  );
  return { cities, states, pick };
}

const codeTables: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  MOTICSV: [
    ['00', 'SEM MOTIVO'],
    ['01', 'EXTINÇÃO POR ENCERRAMENTO LIQUIDAÇÃO VOLUNTÁRIA'],
    ['63', 'OMISSÃO DE DECLARAÇÕES'],
  ],
  NATJUCSV: [
    ['2062', 'Sociedade Empresária Limitada'],
    ['2135', 'Empresário (Individual)'],
    ['2054', 'Sociedade Anônima Fechada'],
    ['3999', 'Associação Privada'],
  ],
  PAISCSV: [
    ['105', 'BRASIL'],
    ['249', 'ESTADOS UNIDOS'],
  ],
  QUALSCSV: [
    ['05', 'Administrador'],
    ['10', 'Diretor'],
    ['22', 'Sócio'],
    ['49', 'Sócio-Administrador'],
    ['50', 'Empresário'],
  ],
};

/** Writes the ten tables into a folder, under the names that the published ones have inside of their zip files. */
export async function writeLeadFiles(
  folder: string,
  { companies, parts = 1, activities = usualActivities, titles = activities }: LeadFileOptions,
): Promise<void> {
  const { cities, pick } = places();
  const known = activities.flatMap((code) => getCnae(code) ?? []);
  const pickActivity = weighted(known.map((_, index) => 1 / (index + 1) ** 0.85));
  const file = async (name: string, rows: Iterable<string>): Promise<void> => {
    const stream = createWriteStream(join(folder, name));
    let text = '';
    for (const row of rows) {
      text += row;
      if (text.length < 1 << 18) continue;
      if (!stream.write(text, 'latin1')) await once(stream, 'drain');
      text = '';
    }
    stream.end(text, 'latin1');
    await once(stream, 'close');
  };
  for (const [name, rows] of Object.entries(codeTables))
    await file(
      `F.K03200$Z.D61114.${name}`,
      rows.map((row) => line(...row)),
    );
  await file(
    'F.K03200$Z.D61114.CNAECSV',
    titles.flatMap((title) => getCnae(title) ?? []).map(({ code, description }) => line(code, description)),
  );
  await file(
    'F.K03200$Z.D61114.MUNICCSV',
    cities.map(({ code, name }) => line(code, name)),
  );
  const each = Math.ceil(companies / parts);
  const made = (part: number): Company[] | Iterable<Company> =>
    companiesOf(part * each, Math.min(companies, (part + 1) * each));
  function* companiesOf(from: number, until: number): Generator<Company> {
    for (let index = from; index < until; index += 1)
      yield companyOf(
        index,
        known[pickActivity(random(index * 2 + 1)())]?.code ?? '',
        cities[pick(random(index * 3 + 7)())] as City,
      );
  }
  function* rowsOf(part: number, rows: (company: Company) => string): Generator<string> {
    for (const company of made(part)) yield rows(company);
  }
  for (let part = 0; part < parts; part += 1) {
    await file(`K3241.K03200Y${part}.D61114.EMPRECSV`, rowsOf(part, companyLine));
    await file(`K3241.K03200Y${part}.D61114.ESTABELE`, rowsOf(part, establishmentLine));
    await file(`K3241.K03200Y${part}.D61114.SOCIOCSV`, rowsOf(part, partnerLines));
  }
  await file('F.K03200$W.SIMPLES.CSV.D61114', simplesRows());
  function* simplesRows(): Generator<string> {
    for (let part = 0; part < parts; part += 1) yield* rowsOf(part, simplesLine);
  }
}

interface City {
  readonly code: string;
  readonly name: string;
  readonly state: string;
}

interface Company {
  readonly base: string;
  readonly name: string;
  readonly activity: string;
  readonly city: City;
  readonly mei: boolean;
  readonly size: '01' | '03' | '05';
  readonly capital: number;
  readonly opened: string;
  readonly next: () => number;
}

const any = <T>(list: readonly T[], next: () => number): T => list[Math.floor(next() * list.length)] as T;
const two = (value: number): string => String(value).padStart(2, '0');

function companyOf(index: number, activity: string, city: City): Company {
  const next = random(index + 1);
  // every 40th has letters, as new ones have since July 2026
  const number = String((index * 7919 + 10_000_019) % 100_000_000).padStart(8, '0');
  const base =
    index % 40 === 0
      ? `${'ABCDEFGHJKLMNPRSTVXZ'[index % 20]}${index.toString(36).toUpperCase().padStart(7, '0')}`
      : number;
  const kind = next();
  const mei = kind < 0.45;
  const size = kind < 0.75 ? '01' : kind < 0.84 ? '03' : '05';
  const owner = `${any(people, next)} ${any(surnames, next)}`;
  const name = mei
    ? `${owner} ${number}`
    : `${any(firstWords, next)} ${any(secondWords, next)} ${any(kinds, next)} Ltda`;
  const first = mei ? 2009 : 1965;
  const year = index % 40 === 0 ? 2026 : first + Math.floor((2026 - first) * next() ** 0.5 + next());
  const month = year === 2026 ? 7 + Math.floor(next() * 4) : 1 + Math.floor(next() * 12);
  const capital = mei ? Math.floor(next() * 10) * 1000 : Math.round(10 ** (3 + next() * next() * 6));
  return {
    base,
    name: plain(name).toUpperCase(),
    activity,
    city,
    mei,
    size,
    capital,
    opened: `${year}${two(month)}${two(1 + Math.floor(next() * 28))}`,
    next,
  };
}

const companyLine = ({ base, name, mei, size, capital }: Company): string =>
  line(base, name, mei ? '2135' : '2062', mei ? '50' : '49', `${capital},00`, size, '');

function establishmentLine({ base, name, activity, city, opened, next }: Company): string {
  const share = next();
  const status = share < 0.72 ? '02' : share < 0.95 ? '08' : share < 0.98 ? '04' : '03';
  const phone = next();
  const area = areaCodes[city.state] ?? '61';
  const number = two(Math.floor(next() * 10_000)).padStart(4, '0');
  const [ddd, telephone] = phone < 0.6 ? [area, `90000${number}`] : phone < 0.82 ? [area, `2000${number}`] : ['', ''];
  const trade = next() < 0.6 ? `${any(firstWords, next)} ${any(secondWords, next)}` : '';
  const email = next() < 0.65 ? `contato@${base}.exemplo.com.br`.toUpperCase() : '';
  const also = next() < 0.4 ? '4789099,8219999' : '';
  return (
    line(
      ...[
        base,
        '0001',
        checkDigits(`${base}0001`),
        '1',
        plain(trade).toUpperCase(),
        status,
        status === '02' ? opened : '20250610',
      ],
      ...[
        status === '08' ? '01' : status === '04' ? '63' : '00',
        '',
        '',
        opened,
        activity,
        also,
        'RUA',
        plain(any(streets, next)).toUpperCase(),
      ],
      ...[
        1 + Math.floor(next() * 2000),
        next() < 0.2 ? 'SALA 2' : '',
        any(districts, next),
        `${10_000_000 + Math.floor(next() * 80_000_000)}`,
      ],
      ...[city.state, city.code, ddd, telephone, '', '', '', '', email, '', ''],
    ) + (name.length % 19 === 0 ? branchLine(base, activity, city, opened, next) : '')
  );
}

const branchLine = (base: string, activity: string, city: City, opened: string, next: () => number): string =>
  line(
    ...[
      base,
      '0002',
      checkDigits(`${base}0002`),
      '2',
      'FILIAL',
      '02',
      opened,
      '00',
      '',
      '',
      opened,
      activity,
      '',
      'AVENIDA',
      'BRASIL',
    ],
    ...[
      1 + Math.floor(next() * 900),
      '',
      'CENTRO',
      '70000000',
      city.state,
      city.code,
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      '',
    ],
  );

const partnerLines = ({ base, mei, opened, next }: Company): string =>
  mei
    ? ''
    : Array.from({ length: 1 + Math.floor(next() * 2) }, (_, index) =>
        line(
          base,
          '2',
          plain(`${any(people, next)} ${any(surnames, next)}`).toUpperCase(),
          '***000000**',
          index === 0 ? '49' : '22',
          opened,
          '',
          '***000000**',
          '',
          '00',
          '4',
        ),
      ).join('');

const simplesLine = ({ base, mei, size, opened }: Company): string =>
  size === '05' ? '' : line(base, 'S', opened, '00000000', mei ? 'S' : 'N', mei ? opened : '00000000', '00000000');
