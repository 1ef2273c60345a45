import { Type } from 'typebox';
import type { App } from '#kernel/http/app.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { Nullable, OneOf } from '#kernel/http/fields.ts';
import { type CountUsage, readUsage } from '#kernel/usage.ts';
import type { Quotas, UsageKind } from '#kernel/usage-kinds.ts';

const UsageOf = (kinds: UsageKind[]) =>
  Type.Object({
    kind: {
      ...OneOf(kinds.map(({ name }) => name)),
      description:
        'files: uploads and pictures made of them. imports: files of imports that are not over. answers: kept for 24 hours for ' +
        'each Idempotency-Key. The others are counted.',
    },
    unit: OneOf(['bytes', 'rows'] as const),
    used: Type.Integer(),
    allowed: { ...Nullable(Type.Integer()), description: 'null: no limit.' },
  });

export function usageRoutes(app: App, quotas: Quotas, ofModules: CountUsage): void {
  app.get(
    '/v1/usage',
    {
      config: { role: 'viewer' },
      schema: {
        operationId: 'getUsage',
        summary: 'The usage and the quotas of your tenant',
        description:
          'A request that would take more gets 403 `quota_exceeded`. The service’s operator can allow more.',
        response: { 200: Success(Type.Array(UsageOf([...quotas.keys()]))) },
      },
    },
    async (request) => success(await request.inTenant((tx) => readUsage(tx, quotas, ofModules))),
  );
}
