/** Whether the Accept-Encoding header of a client allows an encoding. */
export const acceptsEncoding = (accepted: string, name: string): boolean =>
  accepted.includes(name) && !new RegExp(`\\b${name}\\s*;\\s*q=0(\\.0*)?\\s*(,|$)`).test(accepted);
