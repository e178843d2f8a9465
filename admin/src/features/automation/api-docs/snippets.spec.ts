import { languages, type MessageCall, snippet } from './snippets';

const call: MessageCall = {
  origin: 'https://atende.test',
  token: 'abc',
  number: '5511988887777',
  body: `D'água "já" \\ chegou`,
  files: [],
};

test('a text is JSON, quoted as each language quotes', () => {
  expect(snippet('curl', call)).toBe(
    [
      "curl -X POST 'https://atende.test/api/messages/send'",
      "-H 'Authorization: Bearer abc'",
      "-H 'Content-Type: application/json'",
      `-d '{"number":"5511988887777","body":"D'\\''água \\"já\\" \\\\ chegou"}'`,
    ].join(' \\\n  '),
  );
  expect(snippet('javascript', call)).toContain(`body: "D'água \\"já\\" \\\\ chegou"`);
  expect(snippet('python', call)).toContain(`"body": "D'água \\"já\\" \\\\ chegou"`);
  expect(snippet('php', call)).toContain(`'body' => 'D\\'água "já" \\\\ chegou'`);
});

test('files are a form, with a caption only where there is one', () => {
  const files = { ...call, body: '', files: ['nota.pdf', 'foto.png'] };
  expect(snippet('curl', files)).toContain("-F 'medias=@nota.pdf' \\\n  -F 'medias=@foto.png'");
  for (const language of languages) {
    expect(snippet(language, files)).not.toMatch(/body=|'body'|"body"/);
    expect(snippet(language, files)).toContain('foto.png');
  }
  // a caption that begins with @ or < is no file
  expect(snippet('curl', { ...files, body: '@ana' })).toContain("--form-string 'body=@ana'");
  expect(snippet('php', { ...files, files: ['nota.pdf'] })).toContain("'medias' => new CURLFile('nota.pdf')");
});
