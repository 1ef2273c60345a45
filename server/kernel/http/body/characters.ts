/** Characters of JSON, as codes: the same in text and in its bytes. */
export const [TAB, LINE_FEED, CARRIAGE_RETURN, SPACE, QUOTE, COMMA] = [0x09, 0x0a, 0x0d, 0x20, 0x22, 0x2c];
export const BACKSLASH = 0x5c;
export const [POINT, DIGIT_0, DIGIT_9, COLON] = [0x2e, 0x30, 0x39, 0x3a];
export const [LETTER_E_CAPITAL, LETTER_E, LETTER_F, LETTER_N, LETTER_T] = [0x45, 0x65, 0x66, 0x6e, 0x74];
export const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d];
