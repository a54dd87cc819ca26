/**
 * @generated SignedSource<<ca870c28eb5deede58a6f16f1a78085f>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
import type { FragmentRefs } from "relay-runtime";
export type EmailType = "home" | "other" | "work" | "%future added value";
export type OnDuplicate = "create" | "error" | "return" | "update" | "%future added value";
export type PhoneType = "fax" | "home" | "mobile" | "other" | "work" | "%future added value";
export type CreatePersonInput = {
  assignedAgentId?: string | null | undefined;
  background?: string | null | undefined;
  collaboratorIds?: ReadonlyArray<string> | null | undefined;
  customFields?: unknown | null | undefined;
  emails?: ReadonlyArray<PersonEmailInput> | null | undefined;
  externalId?: any | null | undefined;
  externalSource?: any | null | undefined;
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
  onDuplicate?: OnDuplicate | null | undefined;
  phones?: ReadonlyArray<PersonPhoneInput> | null | undefined;
  price?: number | null | undefined;
  relationship?: boolean | null | undefined;
  source?: string | null | undefined;
  stageId?: string | null | undefined;
  tags?: ReadonlyArray<string> | null | undefined;
  timeframe?: string | null | undefined;
};
export type PersonEmailInput = {
  isPrimary?: boolean | null | undefined;
  type?: EmailType | null | undefined;
  value: string;
};
export type PersonPhoneInput = {
  isBad?: boolean | null | undefined;
  isPrimary?: boolean | null | undefined;
  type?: PhoneType | null | undefined;
  value: string;
};
export type PeopleListAddMutation$variables = {
  connections: ReadonlyArray<string>;
  input: CreatePersonInput;
};
export type PeopleListAddMutation$data = {
  readonly createPerson: {
    readonly person: {
      readonly id: string;
      readonly " $fragmentSpreads": FragmentRefs<"PeopleList_person">;
    };
  };
};
export type PeopleListAddMutation = {
  response: PeopleListAddMutation$data;
  variables: PeopleListAddMutation$variables;
};

const node: ConcreteRequest = (function(){
var v0 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "connections"
},
v1 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "input"
},
v2 = [
  {
    "kind": "Variable",
    "name": "input",
    "variableName": "input"
  }
],
v3 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "id",
  "storageKey": null
};
return {
  "fragment": {
    "argumentDefinitions": [
      (v0/*:: as any*/),
      (v1/*:: as any*/)
    ],
    "kind": "Fragment",
    "metadata": null,
    "name": "PeopleListAddMutation",
    "selections": [
      {
        "alias": null,
        "args": (v2/*:: as any*/),
        "concreteType": "CreatePersonPayload",
        "kind": "LinkedField",
        "name": "createPerson",
        "plural": false,
        "selections": [
          {
            "alias": null,
            "args": null,
            "concreteType": "Person",
            "kind": "LinkedField",
            "name": "person",
            "plural": false,
            "selections": [
              (v3/*:: as any*/),
              {
                "args": null,
                "kind": "FragmentSpread",
                "name": "PeopleList_person"
              }
            ],
            "storageKey": null
          }
        ],
        "storageKey": null
      }
    ],
    "type": "Mutation",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": [
      (v1/*:: as any*/),
      (v0/*:: as any*/)
    ],
    "kind": "Operation",
    "name": "PeopleListAddMutation",
    "selections": [
      {
        "alias": null,
        "args": (v2/*:: as any*/),
        "concreteType": "CreatePersonPayload",
        "kind": "LinkedField",
        "name": "createPerson",
        "plural": false,
        "selections": [
          {
            "alias": null,
            "args": null,
            "concreteType": "Person",
            "kind": "LinkedField",
            "name": "person",
            "plural": false,
            "selections": [
              (v3/*:: as any*/),
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
              }
            ],
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "filters": null,
            "handle": "prependNode",
            "key": "",
            "kind": "LinkedHandle",
            "name": "person",
            "handleArgs": [
              {
                "kind": "Variable",
                "name": "connections",
                "variableName": "connections"
              },
              {
                "kind": "Literal",
                "name": "edgeTypeName",
                "value": "PersonEdge"
              }
            ]
          }
        ],
        "storageKey": null
      }
    ]
  },
  "params": {
    "cacheID": "d08cfcf7251dcc16dcd5d89b135999bd",
    "id": null,
    "metadata": {},
    "name": "PeopleListAddMutation",
    "operationKind": "mutation",
    "text": "mutation PeopleListAddMutation(\n  $input: CreatePersonInput!\n) {\n  createPerson(input: $input) {\n    person {\n      id\n      ...PeopleList_person\n    }\n  }\n}\n\nfragment PeopleList_person on Person {\n  firstName\n  version\n  emails {\n    value\n  }\n  id\n}\n"
  }
};
})();

(node as any).hash = "3c363c2ef5425da4e1a3c13967a81b44";

export default node;
