/** `DEEP=1` runs the long form of tests that have one, as `.ci/run` does. The usual form tests every promise at least once. */
export const IS_DEEP = Boolean(process.env.DEEP);
