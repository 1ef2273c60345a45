import { Type } from 'typebox';
import type { App } from '#kernel/http/app.ts';
import { conditional, IfNoneMatch } from '#kernel/http/conditional.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { Text, Uuid } from '#kernel/http/fields.ts';
import { type Others, readProperty } from '../entries/references.ts';
import { type PerspectiveOf, Preview, Property } from '../publishing/published.routes.ts';
import type { KeptAnswers } from '../reading/kept-answers.ts';
import { Key, readableBy, share } from '../reading/storefront.routes.ts';
import { onTypeNamed } from '../types/limits.ts';
import { TypeName } from '../types/type-fields.ts';
import { DEEPEST } from './positions.ts';
import { MOST_NODES, readTree, TreeNode } from './trees.ts';

const TreeQuery = {
  locale: Type.Optional(Text(35, 'The locale to read in; without it the default.')),
  under: Type.Optional(Uuid('Only what is below this entry.')),
  depth: Type.Optional(
    Type.Integer({ minimum: 1, maximum: DEEPEST, description: 'The levels to read; without it all.' }),
  ),
  preview: Preview,
};
const DESCRIPTION = `For types with the order tree. Each entry comes before those below it, in the order that editors chose. An entry that is not live hides those below it. An answer has ${MOST_NODES} entries at most; read larger trees by \`depth\` and \`under\`.`;
const params = Type.Object({ type: TypeName() });
const response = { 200: Success(Type.Array(TreeNode)) };

export function treeRoutes(
  app: App,
  others: Pick<Others, 'locate'>,
  perspectiveOf: PerspectiveOf,
  kept: KeptAnswers,
): void {
  app.get(
    '/v1/content/trees/:type',
    {
      config: { role: 'viewer', scope: 'read:published', types: onTypeNamed('read', 'type') },
      preValidation: kept.answer,
      onSend: [kept.keep, conditional],
      schema: {
        operationId: 'getPublishedTree',
        summary: 'Read the tree of a type as it is published',
        description: DESCRIPTION,
        params,
        querystring: Type.Object({ ...TreeQuery, property: Property }),
        headers: IfNoneMatch,
        response,
      },
    },
    async (request) => {
      const { property, preview, ...asked } = request.query;
      const tenantId = request.actor.tenant.id;
      const perspective = perspectiveOf(preview, tenantId);
      const propertyId = await readProperty(tenantId, property, others);
      return success(
        await request.inTenant((tx) => readTree(tx, request.params.type, asked, { propertyId, perspective })),
      );
    },
  );

  app.get(
    '/v1/storefront/content-trees/:type',
    {
      config: { storefront: 'browse', bearers: ['publishable'], keyInAddress: true },
      preValidation: kept.answer,
      onSend: [kept.keep, conditional],
      schema: {
        operationId: 'getStorefrontTree',
        summary: 'Read the tree of a type as it is published, of the site',
        description: DESCRIPTION,
        params,
        querystring: Type.Object({ ...TreeQuery, key: Key }),
        headers: IfNoneMatch,
        response,
      },
    },
    async (request, reply) => {
      const { type } = request.params;
      const { propertyId, tenant } = readableBy(request, type);
      const { key: _, preview, ...asked } = request.query;
      const perspective = perspectiveOf(preview, tenant.id);
      const reader = { propertyId, perspective, dependencies: new Set<string>() };
      const nodes = await request.inShop((tx) => readTree(tx, type, asked, reader));
      share(request, reply, reader.dependencies);
      return success(nodes);
    },
  );
}
