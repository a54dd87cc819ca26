/**
 * @generated SignedSource<<d7f0ff59aab620074eb7ec21b8fd8dda>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
import type { FragmentRefs } from "relay-runtime";
export type PeopleListPersonQuery$variables = {
  id: string;
};
export type PeopleListPersonQuery$data = {
  readonly node: {
    readonly " $fragmentSpreads": FragmentRefs<"PeopleList_person">;
  } | null | undefined;
};
export type PeopleListPersonQuery = {
  response: PeopleListPersonQuery$data;
  variables: PeopleListPersonQuery$variables;
};

const node: ConcreteRequest = (function(){
var v0 = [
  {
    "defaultValue": null,
    "kind": "LocalArgument",
    "name": "id"
  }
],
v1 = [
  {
    "kind": "Variable",
    "name": "id",
    "variableName": "id"
  }
];
return {
  "fragment": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Fragment",
    "metadata": null,
    "name": "PeopleListPersonQuery",
    "selections": [
      {
        "alias": null,
        "args": (v1/*:: as any*/),
        "concreteType": null,
        "kind": "LinkedField",
        "name": "node",
        "plural": false,
        "selections": [
          {
            "args": null,
            "kind": "FragmentSpread",
            "name": "PeopleList_person"
          }
        ],
        "storageKey": null
      }
    ],
    "type": "Query",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "PeopleListPersonQuery",
    "selections": [
      {
        "alias": null,
        "args": (v1/*:: as any*/),
        "concreteType": null,
        "kind": "LinkedField",
        "name": "node",
        "plural": false,
        "selections": [
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "__typename",
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "id",
            "storageKey": null
          },
          {
            "kind": "InlineFragment",
            "selections": [
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
            "type": "Person",
            "abstractKey": null
          }
        ],
        "storageKey": null
      }
    ]
  },
  "params": {
    "cacheID": "2e32d3fcf267731d464b70beec9e7a7f",
    "id": null,
    "metadata": {},
    "name": "PeopleListPersonQuery",
    "operationKind": "query",
    "text": "query PeopleListPersonQuery(\n  $id: ID!\n) {\n  node(id: $id) {\n    __typename\n    ...PeopleList_person\n    id\n  }\n}\n\nfragment PeopleList_person on Person {\n  firstName\n  version\n  emails {\n    value\n  }\n  id\n}\n"
  }
};
})();

(node as any).hash = "bbb0dac05c0b0401720eb5f6515c73df";

export default node;
