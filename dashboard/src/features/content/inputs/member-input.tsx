import { useContext, useMemo } from 'react';
import { directionOf } from '../../../ui/direction.ts';
import { type Field, isShown, labelOf, type Values } from '../fields.ts';
import { EditingContext } from './editing.ts';
import { FieldInput } from './field-input.tsx';

/** A field inside of a group or block. A localised one shows the chosen language; what is around it exists once. */
export function MemberInput(props: {
  field: Field;
  path: string;
  /** All values of the group or block. */
  holder: Values;
  onChange: (value: unknown) => void;
}) {
  const { field, holder, onChange } = props;
  const editing = useContext(EditingContext);
  const { locale, isMany, clear } = editing;
  const localised = useMemo(() => ({ ...editing, dir: directionOf(locale) }), [editing, locale]);
  if (!isShown(field, holder)) return null;
  const whole = `${props.path}.${field.name}`;
  const path = field.localised ? `${whole}.${locale}` : whole;
  const values = holder[field.name];
  const change = (value: unknown) => {
    clear(path);
    if (!field.localised) return onChange(value);
    const { [locale]: _, ...others } = (values ?? {}) as Values;
    const next = value === undefined ? others : { ...others, [locale]: value };
    onChange(Object.keys(next).length === 0 ? undefined : next);
  };
  return (
    // A new key per locale discards half-typed text of another locale.
    <EditingContext key={path} value={field.localised ? localised : editing}>
      <FieldInput
        item={field}
        label={field.localised && isMany ? `${labelOf(field)} (${locale})` : labelOf(field)}
        path={path}
        value={field.localised ? (values as Values | undefined)?.[locale] : values}
        onChange={change}
      />
    </EditingContext>
  );
}
