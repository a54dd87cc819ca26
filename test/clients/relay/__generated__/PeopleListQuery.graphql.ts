/**
 * @generated SignedSource<<bbcdd226f0b2d5acb78e414fcebe9202>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
import type { FragmentRefs } from "relay-runtime";
export type ActivityDirection = "inbound" | "outbound" | "%future added value";
export type ActivityType = "activity" | "call" | "email" | "meeting" | "note" | "sms" | "%future added value";
export type AppointmentStatus = "cancelled" | "completed" | "scheduled" | "%future added value";
export type DealStatus = "lost" | "open" | "won" | "%future added value";
export type TaskPriority = "high" | "low" | "medium" | "urgent" | "%future added value";
export type PersonWhere = {
  activities?: ActivityRelationWhere | null | undefined;
  and?: ReadonlyArray<PersonWhere> | null | undefined;
  anyTag?: ReadonlyArray<string> | null | undefined;
  appointments?: AppointmentRelationWhere | null | undefined;
  assignedAgentId?: string | null | undefined;
  assignedAgentIds?: ReadonlyArray<string> | null | undefined;
  collaboratorId?: string | null | undefined;
  createdAt?: DateTimeWhere | null | undefined;
  customFields?: ReadonlyArray<CustomFieldWhere> | null | undefined;
  deals?: DealRelationWhere | null | undefined;
  email?: string | null | undefined;
  externalId?: any | null | undefined;
  externalSource?: any | null | undefined;
  hasEmail?: boolean | null | undefined;
  hasPhone?: boolean | null | undefined;
  ids?: ReadonlyArray<string> | null | undefined;
  lastActivityAt?: DateTimeWhere | null | undefined;
  name?: string | null | undefined;
  not?: PersonWhere | null | undefined;
  or?: ReadonlyArray<PersonWhere> | null | undefined;
  phone?: string | null | undefined;
  price?: NumberWhere | null | undefined;
  relationship?: boolean | null | undefined;
  source?: string | null | undefined;
  sources?: ReadonlyArray<string> | null | undefined;
  stageId?: string | null | undefined;
  stageIds?: ReadonlyArray<string> | null | undefined;
  tag?: string | null | undefined;
  tasks?: TaskRelationWhere | null | undefined;
  updatedAt?: DateTimeWhere | null | undefined;
};
export type ActivityRelationWhere = {
  none?: ActivityWhere | null | undefined;
  some?: ActivityWhere | null | undefined;
};
export type ActivityWhere = {
  and?: ReadonlyArray<ActivityWhere> | null | undefined;
  authorId?: string | null | undefined;
  authorIds?: ReadonlyArray<string> | null | undefined;
  channel?: string | null | undefined;
  createdAt?: DateTimeWhere | null | undefined;
  direction?: ActivityDirection | null | undefined;
  externalId?: any | null | undefined;
  externalSource?: any | null | undefined;
  ids?: ReadonlyArray<string> | null | undefined;
  not?: ActivityWhere | null | undefined;
  or?: ReadonlyArray<ActivityWhere> | null | undefined;
  person?: PersonWhere | null | undefined;
  personId?: string | null | undefined;
  personIds?: ReadonlyArray<string> | null | undefined;
  starred?: boolean | null | undefined;
  type?: ActivityType | null | undefined;
  types?: ReadonlyArray<ActivityType> | null | undefined;
};
export type DateTimeWhere = {
  before?: string | null | undefined;
  from?: string | null | undefined;
  inLastDays?: number | null | undefined;
  inNextDays?: number | null | undefined;
  olderThanDays?: number | null | undefined;
};
export type AppointmentRelationWhere = {
  none?: AppointmentWhere | null | undefined;
  some?: AppointmentWhere | null | undefined;
};
export type AppointmentWhere = {
  and?: ReadonlyArray<AppointmentWhere> | null | undefined;
  completedAt?: DateTimeWhere | null | undefined;
  createdAt?: DateTimeWhere | null | undefined;
  createdBy?: string | null | undefined;
  during?: DateTimeWhere | null | undefined;
  endsAt?: DateTimeWhere | null | undefined;
  externalId?: any | null | undefined;
  externalSource?: any | null | undefined;
  ids?: ReadonlyArray<string> | null | undefined;
  not?: AppointmentWhere | null | undefined;
  or?: ReadonlyArray<AppointmentWhere> | null | undefined;
  people?: PersonRelationWhere | null | undefined;
  personId?: string | null | undefined;
  startsAt?: DateTimeWhere | null | undefined;
  status?: AppointmentStatus | null | undefined;
  title?: string | null | undefined;
  updatedAt?: DateTimeWhere | null | undefined;
  userId?: string | null | undefined;
};
export type PersonRelationWhere = {
  none?: PersonWhere | null | undefined;
  some?: PersonWhere | null | undefined;
};
export type CustomFieldWhere = {
  anyOf?: ReadonlyArray<unknown> | null | undefined;
  date?: DateWhere | null | undefined;
  equals?: unknown | null | undefined;
  isEmpty?: boolean | null | undefined;
  key: string;
  number?: NumberWhere | null | undefined;
  startsWith?: string | null | undefined;
};
export type DateWhere = {
  from?: string | null | undefined;
  inLastDays?: number | null | undefined;
  inNextDays?: number | null | undefined;
  to?: string | null | undefined;
};
export type NumberWhere = {
  from?: number | null | undefined;
  to?: number | null | undefined;
};
export type DealRelationWhere = {
  none?: DealWhere | null | undefined;
  some?: DealWhere | null | undefined;
};
export type DealWhere = {
  and?: ReadonlyArray<DealWhere> | null | undefined;
  assignedAgentId?: string | null | undefined;
  assignedAgentIds?: ReadonlyArray<string> | null | undefined;
  closeDate?: DateTimeWhere | null | undefined;
  commission?: NumberWhere | null | undefined;
  createdAt?: DateTimeWhere | null | undefined;
  customFields?: ReadonlyArray<CustomFieldWhere> | null | undefined;
  externalId?: any | null | undefined;
  externalSource?: any | null | undefined;
  ids?: ReadonlyArray<string> | null | undefined;
  not?: DealWhere | null | undefined;
  or?: ReadonlyArray<DealWhere> | null | undefined;
  people?: PersonRelationWhere | null | undefined;
  personId?: string | null | undefined;
  pipelineId?: string | null | undefined;
  price?: NumberWhere | null | undefined;
  stageEnteredAt?: DateTimeWhere | null | undefined;
  stageId?: string | null | undefined;
  stageIds?: ReadonlyArray<string> | null | undefined;
  status?: DealStatus | null | undefined;
  teamId?: string | null | undefined;
  title?: string | null | undefined;
  updatedAt?: DateTimeWhere | null | undefined;
};
export type TaskRelationWhere = {
  none?: TaskWhere | null | undefined;
  some?: TaskWhere | null | undefined;
};
export type TaskWhere = {
  and?: ReadonlyArray<TaskWhere> | null | undefined;
  assignedTo?: string | null | undefined;
  assignedToAny?: ReadonlyArray<string> | null | undefined;
  completedAt?: DateTimeWhere | null | undefined;
  createdAt?: DateTimeWhere | null | undefined;
  createdBy?: string | null | undefined;
  done?: boolean | null | undefined;
  dueDate?: DateTimeWhere | null | undefined;
  externalId?: any | null | undefined;
  externalSource?: any | null | undefined;
  ids?: ReadonlyArray<string> | null | undefined;
  not?: TaskWhere | null | undefined;
  or?: ReadonlyArray<TaskWhere> | null | undefined;
  overdue?: boolean | null | undefined;
  person?: PersonWhere | null | undefined;
  personId?: string | null | undefined;
  priority?: TaskPriority | null | undefined;
  title?: string | null | undefined;
  updatedAt?: DateTimeWhere | null | undefined;
};
export type PeopleListQuery$variables = {
  count: number;
  where?: PersonWhere | null | undefined;
};
export type PeopleListQuery$data = {
  readonly " $fragmentSpreads": FragmentRefs<"PeopleList_query">;
};
export type PeopleListQuery = {
  response: PeopleListQuery$data;
  variables: PeopleListQuery$variables;
};

const node: ConcreteRequest = (function(){
var v0 = [
  {
    "defaultValue": null,
    "kind": "LocalArgument",
    "name": "count"
  },
  {
    "defaultValue": null,
    "kind": "LocalArgument",
    "name": "where"
  }
],
v1 = {
  "kind": "Variable",
  "name": "where",
  "variableName": "where"
},
v2 = [
  {
    "kind": "Variable",
    "name": "first",
    "variableName": "count"
  },
  (v1/*:: as any*/)
];
return {
  "fragment": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Fragment",
    "metadata": null,
    "name": "PeopleListQuery",
    "selections": [
      {
        "args": [
          {
            "kind": "Variable",
            "name": "count",
            "variableName": "count"
          },
          (v1/*:: as any*/)
        ],
        "kind": "FragmentSpread",
        "name": "PeopleList_query"
      }
    ],
    "type": "Query",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "PeopleListQuery",
    "selections": [
      {
        "alias": null,
        "args": (v2/*:: as any*/),
        "concreteType": "PersonConnection",
        "kind": "LinkedField",
        "name": "people",
        "plural": false,
        "selections": [
          {
            "alias": null,
            "args": null,
            "concreteType": "PersonEdge",
            "kind": "LinkedField",
            "name": "edges",
            "plural": true,
            "selections": [
              {
                "alias": null,
                "args": null,
                "concreteType": "Person",
                "kind": "LinkedField",
                "name": "node",
                "plural": false,
                "selections": [
                  {
                    "alias": null,
                    "args": null,
                    "kind": "ScalarField",
                    "name": "id",
                    "storageKey": null
                  },
                  {
                    "alias": null,
                    "args": null,
                    "kind": "ScalarField",
                    "name": "firstName",
                    "storageKey": null
                  },
                  {
                    "alias": null,
                    "args": null,
                    "kind": "ScalarField",
                    "name": "version",
                    "storageKey": null
                  },
                  {
                    "alias": null,
                    "args": null,
                    "concreteType": "PersonEmail",
                    "kind": "LinkedField",
                    "name": "emails",
                    "plural": true,
                    "selections": [
                      {
                        "alias": null,
                        "args": null,
                        "kind": "ScalarField",
                        "name": "value",
                        "storageKey": null
                      }
                    ],
                    "storageKey": null
                  },
                  {
                    "alias": null,
                    "args": null,
                    "kind": "ScalarField",
                    "name": "__typename",
                    "storageKey": null
                  }
                ],
                "storageKey": null
              },
              {
                "alias": null,
                "args": null,
                "kind": "ScalarField",
                "name": "cursor",
                "storageKey": null
              }
            ],
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "concreteType": "PageInfo",
            "kind": "LinkedField",
            "name": "pageInfo",
            "plural": false,
            "selections": [
              {
                "alias": null,
                "args": null,
                "kind": "ScalarField",
                "name": "endCursor",
                "storageKey": null
              },
              {
                "alias": null,
                "args": null,
                "kind": "ScalarField",
                "name": "hasNextPage",
                "storageKey": null
              }
            ],
            "storageKey": null
          }
        ],
        "storageKey": null
      },
      {
        "alias": null,
        "args": (v2/*:: as any*/),
        "filters": [
          "where"
        ],
        "handle": "connection",
        "key": "PeopleList_people",
        "kind": "LinkedHandle",
        "name": "people"
      }
    ]
  },
  "params": {
    "cacheID": "c19885005d443bbb2706162089a11049",
    "id": null,
    "metadata": {},
    "name": "PeopleListQuery",
    "operationKind": "query",
    "text": "query PeopleListQuery(\n  $count: Int!\n  $where: PersonWhere\n) {\n  ...PeopleList_query_350yZn\n}\n\nfragment PeopleList_person on Person {\n  firstName\n  version\n  emails {\n    value\n  }\n  id\n}\n\nfragment PeopleList_query_350yZn on Query {\n  people(first: $count, where: $where) {\n    edges {\n      node {\n        id\n        firstName\n        ...PeopleList_person\n        __typename\n      }\n      cursor\n    }\n    pageInfo {\n      endCursor\n      hasNextPage\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "8509e8ca983979d6307bbd91fcc46254";

export default node;
