/** Whether a client takes an answer in an encoding, by its Accept-Encoding. */
export const acceptsEncoding = (accepted: string, name: string): boolean =>
  accepted.includes(name) && !new RegExp(`\\b${name}\\s*;\\s*q=0(\\.0*)?\\s*(,|$)`).test(accepted);
