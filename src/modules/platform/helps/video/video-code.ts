/** The code in a shared YouTube address; any other text is returned unchanged. */
export function videoCode(text: string): string {
  const address = /^(?:https?:\/\/)?(?:www\.|m\.)?(?:youtu\.be|youtube(?:-nocookie)?\.com)\/(.+)$/i.exec(text.trim());
  if (!address) return text.trim();
  const [path = '', query] = (address[1] ?? '').split(/[?#]/, 2);
  return new URLSearchParams(query).get('v') ?? path.split('/').at(-1) ?? '';
}
