import { rm } from 'node:fs/promises';
import { getCnae } from '@brazilian-utils/brazilian-utils/get-cnae';
import { importLeads } from '../../../src/modules/contacts/leads/import/import-leads.js';
import { activityWords } from '../../../src/modules/contacts/leads/search/activity-words.js';
import { sharedApp } from '../../support/app.js';
import { bodyOf } from '../../support/client.js';
import { inParallel } from '../../support/in-parallel.js';
import { leadFolder } from '../../support/lead-files.js';
import { world } from '../../support/world.js';

/** What people type, by the groups of CNAE (beginnings of its codes) that they mean. */
const typed: readonly (readonly [groups: string, words: string])[] = [
  ['452 454', 'oficina, oficinas, Oficina Mecânica, mecânico, mecânicos, auto center, oficina de carros'],
  ['45439', 'oficina de motos, mecânico de moto'],
  ['4520', 'funilaria, funileiro, martelinho de ouro, auto elétrica, alinhamento, lava rápido, lava-jato, lava jatos'],
  ['452 453', 'borracharia, borracheiro, som automotivo, insulfilm'],
  ['4530', 'autopeças, auto peças, autopeca, pneu, pneus, loja de pneus, peças de carro'],
  ['454', 'moto, motos, peças para motos'],
  ['4511 4512', 'concessionária, concessionárias, carros, loja de carros, veículos, seminovos, caminhões'],
  ['77110', 'locadora de veículos, aluguel de carros'],
  ['47318', 'posto, postos, posto de gasolina, postos de combustíveis'],
  ['52', 'estacionamento, guincho, guinchos'],
  ['492', 'táxi, taxista, transporte escolar, vans, van escolar, fretamento, ônibus'],
  ['493 525', 'transportadora, transportadoras, frete, fretes, mudança, mudanças, logística'],
  ['5320', 'motoboy, motoboys, entregador, entregas'],
  ['85996', 'autoescola, auto escola, auto escolas'],
  ['8630', 'dentista, dentistas, clínica odontológica, odontologia, ortodontista'],
  ['8630', 'médico, médica, médicos, clínica, clínicas, clínica médica, consultório médico, pediatra, dermatologista'],
  ['861', 'hospital, hospitais, maternidade'],
  ['864', 'laboratório, laboratórios, análises clínicas, raio x, ultrassom, tomografia'],
  ['865', 'fisioterapeuta, fisioterapia, psicólogo, psicóloga, psicologia, nutricionista, fonoaudióloga, enfermeira'],
  ['869', 'acupuntura, podólogo, podóloga, quiropraxia'],
  ['871 8650', 'casa de repouso, asilo, lar de idosos, cuidadora de idosos'],
  ['6550', 'plano de saúde, planos de saúde'],
  ['4771', 'farmácia, farmácias, farmacia, drogaria, drogarias, farmácia de manipulação, remédios'],
  ['47741', 'ótica, óticas, óptica, óculos'],
  ['75', 'veterinário, veterinária, clínica veterinária, hospital veterinário'],
  ['47890 96092', 'pet shop, petshop, pet shops, banho e tosa, ração, casa de ração'],
  ['9602', 'salão, salões, salão de beleza, salões de beleza, cabeleireira, barbearia, barbeiro, manicure, manicures'],
  ['9602', 'esteticista, estética, clínica de estética, depilação, sobrancelhas, maquiadora'],
  ['96092', 'tatuador, tatuagem, estúdio de tatuagem'],
  ['4772 4646', 'cosméticos, perfumaria, perfumes'],
  [
    '9313 8591 865',
    'academia, academias, academia de ginástica, crossfit, personal trainer, pilates, natação, jiu-jitsu',
  ],
  ['56', 'restaurante, restaurantes, pizzaria, pizzarias, churrascaria, sushi, restaurante japonês'],
  ['56', 'lanchonete, lanchonetes, hamburgueria, cafeteria, pastelaria, salgados'],
  ['56 1053', 'sorveteria, sorveterias, açaí'],
  ['56', 'bar, bares, boteco, food truck, marmita, marmitaria, marmitex'],
  ['5620 8230', 'buffet, buffets'],
  ['4721 1091', 'padaria, padarias, panificadora, padeiro, confeitaria, confeiteira, bolos, doceria, doces'],
  ['4722 463', 'açougue, açougues, casa de carnes, peixaria, peixarias'],
  ['4724 463', 'hortifruti, sacolão, quitanda, frutas, verduras'],
  ['471 4729', 'supermercado, supermercados, mercado, mercados, mercearia, mercadinho, loja de conveniência'],
  ['4723 463', 'adega, distribuidora de bebidas, bebidas, cervejas, vinhos, água mineral'],
  ['4729', 'tabacaria, suplementos, produtos naturais'],
  ['55', 'hotel, hotéis, pousada, pousadas, motel, motéis, hostel, camping'],
  ['79', 'agência de viagens, agências de viagem, turismo, passagens aéreas'],
  ['8230 5620', 'salão de festas, casa de festas, eventos, cerimonialista, casamentos, buffet infantil'],
  ['9001', 'dj, som e iluminação, banda'],
  ['9329', 'boate, balada, casa noturna'],
  ['851', 'creche, creches, berçário, escola infantil'],
  ['851 852', 'escola, escolas, colégio, colégios'],
  ['853', 'faculdade, faculdades, universidade'],
  [
    '859',
    'escola de idiomas, curso de inglês, cursos de inglês, inglês, escola de música, aulas de dança, curso, cursos',
  ],
  ['6911', 'advogado, advogada, advogados, advocacia, escritório de advocacia'],
  ['6920', 'contador, contadora, contadores, contabilidade, escritório contábil'],
  ['6912', 'cartório, cartórios'],
  ['711', 'arquiteto, arquiteta, engenheiro, engenharia, engenheira civil, topógrafo'],
  ['7410', 'decoradora, designer de interiores, designer gráfico'],
  ['731', 'agência de publicidade, marketing, marketing digital, agência de marketing, propaganda'],
  ['742 591', 'fotógrafo, fotógrafa, fotografia, filmagem, estúdio fotográfico'],
  ['62', 'software, programador, desenvolvedores, criação de sites, aplicativos'],
  [
    '95 4751 62',
    'informática, conserto de celular, conserto de computadores, assistência técnica, conserto de geladeira',
  ],
  ['4751 4752 95 62', 'computadores, notebooks, celulares, loja de celular, cartuchos'],
  ['70', 'consultoria, consultor, consultora'],
  ['68', 'imobiliária, imobiliárias, imóveis, corretor de imóveis, administradora de condomínios'],
  ['66 65', 'corretora de seguros, corretor de seguros, seguros, seguradora'],
  ['64', 'banco, bancos, cooperativa de crédito, consórcios'],
  ['8299 9329', 'lotérica, lotéricas, lan house'],
  ['74901', 'tradutor, tradutora, agrônomo'],
  ['78', 'agência de emprego, recursos humanos, recrutamento'],
  ['461', 'representante comercial, representantes comerciais'],
  ['41 43', 'construtora, construtoras, pedreiro, pedreiros, reforma, reformas, empreiteira'],
  ['43', 'pintor, pintores, eletricista, eletricistas, encanador, gesseiro, gesso, impermeabilização, energia solar'],
  ['43 33', 'ar-condicionado, refrigeração, climatização'],
  ['37 43', 'desentupidora, limpa fossa'],
  ['25', 'serralheria, serralheiro, torneiro, tornearia, soldador, esquadrias de alumínio, portões'],
  ['474 23', 'vidraçaria, vidraceiro, vidros, marmoraria'],
  ['31 43 16', 'marcenaria, marceneiro, móveis planejados, carpinteiro'],
  ['4754', 'móveis, loja de móveis, sofás, colchões, colchão, lustres'],
  ['9529', 'tapeceiro, tapeçaria, estofador, chaveiro, chaveiros, sapateiro'],
  [
    '474 1610',
    'material de construção, materiais de construção, ferragens, tintas, loja de tintas, material elétrico, madeireira',
  ],
  ['8130', 'jardineiro, jardinagem, paisagista'],
  ['77 43', 'aluguel de máquinas, andaimes, aluguel de vestidos, aluguel de brinquedos'],
  ['812', 'dedetizadora, dedetização, faxineira, limpeza, diarista, empresa de limpeza'],
  ['9601', 'lavanderia, lavanderias'],
  ['80', 'segurança, vigilância, vigilante, câmeras de segurança, alarmes'],
  ['47849', 'gás, depósito de gás, distribuidora de gás'],
  ['9603', 'funerária, funerárias'],
  ['4781', 'roupas, loja de roupas, boutique, moda feminina, lingerie, roupa infantil'],
  ['4782', 'calçados, sapatos, sapataria, loja de calçados, bolsas'],
  ['4783 9529', 'joalheria, joias, relojoaria, relógios'],
  ['4789', 'floricultura, floriculturas, flores, presentes, artesanato, bijuterias'],
  [
    '476 9529',
    'papelaria, papelarias, livraria, livros, banca de jornal, brinquedos, artigos esportivos, bicicletaria, bicicletas',
  ],
  ['475', 'eletrodomésticos, tecidos, armarinho, cama mesa e banho, enxovais, cortinas, instrumentos musicais'],
  ['4785', 'brechó, brechós, antiguidades'],
  ['477 469 468 4789', 'agropecuária, agropecuárias'],
  ['14 9529', 'costureira, costureiras, alfaiate, confecção, confecções, uniformes'],
  ['18', 'gráfica, gráficas, panfletos, cartões de visita'],
  ['32 43', 'comunicação visual, placas, letreiros'],
  ['13', 'estamparia, serigrafia, bordados'],
  ['46 38 39', 'reciclagem, sucata'],
  ['01', 'fazenda, fazendas, produtor rural, gado'],
  ['94', 'igreja, igrejas, sindicato'],
  ['45 29', 'radiador, escapamentos, retífica de motores, auto vidros, blindagem'],
  [
    '86 84 71',
    'clínica popular, cardiologia, pediatria, ginecologia, medicina do trabalho, exames de imagem, posto de saúde',
  ],
  ['56', 'temakeria, rotisseria, pamonhas, churros, hambúrguer artesanal, sushi bar, comida vegana'],
  ['82 68', 'chácara para eventos, plotagem, recuperação de crédito'],
  ['43 77 81 4744', 'guindaste, piscinas, aquecedor solar, telhadista'],
  ['66 64', 'seguro de carro, casa de câmbio, maquininha de cartão'],
  ['93', 'paintball, kart, recreação infantil, brinquedoteca'],
  ['23', 'pré-moldados, blocos de concreto, concreteira'],
  ['85', 'escola de teatro, curso de costura, professor particular'],
  ['01', 'granja, apicultor, mel, ovos, canil'],
  ['46', 'importadora, distribuidora, trator, máquinas agrícolas, distribuidora de medicamentos'],
  ['10 11', 'abatedouro, cachaça, alambique, vinícola'],
  ['73', 'outdoor, carro de som, painel de led'],
  ['9602', 'micropigmentação, extensão de cílios, cabeleireiro infantil'],
  ['9609', 'banho de cachorro, hotel para pets'],
  ['85', 'aula de inglês, aulas de natação, escola de jiu jitsu, reforço, aula de violino, cursinho pré vestibular'],
  ['43', 'marido de aluguel, faz tudo, eletricista predial'],
  ['9601 812', 'lavagem a seco, lavagem de sofá, higienização de estofados, limpeza pós obra'],
  ['95', 'assistência iphone, conserto de tv, manutenção de computadores'],
  ['4753 952', 'loja de eletrônicos'],
  ['77 47 14', 'loja de noivas, vestido de noiva'],
  ['56', 'espetinho, churrasco, marmita fit, restaurante italiano, salgados congelados, comida árabe'],
  ['492', 'transporte executivo'],
  ['82', 'espaço de festas, decoração de casamento'],
  ['9001', 'locação de som, locutor'],
  ['18 4789 13', 'canecas personalizadas, gráfica digital'],
  ['94', 'igreja evangélica, terreiro'],
  ['4761', 'banca, livraria evangélica'],
  ['86', 'geriatra, podologista, centro de diagnóstico, nutricionista esportiva'],
  ['85', 'escola de programação, escola de surf'],
  ['71', 'vistoria veicular, engenheiro eletricista'],
  ['56', 'espetaria, rotisserie, hamburgueria artesanal, trailer de lanche'],
  ['62', 'desenvolvimento web, suporte de ti'],
  ['4789', 'loja de armas, sex shop, floricultura online'],
  ['4762 4649', 'loja de discos'],
];
const cases = typed.flatMap(([groups, words]) =>
  words
    .split(', ')
    .map((word) => ({ word, belongs: (code: string) => groups.split(' ').some((g) => code.startsWith(g)) })),
);

