/** The content types and locales of the tenant: few, and needed on every screen about entries. */
import { useData, useList } from '../../ui/use-data.ts';

export function useTypes() {
  const list = useList('listContentTypes', { query: { limit: 100 } });
  const locales = useData('getContentLocales');
  return {
    types: list.rows,
    typeOf: (name: string) => list.rows.find((type) => type.name === name),
    locale: locales.data?.default,
    locales: locales.data,
    isPending: list.isPending || locales.isPending,
    error: list.error ?? locales.error,
  };
}
