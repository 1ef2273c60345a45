/** The settings of traces. */
import { type Env, number, parseAddress, SetupError } from '#kernel/setting.ts';

/** `ratio`: the part of all requests and events that is recorded. */
export type Tracing = { endpoint: string; headers: Record<string, string>; service: string; ratio: number };

/** The names of OpenTelemetry, so that one setting serves all programs of a machine. */
export function readTracing(env: Env): Tracing | null {
  const ratio = number(env, 'OTEL_TRACES_SAMPLER_ARG', 1, 0, 1);
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return null;
  const { href } = parseAddress('OTEL_EXPORTER_OTLP_ENDPOINT', env.OTEL_EXPORTER_OTLP_ENDPOINT);
  return {
    endpoint: href.replace(/\/+$/, ''),
    headers: readHeaders(env),
    service: env.OTEL_SERVICE_NAME || 'colonnade',
    ratio,
  };
}

/** The message does not repeat the headers: they may contain a password. */
function readHeaders(env: Env): Record<string, string> {
  const parts = (env.OTEL_EXPORTER_OTLP_HEADERS ?? '').split(',').filter((part) => part.trim() !== '');
  try {
    const pairs = parts.map((part) => {
      const [, name, value] = /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(part)!;
      return [name!, decodeURIComponent(value!)] as const;
    });
    return Object.fromEntries(new Headers(pairs.map(([name, value]) => [name, value])));
  } catch {
    throw new SetupError(
      'OTEL_EXPORTER_OTLP_HEADERS must list headers, such as authorization=Basic%20abc,x-team=a.',
    );
  }
}
