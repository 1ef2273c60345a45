/** A curl command for an operation, with the example of the document or else the smallest valid body. */
import { follow, type OpenApiDocument, type Operation, type Schema } from '#kernel/http/docs/document.ts';

const BY_FORMAT: Record<string, string> = {
  uuid: '01920000-0000-7000-8000-000000000001',
  email: 'ada@example.com',
  'contact-email': 'ada@example.com',
  'date-time': '2026-11-16T09:30:00.000Z',
  date: '2026-11-16',
  currency: 'EUR',
  uri: 'https://example.com/',
};

export function curlOf(document: OpenApiDocument, operation: Operation, server: string): string {
  const { method, path, role, schemes, body, parameters } = operation;
  // Parameters become variables of the shell: curl would expand braces as a list of addresses.
  const variable = (name: string) => `$${name.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()}`;
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name, schema }) => `${name}=${sampleOf(document, schema ?? {})}`)
    .join('&');
  const url =
    server + path.replace(/\{(\w+)\}/g, (_, name: string) => variable(name)) + (query && `?${query}`);
  const lines = [`curl${method === 'GET' ? '' : ` -X ${method}`} "${url}"`];
  if (role || schemes.length > 0) lines.push(`  -H "Authorization: Bearer $KEY"`);
  if (body?.type === 'application/json') {
    const sample = JSON.stringify(body.example ?? sampleOf(document, body.schema));
    lines.push(`  -H 'Content-Type: application/json'`, `  -d '${sample.replaceAll("'", `'\\''`)}'`);
  } else if (body?.type === 'multipart/form-data') lines.push('  -F file=@picture.jpg');
  else if (body) lines.push(`  -H 'Content-Type: ${body.type}'`, '  --data-binary @file');
  return lines.join(' \\\n');
}

/** The smallest valid value. */
export function sampleOf(document: OpenApiDocument, given: Schema): unknown {
  const schema = follow<Schema>(document, given);
  if (schema.example !== undefined) return schema.example;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [first] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [];
  if (first) return sampleOf(document, first);
  if (schema.items) return [sampleOf(document, schema.items)];
  if (schema.properties) {
    const names = schema.required ?? [];
    return Object.fromEntries(
      names.map((name) => [name, sampleOf(document, schema.properties![name] ?? {})]),
    );
  }
  const type = [schema.type].flat()[0] ?? 'string';
  if (type === 'string') return BY_FORMAT[schema.format ?? ''] ?? '…';
  return { number: 0, integer: 1, boolean: true }[type] ?? {};
}
