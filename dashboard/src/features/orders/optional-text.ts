/** Turns an empty input into undefined, which is not sent. */
export const optionalText = (text: string): string | undefined => text.trim() || undefined;
