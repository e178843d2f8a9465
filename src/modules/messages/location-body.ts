/** A pin: there is no picture of the place, and a map of somebody else's would tell them where customers are (ADR 17). */
const pin = `data:image/svg+xml;base64,${Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100" viewBox="0 0 24 24"><path fill="#c62828" d="M12 2a7 7 0 0 0-7 7c0 5.2 7 13 7 13s7-7.8 7-13a7 7 0 0 0-7-7m0 9.5a2.5 2.5 0 1 1 0-5 2.5 2.5 0 0 1 0 5"/></svg>',
).toString('base64')}`;

/**
 * The body of a location as existing clients split it: `image|link|text`. They put the text into the page as HTML, so that it
 * carries no markup. undefined: the place is not known.
 */
export function locationBody(body: string, data: Readonly<Record<string, unknown>> | null): string | undefined {
  const { latitude, longitude } = data ?? {};
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return undefined;
  const text = body
    .replace(/[|<>]+/g, ' ')
    .trim()
    .replace(/\s*\n\s*/g, ', ');
  const link = `https://maps.google.com/maps?q=${latitude}%2C${longitude}&z=17&hl=pt-BR`;
  return [pin, link, text || `${latitude}, ${longitude}`].join('|');
}
