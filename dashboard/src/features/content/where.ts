/** The filters on fields of entries, which the API takes as one JSON text. */
import type { Field } from './fields.ts';

/** Reads and writes the choice of one field, and keeps those of the others. */
export const withChoice = ({ name, kind }: Field) => ({
  read(where: string | undefined): string | undefined {
    const chosen = readWhere(where)[name];
    return chosen === undefined ? undefined : String(chosen);
  },
  write(where: string | undefined, value: string | undefined): string | undefined {
    const { [name]: _former, ...others } = readWhere(where);
    const wanted = kind === 'boolean' ? value === 'true' : value;
    const next = value === undefined ? others : { ...others, [name]: wanted };
    return Object.keys(next).length === 0 ? undefined : JSON.stringify(next);
  },
});

/** Parses with care: the value comes from the URL, which may contain anything. */
function readWhere(where: string | undefined): Record<string, unknown> {
  try {
    return JSON.parse(where ?? '{}') ?? {};
  } catch {
    return {};
  }
}
