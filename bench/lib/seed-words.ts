/*
 * Text for measuring search: a few words in every second message, thousands of rare ones, accents, numbers of orders.
 */

const frequent =
  'oi olá bom dia boa tarde noite obrigado obrigada por favor preciso de um uma o a os as do da no na em que com para e é eu você não sim já vou quero tem está pode fazer mais muito meu minha seu sua isso aqui hoje amanhã pedido valor certo';
const usual =
  'orçamento consulta horário sexta segunda terça quarta quinta sábado agendar remarcar cancelar entrega endereço cliente plano anual mensal boleto pagamento pix cartão parcelado desconto nota fiscal via comprovante sistema senha acesso aplicativo erro impressora internet técnico visita garantia troca produto estoque tamanho cor azul verde preto branco prazo dúvida ajuda perfeito combinado aguardo retorno verificar time aviso contrato proposta reunião telefone mensagem atendimento loja unidade funciona chegou atrasado errado correto confirmar confirmado retirar enviar enviado receber recebi transportadora rastreio código';
const unusual =
  'adesivo agrônomo alicate alqueire amortecedor anestesia antena apólice aquarela armário azulejo bicicleta bordado brinquedo cafeteira calefação câmbio carburador cardápio cenoura cerâmica chaveiro cinzel clarinete cobertura colchão compressor condomínio corretora costura cozinheira cronograma cupom decoração dentadura dermatologia desratização diarista dobradiça duplicata embreagem encanador enxoval escapamento escritura esquadria estofado etiqueta eucalipto exaustor farmácia fechadura fertilizante fisioterapia flauta forno fotógrafo fralda freezer galpão geladeira gesso gráfica guarda-roupa guincho hidráulica hipoteca holerite imobiliária implante impermeabilização inventário jardinagem joalheria juros kit laboratório lavanderia leilão liquidificador logística luminária madeira mamografia mangueira marcenaria massagem matrícula mecânico medicamento microscópio mármore nebulizador notebook nutricionista odontologia oficina orquídea ortopedia ouvidoria padaria parafuso passaporte pediatra persiana piscina pneu podólogo porcelanato porteiro prótese quadro quitação radiografia ração reboque reembolso refrigerador relojoaria restauração ressonância retífica roteador sapataria seguro serralheria silicone sindicato sofá soldagem tapeçaria telhado terraplanagem tijolo tomografia torneira trator tubulação ultrassom uniforme usinagem vacina vazamento ventilador veterinário vidraçaria vistoria xerox zelador';
const names = {
  first:
    'Ana Bruno Carla Daniel Elisa Fábio Gabriela Hugo Isabela João Karina Lucas Maria Natália Otávio Paula Rafael Sônia Tiago Vanessa',
  last: 'Almeida Barbosa Cardoso Duarte Esteves Ferreira Gomes Henriques Lima Martins Nogueira Oliveira Pereira Queiroz Ribeiro Santos Teixeira Vieira',
};
const syllables = 'ba ce di fo gu la me ni po ru sa te vi xo zu bra cle dri flo gru tra pre sil mor tan vel';

/** Sentences that messages are made of. */
export const sentenceCount = 20_000;
const models = 40_000;

const drawn = (text: string, luck = 'random()'): string =>
  `(string_to_array('${text}', ' '))[1 + floor(${luck} * ${text.split(' ').length})::int]`;

/** A first or a last name. */
export const randomNameSql = (kind: keyof typeof names): string => drawn(names[kind]);

/** Many short and a few long sentences; the first words of each list are the most frequent. */
export const sentencesSql = `
  create temp table bench_sentences as
  select n, (
    select string_agg(case when kind < 0.72 then ${drawn(frequent, 'power(random(), 1.8)')}
      when kind < 0.985 then ${drawn(usual, 'power(random(), 1.8)')} else ${drawn(unusual, 'power(random(), 2.2)')} end, ' ')
    from (select random() + n * 0 as kind from generate_series(1, 1 + (n * 0 + 5 * (-ln(1 - random())))::int + case when random() < 0.04 then 45 else 0 end)) x
  ) as body
  from generate_series(1, ${sentenceCount}) n;
  create temp table bench_models as
  select n, (select string_agg(${drawn(syllables)}, '') from generate_series(1, 3 + n * 0 + floor(random() * 2)::int)) as name
  from generate_series(1, ${models}) n;
  analyze bench_sentences, bench_models`;

/**
 * The text of a message from its sentence `s`, its `turn` between 0 and 1 and its model `o`: one in ten has a rare name
 * of a model, one in twenty an almost unique number of an order.
 */
export const bodySql = `s.body || case when o.name is not null then ' modelo ' || o.name
  when turn < 0.15 then ' pedido ' || floor((turn - 0.1) * 20 * 2000000)::int else '' end`;
export const modelSql = `case when turn < 0.1 then 1 + floor(power(turn * 10, 3) * ${models})::int end`;
