/** Presets: the sizes, named by the tenant, in which pages may ask for images beside the standard widths. */
import { invalid, type Problem } from '#kernel/errors.ts';
import { unknownName } from '#kernel/http/nearest.ts';
import { problemOfBox, shapeOf } from './sizes.ts';
import { Preset, type Presets } from './transform-fields.ts';

const NAME = /^[a-z][a-z0-9-]{0,39}$/;

/** Reports everything that is wrong, at once. A misspelt field would make every picture of the preset wrong. */
export function readPresets(presets: Presets): Presets {
  const problems = Object.entries(presets).flatMap(([name, preset]): Problem[] => {
    const path = name.slice(0, 100);
    if (!NAME.test(name)) {
      const message = 'must be a name of small letters, digits and hyphens that begins with a letter';
      return [{ path, code: 'not_allowed', message }];
    }
    const known = Object.keys(Preset.properties);
    const unknown = Object.keys(preset).filter((field) => !known.includes(field));
    const box = problemOfBox(shapeOf(preset));
    return [
      ...unknown.slice(0, 5).map((field) => ({
        path: `${path}.${field.slice(0, 100)}`,
        code: 'unknown_field',
        message: unknownName(field, known),
      })),
      ...(box === null ? [] : [{ ...box, path: `${path}.${box.path}` }]),
    ];
  });
  if (problems.length > 0) throw invalid(problems);
  return presets;
}
