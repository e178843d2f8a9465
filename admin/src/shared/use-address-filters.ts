import { useSearchParams } from 'react-router-dom';

/** Filters that are query parameters of the page's address, so that a filtered page has a link. */
export function useAddressFilters<Name extends string>(names: readonly Name[]) {
  type Filters = Partial<Record<Name, string>>;
  const [params, setParams] = useSearchParams();
  const filters: Filters = {};
  for (const name of names) {
    const value = params.get(name);
    if (value) filters[name] = value;
  }
  const change = (values: Filters) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        for (const [name, value] of Object.entries<string | undefined>(values))
          value ? next.set(name, value) : next.delete(name);
        return next;
      },
      { replace: true },
    );
  return { filters, change, clear: () => setParams({}, { replace: true }) };
}
