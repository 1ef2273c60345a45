import { Text } from '@mantine/core';
import { api } from '../../api.ts';
import { openDialog } from '../../ui/dialog.tsx';
import { FormFrame } from '../../ui/form-frame.tsx';
import { TypeRightsInput } from '../../ui/type-rights-input.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import type { Member } from './member.ts';

export const openMemberTypes = (member: Member) =>
  openDialog(`Content types of ${member.name}`, (close) => <MemberTypes member={member} close={close} />);

function MemberTypes({ member, close }: { member: Member; close: () => void }) {
  const { form, submit, sending, failure } = useApiForm({
    initialValues: { contentTypes: member.contentTypes },
    send: ({ contentTypes }) => api.updateStaff({ path: { id: member.id }, body: { contentTypes } }),
    invalidates: ['listStaff'],
    successMessage: 'The content types are saved',
    done: close,
  });
  return (
    <FormFrame {...{ submit, sending, failure, close }} action="Save">
      <Text size="sm">It holds from the next click of this person on. What they scheduled stays.</Text>
      <TypeRightsInput {...form.getInputProps('contentTypes')} />
    </FormFrame>
  );
}
