import { useQuery } from '@tanstack/react-query';
import { useLocaleState } from 'react-admin';

/** One chunk for each page and language. */
const files = import.meta.glob<string>('./texts/*/*.md', { query: '?raw', import: 'default' });

async function loadText(locale: string, slug: string): Promise<string> {
  const load = files[`./texts/${locale}/${slug}.md`];
  if (!load) throw new Error(`There is no help text ${locale}/${slug}`);
  return load();
}

/** The text of a help page in Markdown. */
export function useHelpText(slug: string) {
  const [locale] = useLocaleState();
  return useQuery({
    queryKey: ['help-text', locale, slug],
    queryFn: () => loadText(locale, slug),
    staleTime: Infinity,
  });
}

/** All texts by their slugs, for the search. */
export function useHelpTexts(slugs: readonly string[], enabled: boolean) {
  const [locale] = useLocaleState();
  return useQuery({
    queryKey: ['help-texts', locale, slugs],
    queryFn: async () =>
      new Map(await Promise.all(slugs.map(async (slug) => [slug, await loadText(locale, slug)] as const))),
    enabled,
    staleTime: Infinity,
  });
}