/** All of CNAE-Subclasses: its last two digits are low, or 99. */
const titles = Array.from({ length: 100_000 }, (_, place) => String(place).padStart(5, '0')).flatMap((start) =>
  [...Array(30).keys(), 99].flatMap((end) => getCnae(`${start}${String(end).padStart(2, '0')}`)?.code ?? []),
);

const app = await sharedApp();
const w = await world(app);
// other tests of this application import too
await app.database.query('delete from leads.generations');
const folder = await leadFolder(5000, 1, {
  activities: titles.filter((code) => cases.some(({ belongs }) => belongs(code))),
  titles,
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeAll(async () => {
  await importLeads(app.database.url, folder);
});

test(`all of ${cases.length} words of people find activities and companies of their groups of CNAE (recall 100 %), and only those`, async () => {
  expect(titles.length).toBeGreaterThan(1300);
  const beginnings = activityWords.flatMap(([codes]) => codes.split(' '));
  expect(beginnings.filter((beginning) => !titles.some((code) => code.startsWith(beginning)))).toEqual([]);
  expect(new Set(cases.map(({ word }) => word)).size).toBeGreaterThan(150);
  const withCompanies = new Set(
    (
      await app.database.query<{ code: string }>(
        "select lpad(code::text, 7, '0') as code from leads.activities where companies > 0",
      )
    ).map(({ code }) => code),
  );
  const wrong: unknown[] = [];
  await inParallel(cases, async ({ word, belongs }) => {
    const query = new URLSearchParams({ pesquisa: word, situacao: 'todas' });
    const named = await w.admin.get<{ codigo: string }[]>(`/leads/categorias?${query}`);
    const found = await w.admin.get<{ empresas: { atividade_principal: { codigo: string } }[] }>(
      `/leads/empresas?${query}`,
    );
    const codes = named.status === 200 ? named.body.map(({ codigo }) => codigo) : [];
    const companies = found.status === 200 ? found.body.empresas.map((each) => each.atividade_principal.codigo) : [];
    const complete = codes.length > 0 && companies.length > 0 === codes.some((code) => withCompanies.has(code));
    if (!complete || ![...codes, ...companies].every(belongs))
      wrong.push({ word, codes, companies: [...new Set(companies)] });
  });
  expect(wrong).toEqual([]);
});

test('of several activities in one text those of each are found', async () => {
  const search = (words: string) =>
    w.admin.get<{ codigo: string }[]>(`/leads/categorias?${new URLSearchParams({ pesquisa: words })}`);
  const codesOf = async (words: string) => bodyOf(await search(words)).map(({ codigo }) => codigo);
  for (const listed of [
    ['padaria', ' e ', 'farmácia'],
    ['dentista', ', ', 'academia'],
    ['banho e tosa', '; ', 'veterinário'],
    ['lanchonetes', ' ou ', 'cultivo de soja'],
    ['oficina', '/', 'loja de pneus', ', ', 'dublagem'],
  ]) {
    const each = await Promise.all(listed.filter((_, place) => place % 2 === 0).map(codesOf));
    expect(await codesOf(listed.join(''))).toEqual([...new Set(each.flat())]);
  }
  // what is not known is left out
  expect(await codesOf('padaria, zzzz')).toEqual(await codesOf('padaria'));
  expect(await search('zzzz, yyyy')).toMatchObject({ status: 404, body: { code: 'ERR_NO_CNAE_FOUND' } });
  const companies = await w.admin.get<{ empresas: { atividade_principal: { codigo: string } }[] }>(
    `/leads/empresas?${new URLSearchParams({ pesquisa: 'padaria e farmácia', situacao: 'todas' })}`,
  );
  const wanted = await codesOf('padaria e farmácia');
  expect(bodyOf(companies).empresas.every((each) => wanted.includes(each.atividade_principal.codigo))).toBe(true);
});

test('words of titles find them too, a part of the words is enough, and the last one may be unfinished', async () => {
  const codesOf = async (words: string) =>
    bodyOf(
      await w.admin.get<{ codigo: string }[]>(`/leads/categorias?${new URLSearchParams({ pesquisa: words })}`),
    ).map(({ codigo }) => codigo);
  expect(await codesOf('cultivo de soja')).toEqual(['0115600']);
  expect(await codesOf('fabricação de móveis')).toEqual(expect.arrayContaining(['3101200', '3102100']));
  expect((await codesOf('dentista infantil'))[0]).toBe('8630504');
  expect(await codesOf('empresa de dublagem')).toEqual(['5912001']);
  expect((await codesOf('borrach'))[0]).toMatch(/^45|^22/);
  expect((await codesOf('marmor'))[0]).toBeDefined();
  // of a sector only
  const inRetail = await w.admin.get<{ codigo: string }[]>('/leads/categorias?pesquisa=padaria&setor=47');
  expect(bodyOf(inRetail).map(({ codigo }) => codigo)).toEqual(['4721102']);
});
