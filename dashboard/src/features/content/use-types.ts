/** The content types and locales of the tenant: few, and needed on every screen about entries. */
import { useCallback } from 'react';
import { useData, useList } from '../../ui/use-data.ts';

export function useTypes() {
  const list = useList('listContentTypes', { query: { limit: 100 } });
  const locales = useData('getContentLocales');
  const { rows } = list;
  const typeOf = useCallback((name: string) => rows.find((type) => type.name === name), [rows]);
  return {
    types: list.rows.filter(({ block }) => !block),
    blocks: list.rows.filter(({ block }) => block),
    typeOf,
    locale: locales.data?.default,
    locales: locales.data,
    isPending: list.isPending || locales.isPending,
    error: list.error ?? locales.error,
  };
}
