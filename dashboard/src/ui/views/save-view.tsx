import { TextInput } from '@mantine/core';
import { api } from '../../api.ts';
import { openDialog } from '../dialog.tsx';
import { FormFrame } from '../form-frame.tsx';
import { useApiForm } from '../use-api-form.ts';
import type { SavedView } from './use-views.ts';

type Target =
  | { view: SavedView }
  | {
      list: string;
      query: Record<string, string>;
      columns: string[] | null;
      done: (view: SavedView) => void;
    };

/** Saves the filters in use as a new view, or renames one. */
export const openSaveView = (target: Target) =>
  openDialog('view' in target ? 'Rename view' : 'Save view', (close) => (
    <SaveView target={target} close={close} />
  ));

function SaveView({ target, close }: { target: Target; close: () => void }) {
  const { form, submit, sending, failure } = useApiForm({
    initialValues: { name: 'view' in target ? target.view.name : '' },
    send: async ({ name }) => {
      if ('view' in target) {
        const { id, version } = target.view;
        return (await api.updateView({ path: { id }, ifMatch: version, body: { name } })).data;
      }
      const { list, query, columns } = target;
      return (await api.createView({ body: { list, name, query, columns } })).data;
    },
    invalidates: ['listViews'],
    done: (view) => {
      close();
      if ('done' in target) target.done(view);
    },
  });
  return (
    <FormFrame {...{ submit, sending, failure, close }} action="Save">
      <TextInput
        label="Name"
        description="Everybody on the staff sees it."
        required
        maxLength={60}
        data-autofocus
        {...form.getInputProps('name')}
      />
    </FormFrame>
  );
}
