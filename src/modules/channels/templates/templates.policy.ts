import type { TemplateInput } from './templates.dto.js';

type Values = Readonly<Record<string, string>>;

/** The template with each of its values replaced; clients also send null for values that they do not have. */
export function mapValues({ params, ...template }: TemplateInput, replace: (text: string) => string): TemplateInput {
  const mapped = (values: Values | null | undefined) =>
    Object.fromEntries(Object.entries(values ?? {}).map(([name, text]) => [name, replace(text)]));
  const { header, body, buttons, cards } = params ?? {};
  return {
    ...template,
    params: {
      ...{ header: mapped(header), body: mapped(body), buttons: mapped(buttons) },
      ...(cards ? { cards: cards.map((card) => ({ body: mapped(card.body), buttons: mapped(card.buttons) })) } : {}),
    },
  };
}

/** All values of the template. */
export function valuesIn(template: TemplateInput): string[] {
  const values: string[] = [];
  mapValues(template, (text) => {
    values.push(text);
    return text;
  });
  return values;
}
