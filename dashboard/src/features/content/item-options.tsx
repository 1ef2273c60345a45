import {
  Checkbox,
  Fieldset,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  TagsInput,
  TextInput,
} from '@mantine/core';
import { KIND_CHOICES } from './field-options.tsx';
import { type Kind, labelOf } from './fields.ts';
import { FieldsEditor, type FieldsEditorProps } from './fields-editor.tsx';
import { type DraftField, type DraftItem, takes, withKind } from './type-draft.ts';
import { BlocksSelect, TypesInput } from './types-input.tsx';

type Props = Omit<FieldsEditorProps, 'fields' | 'onChange'> & {
  item: DraftItem;
  siblings: DraftField[];
  change: (item: DraftItem) => void;
};

const NUMBERS = [
  { option: 'minLength', label: 'At least, characters' },
  { option: 'maxLength', label: 'At most, characters' },
  { option: 'min', label: 'Not less than' },
  { option: 'max', label: 'Not more than' },
  { option: 'minItems', label: 'At least, items' },
  { option: 'maxItems', label: 'At most, items' },
] as const;

const NEVER_IN_LISTS = ['list', 'blocks', 'slug'];

/** The options that only some kinds have. */
export function ItemOptions(props: Props) {
  const { item, change, errors, path, depth, readOnly } = props;
  const set = (part: Partial<DraftItem>) => change({ ...item, ...part });
  const has = (option: keyof DraftItem) => takes(item.kind, option);
  const common = (option: string) => ({
    readOnly,
    error: errors[`${path}.${option}`],
    'data-path': `${path}.${option}`,
  });
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {NUMBERS.filter(({ option }) => has(option)).map(({ option, label }) => (
          <NumberInput
            key={option}
            label={label}
            {...common(option)}
            value={item[option] ?? ''}
            onChange={(value) => set({ [option]: typeof value === 'number' ? value : undefined })}
          />
        ))}
        {has('pattern') && (
          <TextInput
            label="Pattern"
            description="A regular expression that the whole text must match"
            maxLength={200}
            {...common('pattern')}
            value={item.pattern ?? ''}
            onChange={(event) => set({ pattern: event.currentTarget.value || undefined })}
          />
        )}
        {has('options') && (
          <TagsInput
            label="Choices"
            description="Press Enter after each"
            {...common('options')}
            value={item.options ?? []}
            onChange={(options) => set({ options })}
          />
        )}
        {has('types') && (
          <TypesInput
            {...common('types')}
            value={item.types ?? []}
            onChange={(types) => set({ types: types.length === 0 ? undefined : types })}
          />
        )}
        {has('blocks') && (
          <BlocksSelect
            {...common('blocks')}
            value={item.blocks ?? []}
            onChange={(blocks) => set({ blocks: blocks.length === 0 ? undefined : blocks })}
          />
        )}
        {has('accept') && (
          <TagsInput
            label="Files it takes"
            description="None given: any. Such as image, video/*, application/pdf"
            {...common('accept')}
            value={item.accept ?? []}
            onChange={(accept) => set({ accept: accept.length === 0 ? undefined : accept })}
          />
        )}
        {has('from') && (
          <Select
            label="Made from"
            description="When it is left empty"
            clearable
            {...common('from')}
            data={props.siblings
              .filter(({ kind, name }) => kind === 'text' && name !== '')
              .map((field) => ({ value: field.name, label: labelOf(field) }))}
            value={item.from ?? null}
            onChange={(from) => set({ from: from ?? undefined })}
          />
        )}
        {item.kind === 'list' && (
          <Select
            label="List of"
            allowDeselect={false}
            {...common('of')}
            data={KIND_CHOICES.filter(({ value }) => !NEVER_IN_LISTS.includes(value))}
            value={item.of?.kind ?? 'text'}
            onChange={(kind) => kind && set({ of: withKind(item.of ?? { kind: 'text' }, kind as Kind) })}
          />
        )}
      </SimpleGrid>
      {has('integer') && (
        <Checkbox
          label="Whole numbers only"
          disabled={readOnly}
          checked={item.integer ?? false}
          onChange={(event) => set({ integer: event.currentTarget.checked || undefined })}
        />
      )}
      {has('multiple') && (
        <Checkbox
          label="Several may be chosen"
          disabled={readOnly}
          checked={item.multiple ?? false}
          onChange={(event) => set({ multiple: event.currentTarget.checked || undefined })}
        />
      )}
      {item.kind === 'list' && item.of && (
        <Stack>
          <ItemOptions
            {...props}
            item={item.of}
            path={`${path}.of`}
            depth={depth + 1}
            change={(of) => set({ of })}
          />
        </Stack>
      )}
      {item.kind === 'group' && (
        <Fieldset legend="Fields of the group">
          <FieldsEditor
            fields={item.fields ?? []}
            onChange={(fields) => set({ fields })}
            errors={errors}
            path={`${path}.fields`}
            depth={depth + 1}
            isLocalised={props.isLocalised}
            readOnly={readOnly}
          />
        </Fieldset>
      )}
    </>
  );
}
