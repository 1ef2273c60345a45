/** The server's nonce for this page: what makes our own style elements acceptable to its policy. */
export const styleNonce = () =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
