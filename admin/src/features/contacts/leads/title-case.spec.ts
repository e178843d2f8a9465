import { sentenceCase, titleCase } from './title-case';

describe('texts in capitals', () => {
  it.each([
    ['PADARIA DA ANA E FILHOS LTDA', 'Padaria da Ana e Filhos LTDA'],
    ['JOSE DE SOUZA ME', 'Jose de Souza ME'],
    ['MARIA DE SA', 'Maria de Sa'],
    ['BANCO DO VALE SA', 'Banco do Vale SA'],
    ['AGRO BOM JESUS S/A', 'Agro Bom Jesus S/A'],
    ['AUTO CENTER SANTOS LTDA.', 'Auto Center Santos LTDA.'],
    ['OFICINA DO ZE EPP', 'Oficina do Ze EPP'],
    ['JBS TRANSPORTES EIRELI', 'JBS Transportes EIRELI'],
    ['RUA XV DE NOVEMBRO, 120, SALA 2', 'Rua XV de Novembro, 120, Sala 2'],
    ['AVENIDA DOM PEDRO II, 9, BL B', 'Avenida Dom Pedro II, 9, Bl B'],
    ["SANTA BARBARA D'OESTE", "Santa Barbara D'Oeste"],
    ['MOGI-GUAÇU', 'Mogi-Guaçu'],
    ['SÃO JOSÉ DOS CAMPOS', 'São José dos Campos'],
    ['E A DOS SANTOS', 'E A dos Santos'],
    ['JOSE A DA SILVA', 'Jose A da Silva'],
    ['3R COMERCIO', '3R Comercio'],
    ['Padaria do JOÃO', 'Padaria do JOÃO'],
    ['', ''],
  ])('%s', (text, expected) => {
    expect(titleCase(text)).toBe(expected);
  });

  it.each([
    [
      'COMÉRCIO VAREJISTA DE GÁS LIQÜEFEITO DE PETRÓLEO (GLP)',
      'Comércio varejista de gás liqüefeito de petróleo (GLP)',
    ],
    ['ATIVA', 'Ativa'],
    ['Padaria e confeitaria com predominância de revenda', 'Padaria e confeitaria com predominância de revenda'],
  ])('%s', (text, expected) => {
    expect(sentenceCase(text)).toBe(expected);
  });
});
