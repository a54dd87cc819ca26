import { builder } from '../graphql/builder.ts'
import { guarded } from '../graphql/guard.ts'
import type { Route } from '../rest/route.ts'
import './users/graphql.ts'
import './tags/graphql.ts'
import './stages/graphql.ts'
import './people/graphql.ts'
import './people/graphql-lists.ts'
import './people/graphql-changes.ts'
import { peopleRoutes } from './people/rest.ts'
import './tasks/graphql.ts'
import { taskRoutes } from './tasks/rest.ts'

/** Table of contents: every resource, in GraphQL and in REST. */
export const schema = guarded(builder.toSchema())

export const routes: Route[] = [...peopleRoutes, ...taskRoutes]
