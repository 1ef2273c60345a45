/** Paths of icons, drawn as lines in a square of 24. */
export const CROSS = 'M6 6l12 12M18 6L6 18';
export const BASKET = 'M4 9h16l-1.6 10.2a1 1 0 0 1-1 .8H6.6a1 1 0 0 1-1-.8L4 9zM8 9l3-5M16 9l-3-5';
export const LENS = 'M10.5 4a6.5 6.5 0 1 1 0 13a6.5 6.5 0 0 1 0-13zM15.5 15.5L20 20';
export const MINUS = 'M6 12h12';
export const PLUS = 'M6 12h12M12 6v12';
export const CHECK = 'M5 12.5l4.5 4.5L19 7.5';
