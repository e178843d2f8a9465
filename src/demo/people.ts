import type { Attendant, Department } from './script.js';

export interface DemoUser {
  readonly key: Attendant;
  readonly name: string;
  readonly email: string;
  readonly profile: 'user' | 'supervisor' | 'admin';
  /** Sees conversations that have no department yet. */
  readonly allTicket: boolean;
  readonly departments: readonly Department[];
}

/** Who works at the demo company beside its manager, whom the making of the company brings along. */
export const demoUsers: readonly DemoUser[] = [
  {
    key: 'paulo',
    name: 'Paulo Azevedo',
    email: 'supervisor@demo.local',
    profile: 'supervisor',
    allTicket: true,
    departments: ['Comercial', 'Suporte'],
  },
  {
    key: 'beatriz',
    name: 'Beatriz Martins',
    email: 'atendente@demo.local',
    profile: 'user',
    allTicket: true,
    departments: ['Comercial', 'Suporte'],
  },
  {
    key: 'rafael',
    name: 'Rafael Duarte',
    email: 'rafael@demo.local',
    profile: 'user',
    allTicket: false,
    departments: ['Suporte', 'Financeiro'],
  },
  {
    key: 'camila',
    name: 'Camila Rocha',
    email: 'camila@demo.local',
    profile: 'user',
    allTicket: false,
    departments: ['Comercial', 'Financeiro'],
  },
];

/** The group of the demo; WhatsApp names groups by ids of 18 digits. */
export const group = { name: 'Grupo Expedição', number: '120363098120447710' };

interface Person {
  readonly name: string;
  readonly number: string;
  readonly email: string;
  readonly facts: Readonly<Record<string, string>>;
}

