/** Texts to paste into an assistant, an agent or a script, which then reaches the API. */
import type { Scope } from './scopes.ts';

export const openApiUrl = (origin: string) => `${origin}/v1/openapi.json`;

type Reach = { origin: string; tenant: string; secret: string; scopes?: Scope[] };
export type Setup = { name: string; hint: string; code: string };

export const setupsFor = (reach: Reach): Setup[] => [
  {
    name: 'Instructions',
    hint: 'For an assistant that can send HTTP requests: paste this into its instructions, or into AGENTS.md of a project. The key goes into the environment beside it, never into a chat.',
    code: instructions(reach),
  },
  {
    name: 'OpenAPI tool',
    hint: 'For an assistant that imports an OpenAPI document as its tools, such as the actions of a custom GPT.',
    code: [
      `Document:        ${openApiUrl(reach.origin)}`,
      'Authentication:  API key',
      'Kind:            Bearer',
      `Key:             ${reach.secret}`,
    ].join('\n'),
  },
  {
    name: 'Environment',
    hint: 'For an agent of your own: its settings.',
    code: `COLONNADE_URL=${reach.origin}\nCOLONNADE_KEY=${reach.secret}\n`,
  },
  { name: 'TypeScript', hint: 'One tool that reaches every operation.', code: tool(reach.origin) },
  { name: 'curl', hint: 'The same by hand: who the key is, and the last orders.', code: curl(reach) },
];

const instructions = ({ origin, tenant, scopes }: Reach) => `\
You work with the business data of ${tenant} through an HTTP API.

- Base address: ${origin}/v1
- Every operation is described in ${openApiUrl(origin)}; read it before the first request.
- Send the header "Authorization: Bearer $COLONNADE_KEY". The key is in the environment; never show it.
- Answers are {"success": true, "data": …} or {"success": false, "error": {"code": …, "message": …}}.
- A list has pagination.nextCursor; send it as ?cursor= for the next page.
- Before you change anything, send the same request with ?dryRun=true and show me its outcome.
- Send an Idempotency-Key with every POST, and the same one if you repeat it.
- Orders that you place have "channel": "mcp".
${scopes ? `- The key may do this and no more: ${scopes.join(', ')}.\n` : ''}`;

const tool = (origin: string) => `\
/** A tool for an agent: any operation of ${openApiUrl(origin)}. */
export async function callApi(method: string, path: string, body?: object) {
  const response = await fetch('${origin}' + path, {
    method,
    headers: {
      Authorization: \`Bearer \${process.env.COLONNADE_KEY}\`,
      ...(body && { 'Content-Type': 'application/json' }),
      ...(method === 'POST' && { 'Idempotency-Key': crypto.randomUUID() }),
    },
    body: body && JSON.stringify(body),
  });
  return response.json();
}

await callApi('GET', '/v1/crm/orders?limit=5');
`;

const curl = ({ origin, secret }: Reach) => `\
curl ${origin}/v1/me \\
  -H 'Authorization: Bearer ${secret}'

curl '${origin}/v1/crm/orders?limit=5' \\
  -H 'Authorization: Bearer ${secret}'
`;
