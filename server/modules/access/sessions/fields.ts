/** Fields of sign-ins, in requests and answers. */

import { Type } from 'typebox';
import { NamedObject } from '#kernel/http/named.ts';
import { ActorAndTenant } from '../tenants/fields.ts';

export const Password = Type.String({ minLength: 10, maxLength: 200 });

export const Access = NamedObject('AccessToken', {
  accessToken: Type.String(),
  tokenType: Type.Literal('Bearer'),
  expiresIn: Type.Integer(),
  ...ActorAndTenant.properties,
  secondFactorNeeded: Type.Optional(
    Type.Literal(true, {
      description: 'The tenant asks for a second factor: set one up before anything else.',
    }),
  ),
});

export const SignedIn = NamedObject('SignedIn', {
  ...Access.properties,
  alsoOpens: Type.Optional(
    Type.Array(Type.Object({ name: Type.String(), slug: Type.String() }), {
      description:
        'Other accounts of this address with the same password, each by a tenant: sign in with its slug for that one.',
    }),
  ),
});
