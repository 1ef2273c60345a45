/** The context that every input of an entry needs, at any depth. */
import { createContext, useContext } from 'react';
import type { BlockKind, Item } from '../fields.ts';

export type Editing = {
  /** Messages by path: `fields.tags.2`. */
  errors: Record<string, React.ReactNode>;
  readOnly: boolean;
  /** The direction of texts: of the locale, or by what is typed in a field for all locales. */
  dir: 'ltr' | 'rtl' | 'auto';
  /** The language that localised fields show, and whether there are several. */
  locale: string;
  isMany: boolean;
  defaultLocale: string;
  /** The kinds of block of the type, by name. */
  blocks: Map<string, BlockKind>;
  /** Takes the error of a path away; `inside`: also those below it. */
  clear: (path: string, inside?: boolean) => void;
};

export const EditingContext = createContext<Editing>({
  errors: {},
  readOnly: false,
  dir: 'auto',
  locale: 'en',
  isMany: false,
  defaultLocale: 'en',
  blocks: new Map(),
  clear: () => undefined,
});

export type InputProps<Value> = {
  item: Item;
  label: string;
  /** The path of the value in errors. */
  path: string;
  value: Value | undefined;
  /** Undefined removes the value. */
  onChange: (value: Value | undefined) => void;
};

/** Returns the props that all inputs of the kit share. */
export function useCommon({ item, label, path }: Pick<InputProps<unknown>, 'item' | 'label' | 'path'>) {
  const { errors, readOnly } = useContext(EditingContext);
  const description = [item.help, item.required && 'Needed to publish.'].filter(Boolean).join(' ');
  return {
    label,
    description: description || undefined,
    error: errors[path],
    readOnly,
    'data-path': path,
  };
}

/** Returns the props of inputs whose value is a text of the locale. */
export const useTextDirection = () => {
  const { dir } = useContext(EditingContext);
  return { dir, attributes: { input: { dir } } };
};
