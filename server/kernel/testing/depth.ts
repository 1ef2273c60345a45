/** `DEEP=1` runs the long form of tests that have one, as `.ci/run` does. The usual form tests every promise at least once. */
export const IS_DEEP = Boolean(process.env.DEEP);

/** The number of cases of a property: a fifth of them in the usual form. */
export const cases = (count: number): number => (IS_DEEP ? count : Math.ceil(count / 5));
