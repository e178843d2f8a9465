/** The most common leaked passwords, Brazilian ones among them, without digits or signs at their ends. */
const words = new Set(
  `abacaxi abc abcd abcde abcdef abcdefg abcdefgh abracadabra acesso adm admin administrador administrator adriana
  alexandre aline alessandra alterar altere amanda amigos amor amores amorzinho ana andrea angel anjinho antonio apple
  aria asdf asdfg asdfgh asdfghjkl atende atendente atendimento atletico azerty babygirl bahia bailey barcelona baseball
  batata batman beatriz bemvindo boanoite bola brasil brasileiro brazil bruna bruno cachorro camila carlos carol
  carolina casa changeme charlie chelsea chocolate cliente comercial computer corinthians cruzeiro daniel daniela
  default deus deusefiel deuseamor deusnocomando diego dragon eduardo empresa engenharia estrela eusouseu eduarda
  familia felicidade felipe feliz fernanda fernando flamengo flavia florzinha fluminense football francisco futebol
  gabriel gabriela gatinha gatinho gestor gestora giovanna google gremio guest guilherme gustavo hello helloworld
  iloveyou internacional internet isabela jesus jesuscristo joao jordan jose juliana julio junior juventus karina
  kissme larissa leandro leonardo leticia letmein liberdade linda linkedin liverpool login lorena love lovely lucas
  luciana luiz maria mariana marcelo marcos master mateus matheus mensagem mestre meuamor michael minhasenha monkey
  mudar mudar123 mustang naruto natalia nathalia natureza nicolas noreply oliveira operador palmeiras pamela paraiso
  pass passwd password paulo pedro piranha pokemon portugal princesa princess qazwsx qazwsxedc qwe qweasd qweasdzxc
  qwer qwert qwerty qwertyu qwertyuiop rafael rafaela renata ricardo roberto rodrigo root samsung samuel sandra santos
  saopaulo secret segredo senha senhas senhasenha senhaforte sistema sol suporte sunshine superman tatiana teamo
  temp teste test testando thiago tiago trocar trustno usuario vanessa vasco vendas victor vitoria welcome whatever
  whatsapp william zaq zxcvb zxcvbn zxcvbnm`.split(/\s+/),
);

/** Sequences, repetitions and keyboard patterns: 123456, 111111, 1q2w3e4r, 102030. */
const patterns = /^(\d{1,8}|(.)\2*|(\d\D){3,}\d?|(\D\d){3,}\D?|(10203040?5?0?6?0?)|(123)+|(1234567890?)+)$/;

/** Whether a password is easy to guess: for a warning only. */
export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase();
  return password !== '' && (patterns.test(plain) || words.has(plain.replace(/^[\d\W_]+|[\d\W_]+$/g, '')));
}
