/** Contact details, each in the one spelling in which it is stored, compared and shown. */
export const EMAIL = /^[^\s@"(),:;<>[\\\]]{1,64}@[^\s@"(),:;<>[\\\]]+\.[^\s@"(),:;<>[\\\].]+$/;
const MAX_EMAIL = 254;

/** Lower case without white space around it; undefined for text that is not an e-mail address. */
export function normalEmail(text: string): string | undefined {
  const email = text.trim().toLowerCase().normalize('NFC');
  return EMAIL.test(email) && email.length <= MAX_EMAIL ? email : undefined;
}

const INTERNATIONAL = /^\+[\d\s()./\u2010-\u2015-]+$/;
/** "+49 (0)30": this zero is dialled inside the country only, and a guess could reach a stranger. */
const TRUNK_ZERO = /\(\s*0\s*\)/;

/**
 * E.164: + and 7 to 15 digits, without separators; undefined for anything else. A number without its country is refused, not
 * guessed.
 */
export function normalPhone(text: string): string | undefined {
  const phone = text.trim();
  if (!INTERNATIONAL.test(phone) || TRUNK_ZERO.test(phone)) return undefined;
  const digits = phone.replace(/\D/g, '');
  return /^[1-9]\d{6,14}$/.test(digits) ? `+${digits}` : undefined;
}
