/** An input that was left empty is not sent. */
export const optionalText = (text: string): string | undefined => text.trim() || undefined;
