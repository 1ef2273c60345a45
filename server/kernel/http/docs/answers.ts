/** The successful answers of a route: those of its schema, and those that its conditions imply. */
import { Type } from 'typebox';
import type { Json } from '#kernel/http/docs/schemas.ts';

const Unchanged = Type.Null();
const PART = 'The part of the file that Range names, with the media type of the whole.';

/** By status. An answer is a schema, or a list of media types with a schema each. */
export function answersOf(schema: Json): Record<string, Json> {
  const { response = {}, headers, ranges } = schema;
  const isConditional = ranges || 'if-none-match' in (headers?.properties ?? {});
  return {
    ...response,
    ...(ranges && { 206: { ...response[200], description: PART, sends: ['Content-Range'] } }),
    ...(isConditional && { 304: Unchanged }),
  };
}

/** Parameters of a route that serves parts of files. */
export const RANGE_HEADERS = Type.Object({
  range: Type.Optional(Type.String({ description: 'The part of the file, such as bytes=0-99.' })),
  'if-range': Type.Optional(Type.String({ description: 'The ETag of the file whose part is wanted.' })),
  'if-none-match': Type.Optional(
    Type.String({ description: 'The ETag of an earlier answer: 304 if it still holds.' }),
  ),
});
