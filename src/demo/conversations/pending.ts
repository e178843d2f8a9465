import { customer, photo, type Script, us, voice } from '../script.js';

/** Conversations that wait for somebody, with and without a department. */
export const pendingConversations: readonly Script[] = [
  {
    contact: 'Eduardo Santana',
    status: 'pending',
    ago: 1,
    unread: 2,
    lines: [
      customer('Olá, boa tarde'),
      customer('Queria saber o valor da consulta particular, por favor', { gap: 0.4 }),
    ],
  },
  {
    contact: 'Bianca Moraes',
    status: 'pending',
    ago: 3,
    unread: 3,
    lines: [
      customer('Oi! Vocês têm esse produto na loja do centro?'),
      customer('', { ...photo('product'), gap: 0.3 }),
      customer('Vi no site mas está como indisponível', { gap: 0.6 }),
    ],
  },
  {
    contact: 'Thiago Cardoso',
    status: 'pending',
    department: 'Suporte',
    tags: ['Urgente'],
    ago: 6,
    unread: 4,
    lines: [
      customer('URGENTE: o sistema caiu na loja inteira'),
      customer('Estamos sem conseguir vender', { gap: 0.3 }),
      customer('Já reiniciei tudo, inclusive o roteador', { gap: 1 }),
      customer('Alguém pode me ligar?? (47) 90412-0098', { gap: 2 }),
    ],
  },
  {
    contact: 'Larissa Pinheiro',
    status: 'pending',
    department: 'Comercial',
    store: true,
    ago: 14,
    unread: 1,
    lines: [customer('Boa tarde! Fazem entrega no mesmo dia para Osasco? Preciso de um presente para hoje à noite 🎁')],
  },
  {
    contact: 'Antônio Carlos Vieira',
    status: 'pending',
    ago: 26,
    unread: 1,
    lines: [
      customer(
        'Bom dia. Meu nome é Antônio, sou síndico do Edifício Primavera. Estamos cotando um serviço de manutenção preventiva para o ano que vem: duas torres, 96 apartamentos, quatro elevadores e uma casa de bombas. Gostaria de agendar uma visita técnica na próxima semana, de preferência na terça ou na quarta pela manhã. Aguardo retorno. Obrigado.',
      ),
    ],
  },
  {
    contact: 'Débora Fonseca',
    status: 'pending',
    department: 'Financeiro',
    ago: 41,
    unread: 2,
    lines: [
      customer('Oi, veio cobrado em dobro no meu cartão'),
      customer('Segue o print da fatura', { ...photo('receipt'), gap: 1 }),
    ],
  },
  {
    contact: 'Vinícius Prates',
    status: 'pending',
    department: 'Comercial',
    tags: ['Retorno'],
    ago: 64,
    unread: 1,
    lines: [
      customer('Boa tarde, quero trocar meu plano para o anual'),
      us('Boa tarde, Vinícius! Vou te passar para o Comercial, eles cuidam disso.', { by: 'rafael' }),
      customer('Ok, aguardo', { gap: 3 }),
    ],
  },
  {
    contact: 'Cláudia Tavares',
    status: 'pending',
    department: 'Suporte',
    ago: 111,
    unread: 2,
    lines: [
      customer('Meu agendamento sumiu do aplicativo 😟'),
      customer('Era hoje às 16h com o Dr. Renan', { gap: 0.5 }),
    ],
  },
  {
    contact: 'Igor Batista',
    status: 'pending',
    ago: 1010,
    unread: 2,
    lines: [customer('', voice(17)), customer('Desculpa o áudio, estava dirigindo', { gap: 6 })],
  },
];
