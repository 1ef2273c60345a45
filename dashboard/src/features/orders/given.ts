/** Nothing typed is nothing said: an empty text is not sent. */
export const given = (text: string): string | undefined => text.trim() || undefined;
