import { Fragment } from 'react';

/** A place after which an address or a path reads on well in the next line. */
const PLACES = /(?<=[@/?&=_])/;

/** An e-mail address, path or URL: in a narrow column it breaks at its parts, not inside of a word. */
export const Breakable = ({ children }: { children: string }) => (
  <bdi>
    {children.split(PLACES).map((part, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
      <Fragment key={place}>
        {place > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </bdi>
);
