import { Select, TextInput } from '@mantine/core';
import { api, queries } from '../../api.ts';
import { confirm } from '../../ui/confirm.tsx';
import { openDialog } from '../../ui/dialog.tsx';
import { FormFrame } from '../../ui/form-frame.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { toast } from '../../ui/toast.ts';
import { useApiForm } from '../../ui/use-api-form.ts';
import { type Category, useCategories } from './categories.ts';

/** Null: a new one, below this parent. */
export const openCategory = (category: Category | null, parentId: string | null) =>
  openDialog(category === null ? 'Add category' : `Edit ${category.name}`, (close) => (
    <CategoryForm category={category} parentId={parentId} close={close} />
  ));

function CategoryForm(props: { category: Category | null; parentId: string | null; close: () => void }) {
  const { category, parentId, close } = props;
  const tree = useCategories();
  // A category cannot be below itself.
  const above = tree.filter((branch) => category === null || !branch.category.path.includes(category.id));
  const { name = '', handle = '', position = 0 } = category ?? {};
  const { form, submit, sending, failure } = useApiForm({
    initialValues: { name, handle, parentId, position: position as number | string },
    send: (values): Promise<unknown> => {
      const { handle, ...rest } = values;
      const body = {
        ...rest,
        position: values.position as number,
        ...(handle.trim() !== '' && { handle }),
      };
      if (category === null) return api.createCategory({ body });
      return api.updateCategory({ path: { id: category.id }, ifMatch: category.version, body });
    },
    invalidates: ['listCategories', 'listProducts'],
    successMessage: category === null ? 'The category is added' : 'The category is saved',
    done: close,
  });
  return (
    <FormFrame
      {...{ submit, sending, failure, close }}
      action={category === null ? 'Add category' : 'Save category'}
      noValidate
    >
      <TextInput
        label="Name"
        required
        maxLength={200}
        data-autofocus
        data-path="name"
        {...form.getInputProps('name')}
      />
      <Select
        label="Below"
        placeholder="Nothing: at the top"
        clearable
        searchable
        data={above.map((branch) => ({ value: branch.category.id, label: branch.name }))}
        data-path="parentId"
        {...form.getInputProps('parentId')}
      />
      <TextInput
        label="Handle"
        description="Its name in addresses; empty: made from the name"
        maxLength={200}
        data-path="handle"
        {...form.getInputProps('handle')}
      />
      <NumberField
        label="Position"
        description="The smallest comes first"
        data-path="position"
        {...form.getInputProps('position')}
      />
    </FormFrame>
  );
}

export const removeCategory = ({ id, name, version }: Category) =>
  confirm({
    title: `Delete ${name}?`,
    children: 'Only a category without products and without categories below it can be deleted.',
    action: 'Delete category',
    danger: true,
    run: async () => {
      await api.deleteCategory({ path: { id }, ifMatch: version });
      await queries.invalidateQueries({ queryKey: ['listCategories'] });
      toast.done('The category is deleted');
    },
  });
