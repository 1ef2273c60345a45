import { Text } from '@mantine/core';
import { ConflictNotice } from '../../ui/conflict-notice.tsx';
import { type Change, Changes } from './changes.tsx';
import { type ContentType, type Entry, fieldsOf, type Values } from './fields.ts';
import { changedPlaces, valueAt } from './values.ts';

/** Shows the changes of the other save since the form was opened, and marks fields that both changed. */
export function EntryConflict(props: {
  type: ContentType;
  base: Entry;
  theirs: Entry;
  mine: Values;
  takeTheirs: () => void;
  keepMine: () => void;
}) {
  const { type, base, theirs, mine } = props;
  const fields = fieldsOf(type);
  const ours = new Set(changedPlaces(fields, base.fields, mine));
  const changes = changedPlaces(fields, base.fields, theirs.fields).map(
    (place): Change => ({
      path: place,
      before: valueAt(base.fields, place),
      after: valueAt(theirs.fields, place),
      note: ours.has(place) ? '– you changed this too' : undefined,
    }),
  );
  return (
    <ConflictNotice
      theirs={
        <>
          <Changes changes={changes} type={type} />
          <Text size="sm">If you save yours, only what you changed yourself is written over theirs.</Text>
        </>
      }
      takeTheirs={props.takeTheirs}
      keepMine={props.keepMine}
    />
  );
}
