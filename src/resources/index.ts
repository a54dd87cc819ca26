import { buildSchema } from '../graphql/schema/build-schema.ts'
import { type Route, withPatchRoutes } from '../rest/route.ts'
import './users/graphql.ts'
import { userRoutes } from './users/rest.ts'
import './teams/graphql.ts'
import { teamRoutes } from './teams/rest.ts'
import './api-keys/graphql.ts'
import { apiKeyRoutes } from './api-keys/rest.ts'
import './identities/graphql.ts'
import { identityRoutes } from './identities/rest.ts'
import './sessions/graphql.ts'
import { sessionRoutes } from './sessions/rest.ts'
import './tags/graphql.ts'
import { tagRoutes } from './tags/rest.ts'
import './stages/graphql.ts'
import { stageRoutes } from './stages/rest.ts'
import './people/graphql.ts'
import './people/graphql-mutations.ts'
import './people/graphql-merge.ts'
import { peopleRoutes } from './people/rest.ts'
import './activities/graphql.ts'
import { activityRoutes } from './activities/rest.ts'
import './pipelines/graphql.ts'
import { pipelineRoutes } from './pipelines/rest.ts'
import './deals/graphql.ts'
import './deals/graphql-board.ts'
import './deals/graphql-mutations.ts'
import { dealRoutes } from './deals/rest.ts'
import './custom-fields/graphql.ts'
import { customFieldRoutes } from './custom-fields/rest.ts'
import './tasks/graphql.ts'
import { taskRoutes } from './tasks/rest.ts'
import './appointments/graphql.ts'
import { appointmentRoutes } from './appointments/rest.ts'
import './stage-history/graphql.ts'
import { stageHistoryRoutes } from './stage-history/rest.ts'
import './events/graphql.ts'
import './events/graphql-audit.ts'
import { eventRoutes } from './events/rest.ts'
import './smart-lists/graphql.ts'
import { smartListRoutes } from './smart-lists/rest.ts'
import './webhooks/graphql.ts'
import './webhooks/graphql-mutations.ts'
import { webhookRoutes } from './webhooks/rest.ts'
import './timeline/graphql.ts'
import './user-administration/graphql.ts'
import { timelineRoutes } from './timeline/rest.ts'

/** The GraphQL schema that contains all resources. */
export const schema = buildSchema()

export const routes: Route[] = withPatchRoutes([
  ...userRoutes,
  ...teamRoutes,
  ...apiKeyRoutes,
  ...identityRoutes,
  ...sessionRoutes,
  ...tagRoutes,
  ...stageRoutes,
  ...pipelineRoutes,
  ...peopleRoutes,
  ...dealRoutes,
  ...customFieldRoutes,
  ...taskRoutes,
  ...appointmentRoutes,
  ...stageHistoryRoutes,
  ...timelineRoutes,
  ...activityRoutes,
  ...eventRoutes,
  ...smartListRoutes,
  ...webhookRoutes,
])
