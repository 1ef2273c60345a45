/** What every input of an entry needs to know, however deep it is nested. */
import { createContext, useContext } from 'react';
import type { Item } from '../fields.ts';

export type Editing = {
  /** Messages by place: `fields.tags.2`. */
  errors: Record<string, React.ReactNode>;
  readOnly: boolean;
  /** Shown beside the label of a localised field. */
  locale: string | null;
};

export const EditingContext = createContext<Editing>({ errors: {}, readOnly: false, locale: null });

export type InputProps<Value> = {
  item: Item;
  label: string;
  /** The place of the value, as errors name it. */
  path: string;
  value: Value | undefined;
  /** Undefined: there is no value any more. */
  onChange: (value: Value | undefined) => void;
};

/** What all inputs of the kit take. */
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
