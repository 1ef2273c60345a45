import { Checkbox, Group, Select, SimpleGrid, Text, TextInput } from '@mantine/core';
import { ConditionOptions } from './condition-options.tsx';
import { KINDS, type Kind } from './fields.ts';
import type { FieldsEditorProps } from './fields-editor.tsx';
import { ItemOptions } from './item-options.tsx';
import { type DraftField, takes, withKind } from './type-draft.ts';

export const KIND_CHOICES = Object.entries(KINDS).map(([value, { label }]) => ({ value, label }));

type Props = Omit<FieldsEditorProps, 'fields' | 'onChange'> & {
  field: DraftField;
  siblings: DraftField[];
  change: (field: DraftField) => void;
};

/** Makes a field name from a label: "Hero image" becomes heroImage. */
const nameFrom = (label: string) =>
  (label.normalize('NFKD').match(/[A-Za-z0-9]+/g) ?? [])
    .map((word, index) =>
      index === 0 ? word.toLowerCase() : word.charAt(0).toUpperCase() + word.slice(1).toLowerCase(),
    )
    .join('')
    .replace(/^\d+/, '')
    .slice(0, 50);

/** The options of one field. */
export function FieldOptions(props: Props) {
  const { field, change, errors, path, depth, readOnly } = props;
  const set = (part: Partial<DraftField>) => change({ ...field, ...part });
  const relabel = (label: string) => {
    // The name follows the label until values are stored under the name.
    const follows = field.was === undefined && field.name === nameFrom(field.label ?? '');
    set({ label: label || undefined, ...(follows && { name: nameFrom(label) }) });
  };
  const flags = (['required', 'unique', 'localised'] as const).filter(
    (flag) =>
      flag === 'required' ||
      (takes(field.kind, flag) && (flag === 'unique' ? depth === 0 : !props.isLocalised)),
  );
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label="Label"
          description="What editors see"
          maxLength={200}
          readOnly={readOnly}
          error={errors[`${path}.label`]}
          data-path={`${path}.label`}
          value={field.label ?? ''}
          onChange={(event) => relabel(event.currentTarget.value)}
        />
        <TextInput
          label="Name"
          description="What programs call it"
          maxLength={50}
          readOnly={readOnly}
          error={errors[`${path}.name`]}
          data-path={`${path}.name`}
          value={field.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <Select
          label="Kind"
          description={KINDS[field.kind].hint}
          allowDeselect={false}
          readOnly={readOnly}
          error={errors[`${path}.kind`]}
          data-path={`${path}.kind`}
          data={KIND_CHOICES.filter(({ value }) => depth === 0 || value !== 'slug')}
          value={field.kind}
          onChange={(kind) => kind && change(withKind(field, kind as Kind))}
        />
        <TextInput
          label="Help"
          description="A hint for editors"
          maxLength={1000}
          readOnly={readOnly}
          error={errors[`${path}.help`]}
          data-path={`${path}.help`}
          value={field.help ?? ''}
          onChange={(event) => set({ help: event.currentTarget.value || undefined })}
        />
      </SimpleGrid>
      <Group gap="lg">
        {flags.map((flag) => (
          <Checkbox
            key={flag}
            label={FLAGS[flag]}
            disabled={readOnly}
            error={errors[`${path}.${flag}`]}
            checked={field[flag] ?? false}
            onChange={(event) => set({ [flag]: event.currentTarget.checked || undefined })}
          />
        ))}
      </Group>
      <ItemOptions
        {...props}
        item={field}
        isLocalised={props.isLocalised || field.localised}
        change={(item) => change({ ...field, ...item })}
      />
      <ConditionOptions {...props} set={set} />
      {errors[path] && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {errors[path]}
        </Text>
      )}
    </>
  );
}

const FLAGS = {
  required: 'Needed to publish',
  unique: 'No two entries alike',
  localised: 'A value for each language',
};
