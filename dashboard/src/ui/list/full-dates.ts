import { createContext } from 'react';

/** True: times inside are written in full, such as "Nov 17, 2026, 2:05 PM", instead of "3 min. ago". */
export const FullDates = createContext(false);
