/** Reads from the Accept-Encoding header whether a client accepts an encoding. */
export const acceptsEncoding = (accepted: string, name: string): boolean =>
  accepted.includes(name) && !new RegExp(`\\b${name}\\s*;\\s*q=0(\\.0*)?\\s*(,|$)`).test(accepted);
