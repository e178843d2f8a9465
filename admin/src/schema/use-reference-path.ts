import { useResources } from './resources';
import type { FieldView } from './types';

/** The API path of the resource a field points to. */
export function useReferencePath({ reference }: FieldView): string {
  const { resource } = useResources();
  if (!reference) return '';
  return resource(reference.resource)?.path ?? reference.resource;
}