/** Name, area code, city and birthday; an e-mail for two of three. */
const people: readonly (readonly [name: string, area: number, city: string, birthday?: string])[] = [
  ['Maria Clara Andrade', 19, 'Campinas', '14/03/1991'],
  ['João Pedro Lima', 11, 'São Paulo', '02/11/1987'],
  ['Renata Souza', 11, 'Guarulhos', '27/06/1984'],
  ['Tiago Ferreira', 21, 'Rio de Janeiro'],
  ['Lucas Almeida', 31, 'Belo Horizonte', '09/01/1990'],
  ['Patrícia Gomes', 41, 'Curitiba', '30/08/1979'],
  ['Carlos Eduardo Menezes', 11, 'São Paulo'],
  ['Juliana Castro', 11, 'Santo André', '19/05/1996'],
  ['Fernanda Ribeiro', 51, 'Porto Alegre', '11/12/1982'],
  ['Marcos Vinícius Teixeira', 27, 'Vitória'],
  ['Aline Barbosa', 11, 'Osasco', '23/02/1993'],
  ['Roberto Nakamura', 43, 'Londrina', '05/07/1971'],
  ['Sônia Regina Lopes', 16, 'Ribeirão Preto', '18/10/1955'],
  ['Eduardo Santana', 71, 'Salvador'],
  ['Bianca Moraes', 11, 'Barueri', '08/04/2000'],
  ['Thiago Cardoso', 47, 'Joinville'],
  ['Larissa Pinheiro', 11, 'Osasco', '15/09/1994'],
  ['Antônio Carlos Vieira', 13, 'Santos', '21/01/1963'],
  ['Débora Fonseca', 62, 'Goiânia'],
  ['Vinícius Prates', 48, 'Florianópolis', '03/03/1989'],
  ['Cláudia Tavares', 81, 'Recife', '29/11/1976'],
  ['Igor Batista', 85, 'Fortaleza'],
  ['Helena Duarte', 19, 'Valinhos', '12/06/1985'],
  ['Rodrigo Fagundes', 54, 'Caxias do Sul'],
  ['Vanessa Coutinho', 12, 'São José dos Campos', '07/02/1988'],
  ['Gustavo Henrique Paiva', 34, 'Uberlândia'],
  ['Isabela Freitas', 19, 'Campinas', '25/07/1997'],
  ['Leandro Pacheco', 67, 'Campo Grande'],
  ['Priscila Antunes', 11, 'São Bernardo do Campo', '16/08/1990'],
  ['Fábio Monteiro', 91, 'Belém'],
  ['Simone Albuquerque', 84, 'Natal', '04/05/1969'],
  ['Daniel Siqueira', 21, 'Niterói'],
  ['Cristiane Porto', 41, 'São José dos Pinhais', '10/10/1981'],
  ['Wagner Lacerda', 31, 'Contagem'],
  ['Eliane Figueiredo', 61, 'Brasília', '22/03/1974'],
  ['Natália Bittencourt', 11, 'São Paulo', '01/12/1992'],
  ['Otávio Guimarães', 24, 'Petrópolis'],
  ['Paula Vasconcelos', 79, 'Aracaju', '28/04/1986'],
  ['Sérgio Luiz Camargo', 42, 'Ponta Grossa'],
  ['Tatiane Moreira', 92, 'Manaus', '17/01/1995'],
  ['Marcelo Queiroz', 65, 'Cuiabá'],
  ['Luciana Peixoto', 83, 'João Pessoa', '13/09/1978'],
  ['André Luís Bezerra', 82, 'Maceió'],
  ['Mônica Sales', 98, 'São Luís', '06/06/1983'],
  ['Adriana Nogueira', 19, 'Indaiatuba', '24/12/1980'],
  ['Bruno César Rangel', 22, 'Macaé'],
  ['Caio Figueira', 11, 'São Paulo', '31/03/1999'],
  ['Elisângela Dias', 77, 'Vitória da Conquista'],
  ['Felipe Arruda', 81, 'Olinda', '20/07/1991'],
  ['Giovana Sartori', 54, 'Bento Gonçalves', '09/09/1998'],
  ['Heitor Magalhães', 32, 'Juiz de Fora'],
  ['Ivone Castilho', 14, 'Bauru', '02/02/1958'],
  ['José Renato Xavier', 35, 'Varginha'],
  ['Karina Yamamoto', 11, 'Mogi das Cruzes', '18/11/1987'],
  ['Leonardo Bastos', 63, 'Palmas'],
  ['Márcia Helena Cunha', 53, 'Pelotas', '26/05/1965'],
  ['Nicolas Weber', 47, 'Blumenau'],
  ['Raquel Domingues', 15, 'Sorocaba', '08/08/1984'],
  ['Úrsula Klein', 49, 'Chapecó', '15/02/1973'],
];

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** A mobile number of the form that counts as valid, in a range that operators do not hand out. */
const mobile = (area: number, index: number): string =>
  `55${area}90${String((index * 764_323 + 112_907) % 10_000_000).padStart(7, '0')}`;

function person(name: string, area: number, city: string, birthday: string | undefined, index: number): Person {
  const [first = '', ...rest] = plain(name).split(' ');
  return {
    name,
    number: mobile(area, index),
    email: index % 3 === 2 ? '' : `${first}.${rest.at(-1)}@exemplo.com.br`,
    facts: { Cidade: city, ...(birthday ? { Aniversário: birthday } : {}) },
  };
}

/** Somebody who wrote without a name is known by the number. */
const unnamed: Person = { name: '5531908814410', number: '5531908814410', email: '', facts: {} };

export const customers: readonly Person[] = [
  ...people.map(([name, area, city, birthday], index) => person(name, area, city, birthday, index)),
  unnamed,
];

/** Customers of the other company. One of them also writes to the first one: a contact belongs to one company. */
export const otherCompanyCustomers: readonly Person[] = [
  person('Regina Prado', 11, 'São Paulo', undefined, 101),
  person('Cleiton Araújo', 11, 'Diadema', '12/12/1986', 102),
  person('Meire Fontoura', 11, 'Mauá', undefined, 103),
  person('João Pedro Lima', 11, 'São Paulo', undefined, 1),
  person('Dalva Siqueira', 13, 'Praia Grande', undefined, 104),
];
